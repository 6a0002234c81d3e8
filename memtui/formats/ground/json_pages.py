"""Changing statements of the pages that stand in strings of a JSON text, and none of its other characters.

A page is taken apart into lines and changed as a file of markdown is. Only the lines that become otherwise
are spelled anew: the escapes of all others stay as they were written.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from memtui.aligning import steps
from memtui.formats.changes import Held, RecordChange
from memtui.formats.ground.json_lines import cleaned
from memtui.formats.ground.json_splicing import Patch, literal, patched
from memtui.formats.ground.markdown_writing import held_records, rewrite
from memtui.formats.ground.record_layout import RecordLayout
from memtui.formats.ground.splicing import CannotWrite, Page, Rewritten
from memtui.formats.protocol import Skipped

_SPELLED = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^\\]", re.DOTALL
)
"""One character as a JSON string spells it."""


@dataclass(frozen=True, slots=True)
class JsonPage:
    """A page and the characters of the JSON text that spell it, quotes included."""

    name: str
    """As it goes into the keys of its records."""
    text: str
    start: int
    end: int
    limit: int = 0
    """Characters that the program holds of it; 0 for any number."""

    @property
    def page(self) -> Page:
        """The page as lines."""
        return Page.of(self.text.encode("utf-8", "surrogateescape"))

    @property
    def layout(self) -> "PageLayout":
        """How its records are laid out."""
        return PageLayout(self.name, self.limit)


class PageLayout(RecordLayout):
    """The records of a page of limited length."""

    def __init__(self, name: str, limit: int = 0) -> None:
        super().__init__(name)
        self._limit = limit

    def refusal(self, page: Page, before: Page) -> str:
        """Return why a page that is longer than its program holds must not be written."""
        size = len(page.text)
        if self._limit and size > self._limit and size > len(before.text):
            return f"{self.name} would have {size:,} characters; it holds at most {self._limit:,}"
        return ""


def held_in(pages: Sequence[JsonPage]) -> list[Held]:
    """Return the records of all pages, in order."""
    return [held for page in pages for held in held_records(page.layout, page.page)]


def rewritten(
    file: str, text: str, pages: Sequence[JsonPage], changes: Sequence[RecordChange], done: Rewritten
) -> str:
    """Return the JSON text of the file called `file` with its pages changed, and note in `done` what is left.

    A statement that several pages of one name have is changed in each. A new one goes to the page that its
    provenance names as `block`. Raises CannotWrite.
    """
    if any(cleaned(page.text) != page.text for page in pages):
        raise CannotWrite(f"{file} holds characters that are no text; it is left alone")
    rest = {change.key: change for change in changes}
    patches = []
    for page in pages:
        keys = {place.key for place in page.layout.of(page.page)}
        wanted = [change for change in changes if change.key in keys or _is_new_in(page, change, rest)]
        if not wanted:
            continue
        for change in wanted:
            rest.pop(change.key, None)
        data = page.text.encode("utf-8", "surrogateescape")
        one = rewrite(page.layout, data, wanted)
        done.left += one.left
        done.renamed |= one.renamed
        if one.data is not None and one.data != data:
            new = one.data.decode("utf-8", "surrogateescape")
            patches.append(Patch(page.start, page.end, respelled(text[page.start : page.end], new, text)))
    done.left += [Skipped(change.key, _nowhere(file, change)) for change in rest.values()]
    return patched(text, patches)


def _is_new_in(page: JsonPage, change: RecordChange, rest: dict[str, RecordChange]) -> bool:
    """Say whether a change adds a statement to a page that no page before took."""
    if change.before is not None or change.after is None or change.key not in rest:
        return False
    return change.after.provenance.get("block") == page.name


def _nowhere(file: str, change: RecordChange) -> str:
    if change.before is None and change.after is not None:
        return f"{file} has no block that it belongs into"
    return f"it is not in {file} any more"


def respelled(spelled: str, new: str, around: str) -> str:
    """Return a JSON string that says `new`, all that it says already spelled as in `spelled`.

    Other characters are spelled as the text `around` it does.
    """
    old = json.loads(spelled, strict=False)
    at = list(accumulate((len(one) for one in _SPELLED.findall(spelled[1:-1])), initial=1))
    return patched(
        spelled,
        [
            Patch(at[start], at[end], literal(text, around)[1:-1])
            for start, end, text in _differences(old, new)
        ],
    )


def _differences(old: str, new: str) -> Iterator[tuple[int, int, str]]:
    """Yield the characters of `old` that are otherwise in `new`, and what they are there."""
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    starts = list(accumulate(map(len, before), initial=0))
    for kind, first, last, begin, end in steps(before, after):
        if kind == "equal":
            continue
        gone, come = "".join(before[first:last]), "".join(after[begin:end])
        head = _alike(gone, come)
        gone, come = gone[head:], come[head:]
        tail = _alike(gone[::-1], come[::-1])
        start = starts[first] + head
        yield start, start + len(gone) - tail, come[: len(come) - tail]


def _alike(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (mine, its) in pairs if mine != its), min(len(one), len(other)))
