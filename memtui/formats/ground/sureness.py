"""How sure a format is that a path is one of its own, by what it recognises it by.

Of all formats the surest reads a path, so only the order of these numbers and their side of a half count:
from there on nobody has to name the format (`formats.registry`). They are chosen, from the rarest mark to the
most common: what two formats recognise is read by the one whose mark the other cannot have.
"""

OWN_MARK = 1.0
"""A mark that no other program writes."""
DECLARED = 0.98
"""A file that names its format and the version of it."""
OWN_NAMES = 0.97
"""Names of fields or files that nobody else gives them."""
OWN_FOLDER = 0.96
"""The place that the program looks into; what lies there has no mark."""
TOGETHER = 0.95
"""Several common marks that are found together nowhere else."""
OPEN_FORM = 0.94
"""A form that a specification gives and anybody may write."""
MANNER = 0.9
"""A name or a manner of writing that others seldom have."""
AMONG_OTHERS = 0.7
"""A folder that holds it among other things, or a file that only its place tells."""
PARTLY = 0.6
"""Some of the marks; the rest is missing."""
AS_LIKELY = 0.5
"""As likely as not."""
SHARED_NAME = 0.3
"""A name that several programs use, and nothing else that tells."""
POSSIBLE = 0.1
"""It can be read so, and nothing speaks for it."""
