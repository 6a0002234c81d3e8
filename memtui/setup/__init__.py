"""Setting memtui up beside the agents of a machine: their hooks, their servers, their files; and back."""
