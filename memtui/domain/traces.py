"""Reasoning that stands in no tag: channels of a raw answer, `[THINK]`, and a trace of thoughts and actions.

`sanitise` asks it first. A model that is run by hand, or a log that keeps answers as they came, has them:

* harmony: `<|channel|>analysis<|message|>…<|end|>`, before `<|channel|>final<|message|>` and the answer;
* `[THINK]…[/THINK]`, which is read as the tag it stands for;
* ReAct: lines that begin with `Thought:`, `Action:`, `Observation:`, and `Final Answer:` at last.

What is talked about, in code, stays. Each step walks the text once.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator

Mentioned = Callable[[int], bool]
"""Says whether what begins at a position is part of code."""

_CHANNEL = re.compile(
    r"(?:<\|start\|>\s*\w+\s*)?<\|channel\|>\s*(\w+)[^<]{0,120}(?:<\|constrain\|>\s*\w+)?<\|message\|>"
)
_ANSWER = "final"
_CONTROL = re.compile(r"<\|(?:start|end|return|call|message)\|>(?:assistant\b)?")
_LABEL = re.compile(
    r"^[ \t>*_]{0,6}(thought|action|action input|observation|final answer)[*_]{0,2}[ \t]*:[*_]{0,2}[ \t]*",
    re.IGNORECASE | re.MULTILINE,
)
_TRACE = (frozenset({"thought"}), frozenset({"action input", "observation"}))
"""A note may have a thought and an action; with one of each of these it is the trace of an agent."""
_WORDS = ("bservation", "OBSERVATION", "ction Input", "ction input", "CTION INPUT")
_THINK = (("[THINK]", "<think>"), ("[/THINK]", "</think>"))


def may_hold(text: str) -> bool:
    """Say at little cost whether there may be anything to take out of a text, by tags or without."""
    if "<" in text or "THINK]" in text:
        return True
    for word in _WORDS:  # noqa: SIM110 - a generator takes longer, and every text passes here
        if word in text:
            return True
    return False


def with_tags(text: str) -> str:
    """Return a text of the same length with `[THINK]` replaced by the tag it stands for.

    Alone within a sentence it is taken for a key or a button.
    """
    if "[/THINK]" not in text and not text.lstrip().startswith("[THINK]"):
        return text
    for written, tag in _THINK:
        text = text.replace(written, tag)
    return text


def spans(text: str, turns: list[int], mentioned: Mentioned) -> Iterator[tuple[int, int]]:
    """Yield the start and end of such reasoning, in order; `turns` are offsets at which speakers begin."""
    if "<|" in text:
        yield from _channels(text, turns, mentioned)
    else:
        yield from _trace(text, turns, mentioned)


def _channels(text: str, turns: list[int], mentioned: Mentioned) -> Iterator[tuple[int, int]]:
    opened = [match for match in _CHANNEL.finditer(text) if not mentioned(match.start())]
    if not opened:
        return
    done = 0
    for match, following in zip(opened, [*opened[1:], None], strict=True):
        end = _next(turns, match.start(), len(text) if following is None else following.start())
        yield from _controls(text, done, match.start())
        done = match.end() if match[1].lower() == _ANSWER else end
        yield match.start(), done
    yield from _controls(text, done, len(text))


def _controls(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for match in _CONTROL.finditer(text, start, end):
        yield match.span()


def _trace(text: str, turns: list[int], mentioned: Mentioned) -> Iterator[tuple[int, int]]:
    labels = [match for match in _LABEL.finditer(text) if not mentioned(match.start())]
    names = {match[1].lower() for match in labels}
    if not all(names & some for some in _TRACE):
        return
    starts = [match.start() for match in labels]
    for match in labels:
        if match[1].lower() == "final answer":
            yield match.span()
            continue
        yield match.start(), _next(turns, match.start(), _next(starts, match.start(), len(text)))


def _next(places: list[int], position: int, most: int) -> int:
    """Return the first of `places` behind a position, at most `most`."""
    at = bisect_right(places, position)
    return min(places[at], most) if at < len(places) else most
