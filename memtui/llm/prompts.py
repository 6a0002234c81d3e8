"""Loads what models are asked: one Markdown file per prompt, shipped, or the person's own in its place.

Capture and review call `load`. The format is told in `prompts/README.md`. A prompt is data: a person
may rewrite it without touching the program, so every fault of a file is a sentence that names it.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from memtui.domain.text import Longest, one_line
from memtui.llm.errors import ModelUnusable
from memtui.llm.provider import Message

_VARIABLE = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_PART = re.compile(r"^--- (system|user) ---[ \t]*$", re.MULTILINE)
_HEADER = re.compile(r"\A\s*---[ \t]*\n(.*?)\n---[ \t]*\n(.*)\Z", re.DOTALL)
_VERSION = re.compile(r"[\w.-]{1,20}")
_FIELDS = ("name", "version", "variables")


class PromptError(ModelUnusable):
    """A prompt file that cannot be used; the message names the file and says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt, checked."""

    name: str
    version: str
    """As its header says; for a person's own file followed by a mark of its content, `1+3fa9c1`."""
    parts: tuple[tuple[str, str], ...]
    """Role and text, in order."""

    @property
    def label(self) -> str:
        """What provenance keeps: `extract 1`."""
        return f"{self.name} {self.version}"

    def messages(self, **values: str) -> list[Message]:
        """Return the prompt as chat messages. What is put in is never searched for variables itself."""
        return [
            {"role": role, "content": _VARIABLE.sub(lambda found: values[found[1]], text)}
            for role, text in self.parts
        ]


def load(
    name: str, *, offered: Sequence[str], needed: Sequence[str] = (), folder: Path | None = None
) -> Prompt:
    """Return the prompt called `name`: from `folder` when there is a file for it, else the shipped one.

    `offered` are the variables that the program fills in, `needed` those without which the prompt
    would be of no use. Raises PromptError.
    """
    own = folder / f"{name}.md" if folder is not None else None
    if own is not None and own.exists():
        try:
            text = own.read_text("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            reason = (
                "is not UTF-8 text" if isinstance(error, ValueError) else f"cannot be read: {error.strerror}"
            )
            raise PromptError(f"The prompt {own} {reason}.") from None
        mark = hashlib.blake2b(text.encode(), digest_size=3).hexdigest()
        return parse(text, name, str(own), offered, needed, mark=f"+{mark}")
    return parse(_shipped(name), name, f"prompts/{name}.md", offered, needed)


def shipped() -> list[Prompt]:
    """Return every prompt that comes with memtui, with the variables it declares. Raises PromptError."""
    folder = next((folder for folder in _folders() if folder.is_dir()), None)
    places = folder.iterdir() if folder is not None else ()
    names = sorted(place.name[:-3] for place in places if place.name.endswith(".md"))
    texts = {name: _shipped(name) for name in names if name != "README"}
    return [parse(text, name, f"prompts/{name}.md", _declared(text), ()) for name, text in texts.items()]


def parse(
    text: str, name: str, place: str, offered: Sequence[str], needed: Sequence[str], *, mark: str = ""
) -> Prompt:
    """Read a prompt from `text`, the content of the file at `place`. Raises PromptError."""
    match = _HEADER.match(text.replace("\r\n", "\n"))
    if match is None:
        raise _fault(
            place, "starts with no header; write name, version and variables between two lines of ---"
        )
    header = _header(match[1], place)
    if header["name"] != name:
        raise _fault(
            place, f"is called {one_line(header['name'], Longest.NAME)!r} in its header, not {name!r}"
        )
    if not _VERSION.fullmatch(header["version"]):
        raise _fault(place, "has no usable version; write a number such as 1 or 1.2")
    declared = [word for word in re.split(r"[,\s]+", header["variables"]) if word]
    used = set(_VARIABLE.findall(match[2]))
    for variable in [*declared, *sorted(used)]:
        if variable not in offered:
            raise _fault(
                place,
                f"uses the variable {one_line(variable, Longest.NAME)!r}; "
                f"there are only {', '.join(offered)}",
            )
    if undeclared := sorted(used - set(declared)):
        raise _fault(place, f"uses {{{{{undeclared[0]}}}}}, which its header does not list under variables")
    if lacking := [variable for variable in needed if variable not in used]:
        raise _fault(
            place, f"does not use {{{{{lacking[0]}}}}}, without which the model gets nothing to read"
        )
    return Prompt(name, header["version"] + mark, _parts(match[2], place))


def _header(text: str, place: str) -> dict[str, str]:
    header: dict[str, str] = {}
    for line in text.splitlines():
        key, colon, value = line.partition(":")
        if line.strip() and (not colon or key.strip() not in _FIELDS):
            raise _fault(
                place,
                f"has the header line {one_line(line, Longest.NAME)!r}; there are only {', '.join(_FIELDS)}",
            )
        if line.strip():
            header[key.strip()] = value.strip()
    if lacking := [field for field in _FIELDS if field not in header]:
        raise _fault(place, f"has no {lacking[0]} in its header")
    return header


def _parts(text: str, place: str) -> tuple[tuple[str, str], ...]:
    before, *rest = _PART.split(text)
    parts = tuple((role, part.strip()) for role, part in zip(rest[::2], rest[1::2], strict=True))
    if before.strip() or "user" not in [role for role, _ in parts] or not all(part for _, part in parts):
        raise _fault(
            place, "is not divided into parts; start them with the lines --- system --- and --- user ---"
        )
    return parts


def _declared(text: str) -> list[str]:
    match = re.search(r"^variables:(.*)$", text, re.MULTILINE)
    return re.findall(r"\w+", match[1]) if match is not None else []


def _shipped(name: str) -> str:
    """Return a shipped prompt: from the installed package, or from the source tree it is worked on in."""
    for folder in _folders():
        place = folder / f"{name}.md"
        if place.is_file():
            return place.read_text("utf-8")
    raise PromptError(f"The prompt {name} is missing from this installation of memtui. Install it again.")


def _folders() -> list[Traversable]:
    package = resources.files("memtui")
    return [package / "prompts", *([package.parent / "prompts"] if isinstance(package, Path) else [])]


def _fault(place: str, fault: str) -> PromptError:
    return PromptError(f"The prompt {place} {fault}. Mend or remove it.")
