"""The formats in which programs keep what their agents remember, each with a home of its own.

A format is a file or a folder here: how it is read, written and found on a machine. `registry` knows them by
their entry points. What several of them stand on is in `ground`.
"""
