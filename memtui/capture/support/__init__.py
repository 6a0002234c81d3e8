"""Checks whether the words around a quote say the same as the statement that rests on it.

The gates ask it after `grounding`, which looks for a statement's names and figures anywhere in the text.
The commonest invention is a false statement on a true quote: it denies what the quote affirms, turns a plan
into a deed, names another person, or adds a reason. Each file checks one such thing, only where the quote
speaks of it, and returns the sentence that a person reads.
"""
