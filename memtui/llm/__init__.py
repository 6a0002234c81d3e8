"""Language models: the one place that knows litellm, which it loads when a call is made and never before.

`Client` asks a model and returns checked answers; `prompts` loads what it is asked. Capture and
review call these. Nothing here knows the store: what was spent and what was learned about a model
goes through a `Ledger` that the caller brings.
"""
