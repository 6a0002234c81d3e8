"""What the tools refuse. Standard library only: it is loaded before the tools are."""


class ToolRefused(Exception):
    """The tool did nothing; the message says why and what the agent can do."""
