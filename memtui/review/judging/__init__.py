"""What a model reads of a store, and what becomes of its answers.

`windows` says what is put before it at once, `telling` in which words, `verbs` turns its answers into
findings and refuses those that cannot stand, `plan` says beforehand what it takes. The judge rule joins them.
"""
