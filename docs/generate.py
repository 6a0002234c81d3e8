"""Writes the pages that are made from the program itself: `python -m docs.generate`.

A page is a path and a function in `PAGES`; a section of a page that people write is a path, a name
and a function in `SECTIONS`, and lies between `<!-- name -->` and `<!-- /name -->`. A test keeps
what is in the repository equal to what this writes.
"""

import inspect
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import click

from docs.keys_page import keys_of, keys_page
from docs.manual import manual_page
from memtui.cli.answers import Answers, answers
from memtui.cli.group import HEADINGS, root
from memtui.config.places import VARIABLES
from memtui.config.writing import default_file
from memtui.formats.changes import WritesBack
from memtui.formats.exports import ExportsFile, ExportsFolder
from memtui.formats.finding import LiesAround
from memtui.formats.registry import readers
from memtui.tui.keys.views import ALL_VIEWS

FOLDER = Path(__file__).resolve().parent

_NOTE = "<!-- Made by `python -m docs.generate`; change the program, not this page. -->\n"
_OF_FORMATS = """\
`memtui import PATH` and `memtui sources link PATH` tell a format by its content or its place;
`--format NAME` names it. Any page of markdown and any folder of notes is read, whatever wrote it. What is
left out is counted, with the reason.

- **One record is one memory.** Where a shape comes again in a file (sections with the same labels, sections
  that come again in the same order, entries of a log whose titles or lines open with a day and words or
  with an identifier such as `D004`, or whose titles end with a day in brackets), each is one memory with
  its parts. So is a document of up to seven sections whose title is `ADR 7: …`, or that has a status and a
  day in its frontmatter, up to 16,000 characters, and a section that is mostly fields (`**Cause**: …`). So
  are a question with its answer (`Q:`, `A:`), what a diary says below a line that is only a day, and a
  section of up to 1,000 characters that is one of a count within a chapter (`### Step 1: …`, `### 2. …`).
  Labels make a record where they come again in other sections: where most bullets of a section have none, or
  one of their own, it is a list. What has no such shape is taken apart into statements: a bullet, a
  paragraph, a numbered list, each with the code that follows it. The line that introduces a list or a table
  (`Ports:`) stands above each of its memories. A line by itself that is underlined (`=====`, `-----`) is a
  heading, and `[x]` opens an item.
- **A fact file of Claude Code is one memory, or one an item.** It is whole unless its body is a flat list of
  at least three statements that each stand alone, with at most a title or a line above it and links to other
  notes below. Parts of a lesson (`Cause:`, `**Why:**`), steps, a list within a list, names below a line, and
  a list with a paragraph besides stay together. Each item has the type and the place of its file and the age
  of its line, and the file's title in front where it only gives a value (`Sender: …`): as a heading, which is
  never written into the file. A list stays one
  however short it gets, until no bullet is left in it; with the last item go the file and its line in
  `MEMORY.md`. A file that was one memory here becomes a list once, which History calls the splitting of that
  file, with all that was known of the memory on each item. Nothing is written for that, and undo puts them
  together for good.
- **Steps are one memory, numbered rules one each.** A numbered list is one of rules where the heading or
  line above it names what its items are (`Rules`, `Key decisions`, `教训`), or where its items open in bold
  and stand apart by blank lines, or one of three has 200 bytes or more. Where those words speak of steps or
  of an order, it is one memory.
- **A row of a table of records is one memory**, its cells behind the names of their columns: of a table
  with three columns or more, in which at least one row of three has a cell of 30 bytes or more, or with two
  where each row opens with a day, or one of three has a cell of 100 bytes or more. Any other mapping of two
  columns and one of names and numbers says something only as a whole and stays one memory. A table whose
  only row is a stand-in such as `_none_` is empty; a cell below a bare `#` stands without a label.
- **As old as it says.** A day in the statement itself (`**Logged**: 2026-02-20 10:34`), in a heading above
  it, in the frontmatter or in the name of the file; else the commit that brought the line; else the day
  that the page names above its sections (`*Last updated: 2026-02-03*`, in any language) or in its last
  line; else the time of the file. What only that dates (`dated: at the latest`) may be older, so it is
  never taken for the newer of two; a line that comes into a linked file later is of that time. What
  memtui writes itself makes the lines beside it no younger: undo gives the file its old time back, and
  where a place is linked anew, a file to which only memtui has written since is as old as it was before.
  After any other write of memtui the file has the time of that write, by which editors and agents that
  have it open see that it changed. Days are read in figures, with English, German, French, Spanish,
  Portuguese, Italian and Turkish months, and as the program `date` prints them; a time with the zone that
  stands behind it (`+02:00`, `BST`), if its name is that of one alone.
- **No memories**, and refused or counted with this reason: skills, commands, prompts and definitions of
  agents (`SKILL.md`, `.claude/agents`, `.agents/skills`), which an agent loads by itself. `--format markdown`
  reads one all the same. So are the lines of an index that name pages beside it, also as rows of a table,
  a name in bold with nothing behind it, and what a page says of itself: in italics below its title or below
  several of its headings, and above its sections what it is for or who writes it (`This file provides
  guidance to …`, `Auto-generated from …`). A title right above bullets (`Naming Conventions`) is said of
  each.
- **Tried on real ones.** 139 files that agents keep in 50 public projects, the long ones shortened, in
  English, Chinese, Japanese, German and Turkish: instructions and rules of five agents, memory banks, notes
  of one page, memory folders of projects and of agents, workspaces with a diary, Serena's and Goose's
  memories, progress logs, permalinked notes and lessons. 127 are read, each as what it is; 12 are refused
  or counted with a reason: skills, definitions of agents, plans in JSON, pages that say nothing yet. In 30
  of the projects three memories were dropped, one edited, and all of that undone: every file was as before,
  to the byte. Of 750 memories, 18 stay in their file when they are dropped, because what is left would read
  otherwise, and that is told; six more cannot be put into another place of their file than the one they
  stood in.
- **Written back** means that what changes here goes to those lines of the file, and to no other byte of it.
  A fact of Claude Code is described besides, in its frontmatter and in a line of `MEMORY.md`. Where these
  give the value that an edit changes (“we run Postgres 14”), it is changed there in the same act: it is named
  before, and undo gives back every byte and the times of the files. Where that is not sure, because the text
  was written anew or the figure may be of something else, the description begins anew as the text does, the
  line of `MEMORY.md` stays, and it is said which line still says the old.
"""
_OF_JSON = """\
Version {version} of the schema; `memtui schema` tells the same as JSON Schema, with the version. A new field
leaves the version as it is, so a script should pass over what it does not know. A field that goes, or becomes
something else, raises it.

A *time* is ISO 8601 in UTC, a *count* a whole number, a *flag* true or false, *any* whatever fits. Each
command prints one document, and words for people go to stderr. What failed prints no document, and the exit
code says so.
"""


