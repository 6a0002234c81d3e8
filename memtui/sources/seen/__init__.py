"""What each agent loads when a session begins in a folder, as its own documentation says.

One file an agent; `agents` lists them. Nothing here asks the agents themselves, and their rules change with
their versions and settings: what is not known is told in a view's `notes`.
"""
