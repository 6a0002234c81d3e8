"""How important what an agent's file says is taken to be, where the file does not say so itself.

Chosen, as one ladder, so that memories from the files of several agents stand in one order; a person or an
agent may change that of any memory later.
"""

WHO_THEY_ARE = 0.9
"""Who the user is."""
WISH = 0.8
"""What the user wants, or how they want it done."""
DECIDED = 0.7
"""A decision or a rule of the project."""
LEARNED = 0.6
"""What was learned on the way: a trap, a way to do something."""
STATED = 0.5
"""Anything else that is stated."""
STANDING = 0.4
"""Where work stands, or what was done: soon overtaken."""
