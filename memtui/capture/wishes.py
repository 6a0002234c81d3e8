"""What a person says of themselves to be talked to by: their name, and how they want to be answered.

`call me Nell`, `can you keep your answers short please`: said in passing, in half a sentence and with a `can
you`, so that it looks like a part of the task. What makes it one to keep is what it is about: the agent's
own talk, and no answer in particular.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from memtui.capture.about import is_of_manner
from memtui.capture.asked import Request
from memtui.capture.own_words import says
from memtui.capture.sentences import sentences
from memtui.capture.transcripts.turns import USER, Turn
from memtui.phrases import phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("wishes.toml"))
_ASKING, _POLITELY, _ORDER, _CALLED, _OF_ONE = (
    _PHRASES[name].pattern for name in ("asking", "politely", "order", "called", "of_one")
)


def wishes(turns: Iterable[Turn], now: float) -> Iterator[Request]:
    """Yield how a person says, in their own turns, that they are to be talked to."""
    for turn in turns:
        for sentence in sentences(turn.text) if turn.role == USER else ():
            wish, kind = _wish(sentence.text)
            if wish and says(turn.text, sentence.text):
                yield Request(sentence.text, wish, turn.at or now, "you said how to talk to you", kind)


def _wish(sentence: str) -> tuple[str, str]:
    """Return what a sentence says of how to talk to its writer, and the kind of it; empty for any other."""
    bare = _POLITELY.sub("", _ASKING.sub("", sentence)).strip(" ,.!?")
    called = _CALLED.match(bare)
    if called is not None:
        return f"User wants to be called {called['name']}", "identity"
    of_all = is_of_manner(bare) and not _OF_ONE.search(bare)
    return (bare, "preference") if of_all and _ORDER.match(bare) else ("", "")
