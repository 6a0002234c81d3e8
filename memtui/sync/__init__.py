"""Stores that exchange what happened: segments of the journal, carried by something that others keep."""
