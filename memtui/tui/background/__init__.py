"""What goes on while the person goes on: changes in threads, child processes, linked files."""
