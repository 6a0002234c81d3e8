"""Measurements of memtui, each a ratio against a floor taken in the same run. `make bench` runs them."""
