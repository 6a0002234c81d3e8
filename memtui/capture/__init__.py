"""From text to facts: sanitise, windows, an extractor, gates, consolidation, and one op that saves them."""
