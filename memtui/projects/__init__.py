"""Which project a folder belongs to, told from the folder alone: `identity.identify` is where to ask.

The room knows files and no store. It is read by hand and with `os` alone, because a hook asks each time: no
`git` is started.
"""
