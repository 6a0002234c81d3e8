"""Setting memtui up for the agents on a machine (hooks, servers, linked files), and undoing it."""