def commands() -> str:
    """Return docs/commands.md: every command with its arguments and options."""
    top = click.Context(root, info_name="memtui")
    lines = [
        "# Commands\n",
        _NOTE,
        "Data goes to stdout, words to stderr. Most commands take `--json` and then print one JSON document",
        "([which](json.md)). A uid may be shortened to letters that tell it from all others. Every command",
        "takes `--help`.\n",
        "Exit codes: 0 done, 1 failed or refused (nothing changed, or some was left out, which is said),",
        "2 usage, 3 nothing matched, 130 interrupted.\n",
        *_page(top, level=2),
    ]
    for heading in HEADINGS:
        lines.append(f"## {heading.title}\n")
        lines += [f"{heading.remark[:1].upper() + heading.remark[1:]}.\n"] if heading.remark else []
        for name, entry in heading.commands.items():
            lines += _page(click.Context(entry.load(), info_name=name, parent=top), level=3)
    return "\n".join(lines).rstrip() + "\n"


def settings() -> str:
    """Return docs/settings.md: the commented file that `memtui config init` writes, and the variables."""
    variables = "\n".join(f"| `{name}` | {words} |" for name, words in VARIABLES.items())
    return f"""# Settings

{_NOTE}
`memtui config` shows what is in force and where it comes from, `memtui config path` where the file is,
`memtui config init` writes this one, and `memtui config set KEY VALUE` changes a line of it.

```toml
{default_file()}```

| variable | does |
|---|---|
{variables}
"""


def command_table() -> str:
    """Return the README's table of commands: those of a heading in one row."""
    rows = ["| to | `memtui` with |", "|---|---|"]
    for heading in HEADINGS:
        names = " · ".join(f"`{name}`" for name in heading.commands)
        rows.append(f"| {heading.title.lower()} | {names} |")
    return "\n".join(rows) + "\n"


