"""Claude Code: its auto memory."""
