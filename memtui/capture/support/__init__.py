"""Whether the words around its quote say what a statement says.

The gates ask it after `grounding`, which looks for a statement's names and figures anywhere in the
text. A true quote under a false statement is the commonest invention of all: it denies what the quote
affirms, turns a plan into a deed, gives it to another person, or adds a reason. Each file here checks
one such thing, only where the quote speaks of it; a check returns the sentence that a person reads.
"""
