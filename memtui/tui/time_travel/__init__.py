"""The Time view: the store as it was on a day, or as it will be."""