def formats_page() -> str:
    """Return docs/formats.md: what memtui reads, and what becomes of it."""
    rows = ["| format | what it is | written back | found by a scan | exported |", "|---|---|---|---|---|"]
    for reader in readers():
        does = (
            isinstance(reader, WritesBack),
            isinstance(reader, LiesAround),
            isinstance(reader, ExportsFile | ExportsFolder),
        )
        marks = " | ".join("yes" if one else "" for one in does)
        rows.append(f"| `{reader.name}` | {_cell(reader.label)} | {marks} |")
    return "\n".join(["# What memtui reads\n", _NOTE, _OF_FORMATS, *rows, ""])


def json_page() -> str:
    """Return docs/json.md: what every command prints with `--json`, field by field."""
    known = answers()
    lines = ["# What `--json` prints\n", _NOTE, _OF_JSON.format(version=known.version)]
    lines += ["| command | prints |", "|---|---|"]
    lines += [f"| `memtui {name}` | {_kind(kind, known)} |" for name, kind in known.commands.items()]
    for shape in known.shapes.values():
        also = [f" All fields of [{part}](#{part}), and:" for part in shape.parts]
        lines += [f"\n## {shape.name}\n", f"{shape.description}{''.join(also)}\n"]
        if shape.own:
            lines += ["| field | type | |", "|---|---|---|"]
            lines += [
                f"| `{field.name}`{'' if field.always else ', not always'} | {_kind(field.kind, known)} "
                f"| {_cell(field.description)} |"
                for field in shape.own
            ]
        if shape.further:
            lines += ["", "It may have further fields."]
    return "\n".join(lines) + "\n"


def _kind(kind: str, known: Answers) -> str:
    """Return a kind of value as a reader understands it, shapes as links."""
    if kind.endswith("?"):
        return f"{_kind(kind[:-1], known)} or null"
    if kind.startswith("["):
        return f"list of {_kind(kind[1:-1], known)}"
    if kind.startswith("{"):
        return f"object of {_kind(kind[1:-1], known)} by name"
    if " | " in kind:
        return " or ".join(_kind(each, known) for each in kind.split(" | "))
    return f"[{kind}](#{kind})" if kind in known.shapes else kind


PAGES: list[tuple[Path, Callable[[], str]]] = [
    (FOLDER / "commands.md", commands),
    (FOLDER / "keys.md", keys_page),
    (FOLDER / "settings.md", settings),
    (FOLDER / "formats.md", formats_page),
    (FOLDER / "json.md", json_page),
    (FOLDER / "memtui.1", manual_page),
]
SECTIONS: list[tuple[Path, str, Callable[[], str]]] = [
    (FOLDER.parent / "README.md", "commands", command_table),
    *((FOLDER / "views" / f"{view.id}.md", "keys", partial(keys_of, view)) for view in ALL_VIEWS),
]


def contents() -> Iterator[tuple[Path, str]]:
    """Yield each generated file with what it should hold."""
    for path, make in PAGES:
        yield path, make()
    for path, name, make_section in SECTIONS:
        whole = with_section(path.read_text("utf-8"), name, make_section())
        if whole is not None:
            yield path, whole


def with_section(text: str, name: str, section: str) -> str | None:
    """Return `text` with the section `name` replaced; None when it has no such section."""
    start, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    before, found_start, rest = text.partition(start)
    _, found_end, after = rest.partition(end)
    return f"{before}{start}{section}{end}{after}" if found_start and found_end else None


def main() -> int:
    """Write what has changed and name it."""
    for path, text in contents():
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
            print(path.relative_to(FOLDER.parent))
    return 0


def _page(context: click.Context, level: int) -> Iterator[str]:
    """Yield the lines about one command, and about its subcommands."""
    command = context.command
    yield f"{'#' * level} {context.command_path}\n"
    yield f"    {' '.join(context.get_usage().split()).removeprefix('Usage: ')}\n"
    yield f"{inspect.cleandoc(command.help or '')}\n"
    records = [item.get_help_record(context) for item in command.params]
    options = [record for record in records if record and record[1]]
    if options:
        yield "| option | |"
        yield "|---|---|"
        yield from (f"| `{_cell(name)}` | {_cell(words)} |" for name, words in options)
        yield ""
    if isinstance(command, click.Group) and command is not root:
        for name, inner in command.commands.items():
            yield from _page(click.Context(inner, info_name=name, parent=context), level + 1)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    sys.exit(main())
