"""The Settings view: every setting with its sentence, its value, and where that comes from."""
