"""A small model, learned from memories that people read and judged, and what it says of a memory."""
