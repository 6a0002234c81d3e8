"""Reads the transcripts that agents keep of sessions: one file per format, all yielding the same turns.

`turns` defines readers and what they yield; `registry` lists them and reads a stretch of a file. `records`
reads lines and documents without trusting them, `content` makes turns of what a message holds, `own`
recognises sessions that memtui itself started.
"""
