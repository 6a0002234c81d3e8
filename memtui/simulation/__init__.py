"""A simulated year of agents that write and a person who reviews: proof that a store stays healthy."""
