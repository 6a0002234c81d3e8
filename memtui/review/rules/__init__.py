"""The rules of the review pass, one file for each kind of proposal."""
