"""Asks language models. The only package that knows litellm, which it loads for a call and never before.

`Client` asks a model and returns checked answers; `prompts` loads the prompts. Capture and review call
these. Nothing here knows the store: spending and facts about a model go to the caller's `Ledger`.
"""
