"""Recall: the memories that bear on a question, found one way for agents, hooks and people."""
