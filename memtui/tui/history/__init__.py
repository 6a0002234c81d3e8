"""The History view: every change, by whom, and how to take it back."""
