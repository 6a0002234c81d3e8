"""Tests of how secrets are told from what only looks like one."""
