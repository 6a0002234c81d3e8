"""Commands that train what memtui ships, from labelled data that is no part of the project."""
