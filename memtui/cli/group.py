"""The `memtui` command itself: the options before any command, and the table of all commands.

A command's module is loaded when the command runs, so that `memtui list` does not pay for what
`memtui import` needs. Help, the README's table and docs/commands.md are made from this table and
from the commands' own docstrings.
"""

import ast
import importlib
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

import memtui
from memtui.cli import failures, output
from memtui.cli.session import Session

_SUMMARY = 200
"""Characters that the help page says of a command at most."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a command is defined."""

    module: str
    """The file in this package."""
    function: str

    def load(self) -> click.Command:
        """Import the command."""
        command = getattr(importlib.import_module(f"memtui.cli.{self.module}"), self.function)
        assert isinstance(command, click.Command)  # noqa: S101
        return command

    def summary(self) -> str:
        """Return the first sentence of what the command does, read from its file.

        Importing thirty commands for a page of help would load all that they need.
        """
        text = (Path(__file__).parent / f"{self.module}.py").read_text(encoding="utf-8")
        written = next(
            node
            for node in ast.parse(text).body
            if isinstance(node, ast.FunctionDef) and node.name == self.function
        )
        return click.Command(self.function, help=ast.get_docstring(written)).get_short_help_str(_SUMMARY)


@dataclass(frozen=True, slots=True)
class Heading:
    """A group of commands on the help page."""

    title: str
    commands: Mapping[str, Entry]
    remark: str = ""


HEADINGS = (
    Heading(
        "Begin",
        {
            "init": Entry("init", "init"),
            "demo": Entry("screen", "demo"),
        },
    ),
    Heading(
        "Browse",
        {
            "list": Entry("browse", "list_memories"),
            "show": Entry("browse", "show"),
            "recall": Entry("recall", "recall"),
        },
    ),
    Heading(
        "Change",
        {
            "add": Entry("change", "add"),
            "edit": Entry("change", "edit"),
            "pin": Entry("change", "pin"),
            "unpin": Entry("change", "unpin"),
            "move": Entry("change", "move"),
            "share": Entry("share", "share"),
        },
    ),
    Heading(
        "Remove",
        {
            "drop": Entry("remove", "drop"),
            "forget": Entry("remove", "forget"),
            "restore": Entry("remove", "restore"),
            "archive": Entry("remove", "archive"),
            "purge": Entry("purge", "purge"),
        },
        remark="drop and forget come back, archive stays searchable, purge never",
    ),
    Heading(
        "Undo",
        {
            "undo": Entry("journal", "undo"),
            "redo": Entry("journal", "redo"),
            "history": Entry("journal", "history"),
        },
    ),
    Heading(
        "Review",
        {
            "review": Entry("review", "review"),
        },
        remark="the pass proposes, you decide",
    ),
    Heading(
        "In and out",
        {
            "extract": Entry("extract", "extract"),
            "import": Entry("importing", "import_memories"),
            "export": Entry("exporting", "export"),
            "backup": Entry("backup", "backup"),
            "sources": Entry("sources", "sources"),
            "rule": Entry("rule", "rule"),
            "sync": Entry("sync", "sync"),
        },
    ),
    Heading(
        "For agents",
        {
            "mcp": Entry("mcp", "mcp"),
            "hooks": Entry("hooks", "hooks"),
            "plugin": Entry("plugin", "plugin"),
            "hook": Entry("hook", "hook"),
            "told": Entry("told", "told"),
            "capture": Entry("capture", "capture"),
            "work": Entry("work", "work"),
        },
    ),
    Heading(
        "Looking after",
        {
            "projects": Entry("projects", "projects"),
            "stats": Entry("stats", "stats"),
            "whatif": Entry("what_if", "what_if"),
            "doctor": Entry("doctor", "doctor"),
            "config": Entry("settings", "config"),
            "schema": Entry("schema", "schema"),
            "completion": Entry("completion", "completion"),
            "simulate": Entry("simulate", "simulate"),
        },
    ),
)

_ENTRIES = {name: entry for heading in HEADINGS for name, entry in heading.commands.items()}
_ELSEWHERE = {
    "search": "recall",
    "find": "recall",
    "ask": "recall",
    "query": "recall",
    "ls": "list",
    "rm": "drop",
    "remove": "drop",
    "delete": "drop",
    "setup": "init",
    "install": "init",
    "status": "doctor",
    "log": "history",
}
"""What other programs call a command that does the same here."""


class Root(click.Group):
    """Loads commands when they are named, groups them in the help, and ends every run in words."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Return the names in the order of the help page."""
        return list(_ENTRIES)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command."""
        entry = _ENTRIES.get(cmd_name)
        return None if entry is None else entry.load()

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or name the one that was probably meant."""
        if args[0] not in _ENTRIES and not args[0].startswith("-"):
            import difflib

            close = difflib.get_close_matches(args[0], _ENTRIES, n=1)
            meant = _ELSEWHERE.get(args[0]) or next(iter(close), "")
            hint = f" Did you mean {meant}?" if meant else " `memtui --help` lists them."
            raise click.UsageError(f"There is no command {args[0]!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under their headings."""
        longest = max(map(len, _ENTRIES))
        for heading in HEADINGS:
            title = f"{heading.title} ({heading.remark})" if heading.remark else heading.title
            with formatter.section(title):
                formatter.write_dl(
                    [(name.ljust(longest), entry.summary()) for name, entry in heading.commands.items()]
                )

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a reader that went away is no error of ours."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise output.ReaderGone from None
        except Exception as error:
            store = ctx.ensure_object(Session).opened
            if store is None:
                raise
            from memtui.store import health

            cause = health.cause_of(store, error)
            if cause is error:
                raise
            raise cause from error

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run one command line and exit with its code; not standalone, return the code instead."""
        output.prepare_streams()
        extra |= {"complete_var": complete_var, "windows_expand_args": windows_expand_args}
        run = super().main
        code = failures.run(lambda: run(args, prog_name or "memtui", standalone_mode=False, **extra))
        if standalone_mode:
            sys.exit(code)
        return code


@click.group(
    cls=Root,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 done, 1 failed or refused, 2 usage, 3 nothing matched, 130 interrupted.",
)
@click.option("--db", type=click.Path(path_type=Path), help="The store, instead of your own. Also MEMTUI_DB.")
@click.option("--config", type=click.Path(path_type=Path), help="The settings file. Also MEMTUI_CONFIG.")
@click.version_option(memtui.__version__, message="memtui %(version)s")
@click.pass_context
def root(ctx: click.Context, db: Path | None, config: Path | None) -> int | None:
    """Look after what your AI agents remember.

    Without a command, memtui opens its screen on your store.
    """
    session = ctx.ensure_object(Session)
    session.db = db
    session.config = config
    if ctx.invoked_subcommand is not None:
        return None
    from memtui.cli.screen import open_screen

    return open_screen(session, session.path)
