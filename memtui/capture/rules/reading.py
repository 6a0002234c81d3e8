"""Who says a sentence, under which heading, and what is left of it without its marks.

The extractor walks a window through `read`. Headings, speaker labels and list marks are layout: they tell
how to understand a sentence and are no part of the memory.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memtui.capture.markup import without_emphasis
from memtui.capture.rules.cues import BY_NAME, Kind, kind_of_heading
from memtui.capture.sentences import Sentence, sentences


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence with what its place in the text says about it."""

    text: str
    """Without list mark, speaker, emphasis and lead-in."""
    sentence: Sentence
    speaker: str
    """`user`, `assistant` or empty; a name where the notes name their speakers."""
    heading: Kind | None
    label: Kind | None
    item: bool
    """It stands in a list."""


_MARK = re.compile(r"^\s*(?:>+\s*)*(?:[-*+•–—▪·]\s+|\(?\d{1,3}[.)]\s+|[a-z][.)]\s+)?(?:\[[ xX]\]\s+)?")
_HEADING = re.compile(r"^\s*#{1,6}\s++([^\n]*)$")
_SPEAKER = re.compile(
    r"^(?:\*\*)?(user|human|assistant|ai|agent|system)(?:\*\*)?\s*:(?:\*\*)?\s*", re.IGNORECASE
)
_NAMED_SPEAKER = re.compile(
    r"^(?:\[[\d: -]{4,20}\]\s*)?(?:\*\*)?([A-Z][\w'’-]{1,20}(?: [A-Z][\w'’-]{1,20})?)"
    r"(?:\*\*)?:(?:\*\*)?\s+(?=\S)",
    re.MULTILINE,
)
_OF_ONESELF = re.compile(r"(?:i|my)\b", re.IGNORECASE)
_SPOKEN = re.compile(r"\b(?:I|I['’]\w+|you|we|me|my|us|your|our)\b", re.IGNORECASE)
_FEWEST_LINES, _FEWEST_SPEAKERS = 3, 2
_SHARE_SPOKEN = 0.3
"""In a talk so many of the lines behind a name say I, you or we; behind the labels of a form, few do."""
_LINK = re.compile(r"\[([^\]\n]{1,200})\]\([^)\s]{1,500}\)")
_SPACE = re.compile(r"\s+")

_LEAD_INS = re.compile(
    r"^(?:(?:honestly|frankly|actually|basically|btw|by the way|so|ok(?:ay)?|also|and|but|however|fyi|"
    r"in short|in summary|to be clear|to summari[sz]e|as (?:discussed|mentioned|noted|"
    r"agreed)(?: (?:before|above|earlier))?|"
    r"for the record|just to confirm|just so you know|note that|please note(?: that)?|"
    r"it turns out(?: that)?|it turned out that|"
    r"(?:it is|it's) (?:important|worth) (?:to note|noting|to remember|remembering) that|as a reminder|"
    r"remember that|"
    r"keep in mind that|(?:i|we)(?:['’]ve| have)? (?:also |just |now )?(?:noticed|found|discovered|"
    r"learned|confirmed|verified|"
    r"realized|realised|established) that|additionally|furthermore|moreover|thus|therefore|hence|"
    r"(?:first|second|third|finally|lastly|overall|well|still)(?=,)|"
    r"(?:hi|hello|hey)(?: (?:all|there|everyone|everybody|team|[A-Z]\w+))?(?=[,!.])[!.]?|"
    r"übrigens|außerdem|also|jedoch|aber|und)\b,?\s+)+(?=\S)",
    re.IGNORECASE,
)  # fmt: skip
_POINTS_OUT = re.compile(
    r"note that|important|remember|in mind|noticed|turn|found|discover|confirm|verif", re.I
)
_META = (
    r"(?:just|quick|one|two|three|more|a|an|the|for|file|files|record|records|fact|facts|note|notes|noted|"
    r"key|worth|"
    r"filing|remembering|knowing|reminder|update|status|summary|fyi|confirmed|important|thing|things|to|"
    r"remember|"
    r"tl;?dr|decision|decided|result|conclusion|finding|takeaway|question|open|preference|constraint|todo|"
    r"action|item|"
    r"another|also|and|of|on|self|new|useful|info|information|observation|learned|lesson|learnt|discovery|"
    r"warning|caution)"
)
_LABEL = re.compile(rf"^((?:{_META}\b[ ,]*){{1,7}}):\s+(?=\S)", re.IGNORECASE)
_LABEL_KINDS = {
    **dict.fromkeys(("decision", "decided", "conclusion"), "decision"),
    **dict.fromkeys(("fact", "facts", "confirmed", "finding", "learned", "takeaway"), "finding"),
    **dict.fromkeys(("lesson", "warning", "caution"), "gotcha"),
    **dict.fromkeys(("todo", "action"), "commitment"),
    "preference": "preference",
    "constraint": "constraint",
    "question": "question",
}


