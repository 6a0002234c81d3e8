"""The one SQLite file memories live in, and the only package that knows SQL."""
