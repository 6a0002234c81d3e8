"""What memtui means by a memory, a scope, decay and a filter: pure values and functions, no I/O."""
