"""What the keys do: one record for each action, from which hints, help, palette and docs are made."""
