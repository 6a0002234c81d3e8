"""The Insights view: what the store holds, in figures."""
