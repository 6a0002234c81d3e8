"""What the server refuses. Standard library only: it is loaded before the tools are."""


class ToolRefused(Exception):
    """The tool did nothing; the message says why and what the agent can do."""


class ArgumentsRefused(ToolRefused):
    """What is wrong with arguments, without what they said: that may be a secret."""
