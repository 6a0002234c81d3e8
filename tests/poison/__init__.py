"""Tests of how planted instructions are told from honest ones."""
