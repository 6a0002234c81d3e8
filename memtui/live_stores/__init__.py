"""The databases and servers in which frameworks keep memories: one home for each, met through `registry`."""
