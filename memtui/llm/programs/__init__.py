"""Agents' programs as language models: `cli/claude` asks the `claude` on the path, as it is signed in.

Each program is one file that knows its command and reads its answer; `known` lists them, `running` runs one,
`handler` is what litellm calls. A program is asked once, in an empty folder, without tools, hooks and memory
files of its own, and with `domain.agents.OWN` set, so that memtui's hooks hear nothing of it.
"""
