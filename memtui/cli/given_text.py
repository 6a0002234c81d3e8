"""The text that a person gives `extract`: a file, or what comes through stdin."""

import sys
from pathlib import Path

from memtui.cli import output, pipes
from memtui.cli.failures import Code, Stop
from memtui.cli.terminal import answers
from memtui.domain.decoding import decoded, is_binary
from memtui.domain.invisible import shows_nothing
from memtui.domain.text import Longest, one_line

_MOST_BYTES = 64 * 1024 * 1024
"""64 MB: a larger file is given by mistake."""


def spoken(text: str) -> str:
    """Return what was said in the session whose log the text is; any other text as it is."""
    from memtui.capture.transcripts.session_text import session_in

    session = session_in(text)
    if session is None:
        return text
    output.say(f"It is {session.named}. `memtui capture` learns from the file itself, with its project.")
    return session.text


def text_of(file: str) -> str:
    """Return the text to read. Raises Stop for what is not text."""
    if file == "-":
        if answers():
            output.say("Paste the text; Ctrl-D on an empty line ends it.")
        raw = sys.stdin.buffer.read(_MOST_BYTES + 1)
    else:
        with pipes.opened(Path(file).expanduser()) as opened:
            raw = opened.read(_MOST_BYTES + 1)
    name = "stdin" if file == "-" else f"“{one_line(file, Longest.PATH)}”"
    if len(raw) > _MOST_BYTES:
        raise Stop(f"{name} holds more than {_MOST_BYTES >> 20} MB; split it, or name the part that matters.")
    text = decoded(raw)
    if is_binary(text):
        raise Stop(f"{name} is binary, not text. Nothing was read.")
    if shows_nothing(text):
        raise Stop(f"{name} holds no text.", Code.NOTHING)
    return text
