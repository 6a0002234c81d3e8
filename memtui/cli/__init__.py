"""The command line: data on stdout, words on stderr, every command a thin layer over the core."""
