"""Readers of what agents write down of their sessions: one file per format, all yielding the same turns.

`turns` says what a reader is and what it yields, `registry` which there are and reads a stretch of a file.
`records` reads lines and documents without trusting them, `content` makes turns of what a message holds,
`own` recognises sessions that memtui itself started.
"""
