"""The ways of asking a model: the format of its answer, and whether it comes whole or as a stream.

They form a ladder from the strictest to the loosest. When a server refuses one, the next is tried:
`json_schema`, `json_object`, `text`. When it refuses all of them, or objects to streams, it is asked for
whole answers. Called by `client`, which remembers by name what worked.
"""

from dataclasses import dataclass, replace

FORMATS = ("json_schema", "json_object", "text")
"""From the firmest to the loosest."""

_WHOLE = ", whole"


@dataclass(frozen=True, slots=True)
class Manner:
    """One rung of the ladder."""

    format: str = FORMATS[0]
    streams: bool = True
    """Whether the answer is asked for piece by piece."""

    @property
    def name(self) -> str:
        """How a ledger remembers it."""
        return self.format if self.streams else self.format + _WHOLE

    @property
    def looser(self) -> "Manner":
        """The same with the next looser format; itself when there is none."""
        return replace(self, format=FORMATS[min(FORMATS.index(self.format) + 1, len(FORMATS) - 1)])

    @property
    def whole(self) -> "Manner":
        """The same, asked for in one piece."""
        return replace(self, streams=False)

    def after_refusal(self, *, of_streams: bool) -> "Manner | None":
        """Return what to try when a server has refused this; None when nothing is left."""
        if self.streams and of_streams:
            return self.whole
        if self.looser != self:
            return self.looser
        return Manner(streams=False) if self.streams else None


def named(name: str | None) -> Manner | None:
    """Return the manner that a ledger remembers by `name`; None for none, or one unknown here."""
    answer_format = (name or "").removesuffix(_WHOLE)
    return Manner(answer_format, streams=answer_format == name) if answer_format in FORMATS else None
