"""Takes off what stands before a statement and is no part of it: a label, whose task it is, a lead-in.

`Key decision: by the way, we use Redis` states `we use Redis`. A label says of what kind that is, and so do
some lead-ins.
"""

import re
from pathlib import Path

from memtui.capture.rules.cues import BY_NAME, KINDS, Kind
from memtui.phrases import phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("labels.toml"))
_LABEL, _BRACKETED, _TASK_OF, _AT_PERSON, _LEAD_INS, _POINTS_OUT, _AGREED_END, _THROWN_IN = (
    _PHRASES[name].pattern
    for name in (
        "label",
        "bracketed",
        "task_of",
        "at_person",
        "lead_ins",
        "points_out",
        "agreed_end",
        "thrown_in",
    )
)
_KINDS = {word: kind for kind in KINDS for word in kind.labels}


def is_label(words: str) -> bool:
    """Say whether words with a colon and a blank behind them are a label, whatever it stands before."""
    return _LABEL.match(words + "x") is not None


def without_label(sentence: str, heading: Kind | None, label: Kind | None = None) -> tuple[str, Kind | None]:
    """Return what a sentence states, and the kind that its label says it is of.

    `heading` is the kind that the headings over it say, `label` the one that is known before it is read.
    """
    labelled = _BRACKETED.match(sentence) or _LABEL.match(sentence)
    if labelled is not None:
        words = re.findall(r"\w+", labelled[1].lower())
        label = next((_KINDS[word] for word in words if word in _KINDS), None)
        sentence = sentence[labelled.end() :]
    sentence = _THROWN_IN.sub("", _AT_PERSON.sub("", sentence))
    if BY_NAME["commitment"] in {label, heading}:
        sentence = _TASK_OF.sub(_is_to, sentence)
    led_in = _LEAD_INS.match(sentence)
    if led_in is None:
        return sentence, label
    if label is None and _POINTS_OUT.search(led_in[0]):
        label = BY_NAME["finding"]
    return _AGREED_END.sub("", sentence[led_in.end() :]), label


def _is_to(task: re.Match[str]) -> str:
    """Return the words for whose task something is, as a sentence has them: `Kim is to`."""
    who = task["who"]
    return f"{who} {'are' if re.search(r',|&| and ', who) else 'is'} to "
