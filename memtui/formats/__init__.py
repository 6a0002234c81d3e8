"""The formats in which programs keep what their agents remember, each with a home of its own.

Each format is a file or folder here that reads, writes and finds its files. `registry` knows them by their
entry points. `ground` has what several of them share.
"""
