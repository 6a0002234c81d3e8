"""The Review view: proposals as cards, each decided with a key."""
