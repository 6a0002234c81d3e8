"""The example store behind `memtui demo`."""
