"""What there is to say of a setting, or of a section, as lines."""

from __future__ import annotations

from pathlib import Path

from rich.segment import Segment

from memtui.config.described import Described
from memtui.config.places import from_home
from memtui.domain.counting import plural
from memtui.tui.settings.listed import Section, unquoted
from memtui.tui.themes import Look
from memtui.tui.widgets.pages import Line, text_lines

_LABEL = 10


def setting_lines(setting: Described, file: Path, width: int, look: Look) -> list[Line]:
    """Return a setting with its sentence, what it may be, and where its value comes from."""
    lines: list[Line] = [[Segment(f" {setting.key}", look.strong)], []]
    lines += text_lines(" ".join(setting.documentation.replace("`", "").split()), width, look.text)
    lines.append([])
    facts = [("is", unquoted(setting.value) or "empty"), ("default", unquoted(setting.default) or "empty")]
    facts += [("may be", setting.allowed), ("from", _origin(setting, file))]
    for label, fact in facts:
        first, *rest = text_lines(fact, width - _LABEL, look.text)
        lines.append([Segment(f" {label:<{_LABEL - 1}}", look.dim), *first])
        lines += [[Segment(" " * _LABEL), *line] for line in rest]
    if setting.grants:
        lines.append([])
        lines += text_lines(
            "It lets others act, pay or read without asking, so only a person changes it.",
            width,
            look.dim,
        )
    return lines


def section_lines(section: Section, width: int, look: Look) -> list[Line]:
    """Return what a section is about, and how many settings stand in it."""
    count = f"{plural(section.count, 'setting')}, {section.changed:,} changed"
    return [
        [Segment(f" {section.name}", look.strong)],
        [],
        *text_lines(section.explanation.replace("`", ""), width, look.text),
        [],
        *text_lines(count, width, look.dim),
    ]


def _origin(setting: Described, file: Path) -> str:
    """Return where a value comes from, in words."""
    if setting.origin == "default":
        return "memtui; nothing sets it"
    if setting.origin.startswith("line "):
        return f"{setting.origin} of {from_home(str(file))}"
    if setting.origin == "the file":
        return from_home(str(file))
    return setting.origin
