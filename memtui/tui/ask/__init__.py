"""Ask: what an agent would be told, why, and what is left out."""
