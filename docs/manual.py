"""The manual page, `man memtui`, made from the commands themselves: roff with the macros of man(7)."""

from collections.abc import Iterator

import click

import memtui
from memtui.cli.group import HEADINGS, root

_BEGIN = f"""\
.\\" Made by `python -m docs.generate`; change the program, not this page.
.TH MEMTUI 1 "" "memtui {memtui.__version__}" "User commands"
.ad l
.SH NAME
memtui \\- look after what your AI agents remember
.SH SYNOPSIS
.B memtui
.RI [ OPTIONS ]
.RI [ COMMAND ]
.RI [ ARGS ...]
.SH DESCRIPTION
"""
_ABOUT = (
    "Agents write memories and never clean up. memtui is one local store with one keyboard screen over it: "
    "the strongest memories first, one key to drop a bad one, one key to bring it back, and undo for all. "
    "Without a command it opens that screen. Data goes to stdout, words to stderr."
)
_CODES = (
    ("0", "Done."),
    ("1", "Failed or refused; nothing was changed."),
    ("2", "The command line is wrong."),
    ("3", "Nothing matched."),
    ("130", "Interrupted."),
)


def manual_page() -> str:
    """Return docs/memtui.1."""
    top = click.Context(root, info_name="memtui")
    lines = [_BEGIN.rstrip("\n"), _escaped(_ABOUT), ".SH OPTIONS", *_options(top)]
    for heading in HEADINGS:
        lines.append(f".SH {_escaped(heading.title.upper())}")
        for name, entry in heading.commands.items():
            lines += _command(click.Context(entry.load(), info_name=name, parent=top))
    lines.append(".SH EXIT STATUS")
    for code, words in _CODES:
        lines += [".TP", f".B {code}", words]
    return "\n".join(lines) + "\n"


def _command(context: click.Context) -> Iterator[str]:
    """Yield the lines about a command, and about those below it."""
    yield ".SS " + _escaped(" ".join(context.get_usage().split()).removeprefix("Usage: "))
    for number, paragraph in enumerate((context.command.help or "").split("\n\n")):
        if number:
            yield ".PP"
        yield _escaped(" ".join(paragraph.split()))
    yield from _options(context)
    if isinstance(context.command, click.Group):
        for name, inner in context.command.commands.items():
            yield from _command(click.Context(inner, info_name=name, parent=context))


def _options(context: click.Context) -> Iterator[str]:
    for option in context.command.params:
        record = option.get_help_record(context)
        if record is not None and record[1]:
            yield from (".TP", f".B {_escaped(record[0])}", _escaped(record[1]))


def _escaped(text: str) -> str:
    """Return a line as roff takes it: hyphens as they stand on the keyboard, and no request by accident."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = "".join(sign if sign.isascii() else f"\\[u{ord(sign):04X}]" for sign in text)
    return f"\\&{text}" if text.startswith((".", "'")) else text
