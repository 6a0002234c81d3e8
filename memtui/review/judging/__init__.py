"""Puts a store before a model, and turns its answers into findings.

`windows` chooses the memories to show at once, `telling` words them, `verbs` turns answers into findings
and refuses unfounded ones, and `plan` estimates the cost beforehand. The judge rule joins them.
"""