def read(text: str) -> Iterator[Line]:
    """Yield the sentences of a window that could be statements, in their order."""
    speaker = ""
    heading: Kind | None = None
    paragraph, label = -1, None
    item = listed = False
    named_speakers = _speakers(text)
    for sentence in sentences(text):
        raw = sentence.text
        new_block = sentence.paragraph != paragraph
        if new_block:
            paragraph, label = sentence.paragraph, None
            title = _HEADING.match(raw) or _title(raw)
            if title is not None:
                heading, listed = kind_of_heading(title[1].rstrip("# \t")), False
                continue
            marked = _MARK.match(raw)
            item = marked is not None and marked.end() > 0 and raw[: marked.end()].strip() != ""
            raw = raw[marked.end() :] if marked is not None else raw
            said = _SPEAKER.match(raw)
            if said is not None:
                speaker, heading = _role(said[1]), None
                raw = raw[said.end() :]
            elif (named := _NAMED_SPEAKER.match(raw)) is not None and named[1] in named_speakers:
                speaker = named[1]
                raw = raw[named.end() :]
            elif speaker not in {"", "user", "assistant"}:
                speaker = ""
            if listed and not item:  # a list has ended, and with it what its heading says
                heading = None
            listed = listed or item
        clean = plain(raw)
        labelled = _LABEL.match(clean)
        if labelled is not None:
            words = re.findall(r"\w+", labelled[1].lower())
            label = next((BY_NAME[_LABEL_KINDS[word]] for word in words if word in _LABEL_KINDS), None)
            clean = clean[labelled.end() :]
        led_in = _LEAD_INS.match(clean)
        if led_in is not None:
            clean = clean[led_in.end() :]
            if label is None and _POINTS_OUT.search(led_in[0]):
                label = BY_NAME["finding"]
        if clean:
            yield Line(clean, sentence, speaker, heading, label, item)
        label = None


def _speakers(text: str) -> frozenset[str]:
    """Return the names under which somebody speaks in a text, empty when it is no talk."""
    found = [
        (match[1], _line_from(text, match.end()))
        for match in _NAMED_SPEAKER.finditer(text)
        if not _LABEL.match(match[0] + "x")
    ]
    own = {name for name, said in found if _OF_ONESELF.match(said)}
    names = {name for name, _ in found}
    spoken = sum(1 for _, said in found if _SPOKEN.search(said))
    talk = len(found) >= _FEWEST_LINES and len(names) >= _FEWEST_SPEAKERS
    return frozenset(names if talk and spoken >= _SHARE_SPOKEN * len(found) else own)


def _line_from(text: str, start: int) -> str:
    end = text.find("\n", start)
    return text[start : end if end >= 0 else len(text)]


def plain(text: str) -> str:
    """Return a sentence on one line, without emphasis marks and link targets."""
    text = _SPACE.sub(" ", text).strip()
    if "](" in text:
        text = _LINK.sub(r"\1", text)
    return without_emphasis(text)


def _title(raw: str) -> re.Match[str] | None:
    """Return the match of a line that is a heading without a mark: `Decisions:` or `**Decisions**`."""
    return re.match(r"^(?:\*\*)?([A-Z][\w'/&-]*(?: [\w'/&-]+){0,4})(?:\*\*:|:\*\*|\*\*|:)\s*$", raw)


def _role(name: str) -> str:
    return "user" if name.lower() in {"user", "human"} else "assistant"
