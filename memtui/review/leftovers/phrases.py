"""Finds leftovers by their words: boot text, thinking aloud, memories that were handed out.

The forms are data (`forms.toml`). A form is only tried when a text has one of its words, so an ordinary
text costs one look at its words. A form is either sure by itself, or a hint that counts together with
another.
"""

import re
import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import Any

from memtui.review.leftovers.leftover import BOOT, REASONING, RECALL, TRIVIAL, Leftover

FILE = "forms.toml"
_VARIANTS = frozenset({BOOT, REASONING, RECALL, TRIVIAL})
_HINT = 0.5
"""Up to here a form is only a hint."""


_SURE_BY_HINTS = 0.8
"""How sure several hints are together, chosen: less than one plain form."""
_SENTENCE = re.compile(r"[^\s.!?;](?:[^.!?;\n]|[.!?;](?!\s))*")
"""A sentence or line, up to what ends it."""
_SHARE = 3
"""A text is about a sentence that is not its first when that makes up one part in so many."""


@dataclass(frozen=True, slots=True)
class Form:
    """One way in which leftovers are worded."""

    variant: str
    words: tuple[str, ...]
    """A text is held against the form only when it has one of these."""
    sure: float
    """0…1."""
    pattern: re.Pattern[str]
    finds: str
    """A text that it finds."""
    leaves: str
    """A text with one of its words that it leaves alone."""


@dataclass(frozen=True, slots=True)
class Forms:
    """The forms of left-over text, as `forms.toml` has them."""

    parts: dict[str, str]
    """Patterns that several forms share."""
    all: tuple[Form, ...]


def read(text: str) -> Forms:
    """Return the forms of a file such as `forms.toml`. Raises ValueError, which names the form."""
    tables = tomllib.loads(text)
    parts = tables.get("parts", {})
    return Forms(parts, tuple(_form(number, each, parts) for number, each in enumerate(tables["forms"], 1)))


def _form(number: int, fields: dict[str, Any], parts: dict[str, str]) -> Form:
    try:
        pattern = re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], fields["pattern"])
        flags = re.IGNORECASE if "[A-Z]" not in pattern else re.NOFLAG
        form = Form(
            fields["variant"],
            tuple(fields["words"].split()),
            float(fields["sure"]),
            re.compile(pattern, flags),
            fields["finds"],
            fields["leaves"],
        )
    except KeyError as error:
        raise ValueError(f"form {number} lacks {error}") from None
    except re.error as error:
        raise ValueError(f"the pattern of form {number} is broken: {error}") from None
    if form.variant not in _VARIANTS or not form.words or not 0 < form.sure <= 1:
        raise ValueError(f"form {number} is of no known variant, needs no word, or is not sure in 0 to 1")
    return form


FORMS = read(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
BEGIN = FORMS.parts["BEGIN"]
"""The beginning of a text, whatever marks a list or a quotation puts there."""


def _by_word() -> dict[str, tuple[Form, ...]]:
    """Return the forms by the words of which they need one."""
    forms: dict[str, tuple[Form, ...]] = {}
    for form in FORMS.all:
        for word in form.words:
            forms[word] = (*forms.get(word, ()), form)
    return forms


_BY_WORD = _by_word()
WORDS = frozenset(_BY_WORD)
"""A text without any of these has none of the forms."""
APART = str.maketrans(dict.fromkeys('.,:;!?()[]{}"`*<>#=—…/|“”', " "))


def worded(text: str, words: frozenset[str]) -> Leftover | None:
    """Return the leftover that a text's wording shows, if any; `words` are those of `WORDS` that it has."""
    hinted = 0.0
    for form in dict.fromkeys(form for word in sorted(words) for form in _BY_WORD[word]):
        match = form.pattern.search(text)
        if match is None or quoted(text, match.start()):
            continue
        if form.variant == BOOT and form.sure > _HINT and not _tells_of(text, match.span()):
            continue
        if form.sure > _HINT:
            return Leftover(form.variant, *trimmed(text, match.span()), form.sure)
        hinted += form.sure * sum(1 for _ in form.pattern.finditer(text))
        if hinted >= 1.0:
            return Leftover(form.variant, *trimmed(text, match.span()), _SURE_BY_HINTS)
    return None


def _tells_of(text: str, span: tuple[int, int]) -> bool:
    """Say whether a text is about what stands at a span: it begins with it, or a third of it is that.

    A routine of which one step reads a boot file, and a lesson that names a tool, say something else.
    """
    sentences = [sentence.span() for sentence in _SENTENCE.finditer(text)]
    about = next((each for each in sentences if each[0] <= span[0] < each[1]), None)
    if about is None or about == sentences[0]:
        return True
    return (about[1] - about[0]) * _SHARE >= len(text.strip())


def quoted(text: str, position: int) -> bool:
    """Say whether a place lies in code or in quotation marks, where something is talked about."""
    before = text[:position]
    return position > 0 and (before.count("`") % 2 == 1 or before.count('"') % 2 == 1 or before[-1:] in "“‘")


def trimmed(text: str, span: tuple[int, int]) -> tuple[int, int]:
    """Return a span without the blanks it begins with."""
    start, end = span
    part = text[start:end]
    return start + len(part) - len(part.lstrip()), end
