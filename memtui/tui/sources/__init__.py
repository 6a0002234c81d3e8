"""The Sources view: the files that agents read, and what is allowed there."""
