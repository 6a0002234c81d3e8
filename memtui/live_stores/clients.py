"""Calling a framework's own client, which may raise anything."""

import contextlib
from collections.abc import Iterator

from memtui.domain.text import Longest, one_line
from memtui.formats.protocol import SourceError


@contextlib.contextmanager
def explaining(place: object, in_use: str = "") -> Iterator[None]:
    """Turn whatever a client raises into SourceError with a sentence.

    `in_use` are words by which the client says that another program has the store open.
    """
    try:
        yield
    except SourceError:
        raise
    except Exception as error:
        cause = one_line(str(error), Longest.REASON) or type(error).__name__
        if in_use and in_use in cause:
            cause = "its agent has it open, and only one program may; it is tried again"
        raise SourceError(f"{place}: {cause}") from error
