"""How much a statement is worth keeping, by a small model learned from labelled sentences.

`features` says what the model sees of a sentence and of who says it, `model` holds its weights. Standard
library only, so any process may ask.
"""
