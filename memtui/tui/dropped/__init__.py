"""The Dropped view: what was dropped or archived, to bring back or to erase."""
