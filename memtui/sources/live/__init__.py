"""Keeping linked live stores in step: read by `following`, written by `writing`, both from `stepping`."""
