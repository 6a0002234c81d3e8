"""Whether the terminal is light or dark: it is asked once, and answers whenever it likes, or never.

The question is OSC 11 of xterm's control sequences ("change VT100 text background color", with `?` for what
it is now). Nobody waits for the answer. It comes in among the keys, and would be taken for some; so the
parser here takes it out first, however the terminal cuts it into pieces.
"""

import os
import re
from collections.abc import Generator, Iterable
from dataclasses import dataclass

from textual import constants
from textual._time import get_time
from textual._xterm_parser import XTermParser
from textual.driver import Driver
from textual.message import Message

QUESTION = "\x1b]11;?\x07"
_DUMB = frozenset({"dumb", "linux", ""})
"""Terminals that have no such sequence, by TERM; they might show it."""
_ANSWER = re.compile(r"\x1b\]11;([^\x07\x1b]{0,64})(?:\x07|\x1b\\)")
_BEGUN = re.compile(r"\x1b(?:\](?:1(?:1(?:;[^\x07\x1b]{0,64}\x1b?)?)?)?)?\Z")
"""The beginning of an answer, at the end of what has come in; a lone ESC may be one, or a key."""
_SURE = "\x1b]11;"
"""What no key sends."""
_REST = 1.0
"""Seconds in which the rest of an answer comes."""
_COLOUR = re.compile(r"rgba?:([0-9a-f]{1,4})/([0-9a-f]{1,4})/([0-9a-f]{1,4})", re.IGNORECASE)
_SEEN = (0.2126, 0.7152, 0.0722)
"""How bright red, green and blue are to the eye (ITU-R BT.709)."""


@dataclass
class BackgroundTold(Message):
    """The terminal has said what its background is."""

    light: bool


class HearingParser(XTermParser):
    """Textual's parser of what comes from a terminal, which also hears the answer."""

    listening = False
    """Whether the terminal was asked and has not answered; a process has one terminal."""

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._held, self._held_at = "", 0.0

    def feed(self, data: str) -> Iterable[Message]:
        """Parse what came in, without the answer; what may be its beginning is kept back."""
        text, self._held = self._held + data, ""
        if data and HearingParser.listening:
            text = yield from self._without_answer(text)
        if text:
            yield from super().feed(text)
        if not data:
            yield from super().feed("")

    def tick(self) -> Iterable[Message]:
        """Wait no longer for the rest of an answer: pass on what may be keys, and drop half an answer."""
        sure = self._held.startswith(_SURE)
        if self._held and get_time() - self._held_at > (_REST if sure else constants.ESCAPE_DELAY):
            keys, self._held = "" if sure else self._held, ""
            if keys:
                yield from super().feed(keys)
        yield from super().tick()

    def _without_answer(self, text: str) -> Generator[Message, None, str]:
        """Yield what the terminal said; return the rest, which is keys."""
        if answer := _ANSWER.search(text):
            HearingParser.listening = False
            light = is_light(answer[1])
            if light is not None:
                yield BackgroundTold(light)
            return text[: answer.start()] + text[answer.end() :]
        if begun := _BEGUN.search(text):
            self._held, self._held_at = begun[0], get_time()
            return text[: begun.start()]
        return text


def ask(driver: Driver | None) -> None:
    """Ask the terminal of the screen, when it is one that might answer."""
    if driver is None or driver.is_headless or os.environ.get("TERM", "") in _DUMB:
        return
    HearingParser.listening = True
    driver.write(QUESTION)
    driver.flush()


def is_light(colour: str) -> bool | None:
    """Say whether a colour, as an answer gives it (`rgb:fbfb/fafa/f7f7`), is light; None if that is none."""
    match = _COLOUR.match(colour)
    if match is None:
        return None
    parts = [int(part, 16) / int("f" * len(part), 16) for part in match.groups()]
    return sum(weight * part for weight, part in zip(_SEEN, parts, strict=True)) > 0.5


def guessed() -> bool:
    """Say whether the terminal seems light, by the variable that some set: `COLORFGBG=0;15`."""
    return os.environ.get("COLORFGBG", "").rpartition(";")[2] in {"7", "15"}
