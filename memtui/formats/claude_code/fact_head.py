"""The frontmatter of a fact file of Claude Code: where it stands, and writing to it line by line."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from memtui.domain.memory import Draft
from memtui.formats.ground.frontmatter import FENCE, opening
from memtui.formats.ground.splicing import Page, Splice
from memtui.language.carried_over import carried_over

_PLAIN = re.compile(r"[A-Za-z_/][^:#\n\"'{}\[\],&*!|>%@`]*")
_KEYWORDS = {"true", "false", "yes", "no", "on", "off", "null", "~"}


def top(page: Page) -> tuple[int, int]:
    """Return the lines of the frontmatter, both fences included; equal when there is none."""
    start = next((at for at in range(len(page.lines)) if not page.blank(at)), 0)
    return start, start + opening("\n".join(page.text.split("\n")[start:]))[1]


def with_rewordings(page: Page, rewordings: Iterable[tuple[str, str]]) -> Page:
    """Return the page whose frontmatter gives the values that texts give now, each known before and after."""
    start, end = top(page)
    lines = [page.line(at) for at in range(start, end)]
    for before, after in rewordings:
        lines = [carried_over(line, before, after).text for line in lines]
    return page.spliced([Splice(start, end, lines)]) if lines else page


def with_value(page: Page, key: str, value: str) -> Page:
    """Return the page with another value in the frontmatter; the same page when it isn't on one line."""
    start, end = top(page)
    for at in range(start + 1, end - 1):
        match = re.match(rf"(\s*{key}\s*:\s*)(\S.*)?$", page.line(at))
        if match is None:
            continue
        indent = len(match[0]) - len(match[0].lstrip())
        following = page.line(at + 1)
        deeper = len(following) - len(following.lstrip()) > indent
        if (match[2] or "|")[0] in "|>&*" or (deeper and at + 1 < end - 1):
            return page
        return page.spliced([Splice(at, at + 1, [match[1].rstrip() + " " + _quoted(value)])])
    return page


def pinned(page: Page) -> Page:
    """Return the page with a pin in the frontmatter."""
    start, end = top(page)
    if start == end:
        return page.spliced([Splice(start, start, [FENCE, "pinned: true", FENCE, ""])])
    for at in range(start + 1, end - 1):
        if match := re.match(r"(\s*pinned\s*:).*", page.line(at)):
            return page.spliced([Splice(at, at + 1, [f"{match[1]} true"])])
    nested = next((at for at in range(start + 1, end - 1) if page.line(at).rstrip() == "metadata:"), end)
    if nested + 1 < end and (indent := re.match(r"[ \t]+(?=[\w-]+\s*:)", page.line(nested + 1))):
        last = nested + 1
        while last + 1 < end - 1 and page.line(last + 1).startswith(indent[0]):
            last += 1
        return page.spliced([Splice(last + 1, last + 1, [f"{indent[0]}pinned: true"])])
    return page.spliced([Splice(end - 1, end - 1, ["pinned: true"])])


def unpinned(page: Page) -> Page:
    """Return the page without a pin, and without a frontmatter that said nothing else."""
    start, end = top(page)
    lines = [at for at in range(start + 1, end - 1) if re.match(r"\s*pinned\s*:", page.line(at))]
    if len(lines) == end - start - 2:
        return page.spliced([Splice(start, end + int(page.blank(end) and end < len(page.lines) - 1))])
    return page.spliced([Splice(at, at + 1) for at in lines])


def head_of(draft: Draft, description: str, *, pinned: bool) -> list[str]:
    """Return the frontmatter of the file that a memory came from, and a blank line; nothing without any."""
    provenance = draft.provenance
    unknown = provenance.get("frontmatter")
    known = dict(unknown) if isinstance(unknown, Mapping) else {}
    head: dict[str, object] = {}
    if name := provenance.get("name"):
        head["name"] = name
    if description:
        head["description"] = description
    inner = {"type": provenance["kind"]} if provenance.get("kind") else {}
    inner |= {"pinned": "true"} if pinned else {}
    nested = known.get("metadata")
    if isinstance(nested, Mapping):
        known["metadata"] = {**nested, **inner}
    else:
        head |= inner
    head |= known
    return [FENCE, *_yaml(head, ""), FENCE, ""] if head else []


def _yaml(values: Mapping[str, object], indent: str) -> Iterator[str]:
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield f"{indent}{key}:"
            yield from _yaml(value, indent + "  ")
        elif isinstance(value, list):
            yield f"{indent}{key}: {json.dumps(value, ensure_ascii=False)}"
        else:
            yield f"{indent}{key}: {_quoted(str(value))}"


def _quoted(value: str) -> str:
    plain = _PLAIN.fullmatch(value) and value == value.strip() and value.casefold() not in _KEYWORDS
    return value if plain else json.dumps(value, ensure_ascii=False)
