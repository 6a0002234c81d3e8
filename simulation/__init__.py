"""A simulated year of agents that write and a person who reviews: it shows whether a store stays healthy.

Rules that are each sound can still drown a person in cards together, or let junk pile up; only a run of many
days shows that. It is a tool for whoever changes memtui, so it is not installed with the program.
"""
