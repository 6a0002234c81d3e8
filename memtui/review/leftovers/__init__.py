"""Telling texts that hold no statement of anyone: what an agent was told, thought, printed or recalled."""
