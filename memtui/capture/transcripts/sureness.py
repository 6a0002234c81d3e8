"""How sure a reader is that a file is one of its own, by what it recognises it by.

The surest reader reads it, so only the order counts. Chosen, from the rarest mark to the most common.
"""

OWN_RECORDS = 0.95
"""Whole records of a form that no other program writes."""
OWN_FIELDS = 0.9
"""Names of fields that are found together nowhere else."""
OLD_RECORDS = 0.85
"""Records as an older version of the program wrote them, with fewer marks."""
ONE_RECORD = 0.8
"""One record of a kind that others may have, too."""
FIELDS_IN_SIGHT = 0.7
"""Such names in a first line that is too long to be read whole."""
A_TURN = 0.6
"""Something that reads as a turn of a conversation."""
MAYBE_TURNS = 0.5
"""Names of fields, or of speakers, that conversations have."""
