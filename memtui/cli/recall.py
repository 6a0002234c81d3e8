"""`recall`: what memtui would tell an agent about a question; a use only where an agent says that it asks.

The commands that save questions with their answers, and check them, are in `recall_saved`.
"""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memtui.cli import output
from memtui.cli.failures import Code
from memtui.cli.recall_embedder import used_embedder
from memtui.cli.recall_saved import COMMANDS
from memtui.cli.rows import as_json
from memtui.cli.selecting import place_named, telling_length
from memtui.cli.session import Session, pass_session
from memtui.domain.actor import BY_HAND, SCRIPT, ActorKind
from memtui.domain.counting import plural
from memtui.domain.headings import row_text
from memtui.domain.memory import Memory, State
from memtui.domain.scope import ROOT
from memtui.domain.text import one_line
from memtui.domain.uid import LENGTH as UID_LENGTH
from memtui.lifecycle.filing import known_scope
from memtui.projects.identity import identify
from memtui.secrets.vouching import vouched

if TYPE_CHECKING:
    from memtui.recall.hits import Hit
    from memtui.recall.search import Recalled
    from memtui.store.database import Store

_NAME = 40
"""Characters of an agent's name."""


def _checked_agent(_context: click.Context, _parameter: click.Parameter, name: str) -> str:
    """Return the name of an agent. Raises BadParameter for what memtui calls its own faces."""
    known = one_line(name.strip(), _NAME)
    if known in {*BY_HAND, SCRIPT}:
        raise click.BadParameter(f"{known} is no agent; name the program that asks, such as claude-code.")
    return known


class _Asking(click.Group):
    """A group in which what begins with no command is a question."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take the first word for a command where it is one. Raises UsageError when nothing is asked."""
        if not args and not ctx.resilient_parsing:
            raise click.UsageError(
                "The question is missing: `memtui recall what machine does Ada use` asks one.", ctx
            )
        if args and args[0] not in {*self.commands, "--help", "-h"}:
            args = ["ask", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_Asking)
def recall() -> None:
    """Find the memories that bear on a question, the best first.

    `memtui recall what machine does Ada use` asks; `ask` may be left out,
    unless the question begins with the name of a command here: then
    write `memtui recall -- check the build`.
    """


@recall.command()
@click.argument("query", nargs=-1, required=True)
@click.option("--scope", help="For work in this scope: it, below it, above it, and /user.")
@click.option("--everywhere", is_flag=True, help="In all of the store, also in a project's folder.")
@click.option("--limit", type=click.IntRange(min=1), default=10, show_default=True, help="At most so many.")
@click.option("--budget", type=click.IntRange(min=1), metavar="TOKENS", help="At most so many tokens.")
@click.option("--explain", is_flag=True, help="Also say what each score is made of.")
@click.option("--agent", metavar="NAME", default="", callback=_checked_agent, help="This agent asks: as use.")
@click.option("--no-touch", is_flag=True, help="Don't count it as use, even of an agent.")
@click.option("--archived", is_flag=True, help="Archived memories too.")
@click.option("--weak", is_flag=True, help="Also what is only weakly related, which no agent is told.")
@click.option("--block", "as_block", is_flag=True, help="One marked block, as agents get it.")
@click.option("--json", "as_document", is_flag=True, help="One JSON array.")
@pass_session
def ask(
    session: Session,
    query: tuple[str, ...],
    scope: str | None,
    everywhere: bool,
    limit: int,
    budget: int | None,
    explain: bool,
    agent: str,
    no_touch: bool,
    archived: bool,
    weak: bool,
    as_block: bool,
    as_document: bool,
) -> Code:
    """Find the memories that bear on a question, the best first.

    In a project's folder that project is asked, as an agent there would
    ask: what other projects know is left out, unless you say --everywhere
    or name a --scope.

    Words and meaning are searched together. What an agent would not be
    told, as it is only weakly related, is counted and left out, as in Ask
    on the screen; --weak prints it. With --agent an agent asks: what is
    written for another one is left out, and each memory that is told
    counts as used once, which keeps it strong. All other questions are
    a look, by a person or a script, and count as no use.
    """
    if as_block and as_document:
        raise click.UsageError("--block and --json are two forms of one answer; leave one out.")
    if everywhere and scope is not None:
        raise click.UsageError("--everywhere and --scope name two places; leave one out.")
    from memtui.recall import search

    store, question = session.store_to_read(), " ".join(query)
    limits = session.settings.recall
    recall_in = partial(
        search.recall,
        store,
        question,
        limit=limit,
        budget=budget,
        archived=archived,
        embedder=used_embedder(session, store),
        agent=limits.asking_as(agent),
        now=session.now,
        bearing=not weak,
    )
    here = _project_here(store) if scope is None and not everywhere else ROOT
    recalled = recall_in(scope=here if scope is None else place_named(store, scope))
    if here != ROOT and limits.elsewhere and not (recalled.hits or recalled.archived):
        here, recalled = ROOT, recall_in(scope=ROOT)  # as an agent whose project knows nothing
    if recalled.weak:
        recalled.notes.append(_left_out(recalled))
    if as_document:
        _write_document(session, recalled, explain=explain)
    elif as_block and recalled.hits:
        _write_block(recalled)
    else:
        _write(store, recalled, explain=explain)
    _say_notes(recalled, here)
    if not recalled.hits:
        return Code.NOTHING
    if not no_touch and not store.read_only:
        by = session.actor_called(ActorKind.AGENT, agent) if agent else session.actor
        search.use(store, recalled, by=by)
        _offer_back(store, recalled, question, by.client)
    return Code.DONE


def _project_here(store: "Store") -> str:
    """Return the scope of the project that this folder is of; the top where memtui knows of none."""
    project = identify(str(Path.cwd()))
    return (None if project is None else known_scope(store, project)) or ROOT


def _say_notes(recalled: "Recalled", here: str) -> None:
    """Say what is to be known of an answer, and in which project it was asked; the top is none."""
    if not (recalled.hits or recalled.notes):
        output.say("Nothing that is remembered bears on that.")
    for note in recalled.notes:
        output.say(note)
    if here != ROOT:
        output.say(f"Asked in {here}, as an agent in this folder asks: --everywhere asks all.")


def _left_out(recalled: "Recalled") -> str:
    """Say how much is only weakly related and was left out."""
    count = len(recalled.weak)
    more = f"{count} more" if recalled.hits else plural(count)
    return f"{more} {'is' if count == 1 else 'are'} only weakly related: --weak"


for _command in COMMANDS:
    recall.add_command(_command)


def _offer_back(store: "Store", recalled: "Recalled", question: str, client: str) -> None:
    """Offer to restore what was shown of the archive, and say how many wait for a yes."""
    shown = [hit.memory for hit in recalled.hits if hit.memory.state is State.ARCHIVED]
    if not shown:
        return
    from memtui.recall.offering import offer_back

    if offered := offer_back(store, shown, question=question, client=client):
        output.say(f"The review queue offers to bring {plural(offered)} back from the archive.")


def _write_document(session: Session, recalled: "Recalled", *, explain: bool) -> None:
    from memtui.recall.rows import noted

    notes = recalled.at_odds
    output.array(
        noted(_as_json(hit, session, explain=explain), notes.get(hit.memory.id, "")) for hit in recalled.hits
    )


def _write_block(recalled: "Recalled") -> None:
    from memtui.recall.told_block import block

    output.block(block(recalled.memories, recalled.at_odds))


def _as_json(hit: "Hit", session: Session, *, explain: bool) -> dict[str, object]:
    fields = as_json(_outgoing(hit.memory), session.now) | {"score": round(hit.score, 4)}
    return fields | {"parts": dict(hit.parts)} if explain else fields


def _outgoing(memory: Memory) -> Memory:
    """Return a memory with its texts as they may leave memtui."""
    from memtui.recall.told_block import outgoing

    but = vouched(memory.provenance)
    return replace(memory, text=outgoing(memory.text, but), abstract=outgoing(memory.abstract, but))


def _write(store: "Store", recalled: "Recalled", *, explain: bool) -> None:
    on_terminal, notes = output.to_terminal(), recalled.at_odds
    listed = [hit.memory for hit in recalled.hits]
    uid = telling_length(store, listed) if on_terminal else UID_LENGTH
    for hit in recalled.hits:
        memory = hit.memory
        mark = "[archived] " if memory.state is State.ARCHIVED else ""
        text = mark + row_text(_outgoing(memory))[0]
        head = f"{memory.uid[:uid]}  "
        output.row(head + (output.fitted(text, output.width() - len(head)) if on_terminal else text))
        if note := notes.get(memory.id):
            output.row(" " * (uid + 2) + f"({note})")
        if explain:
            output.row(" " * (uid + 2) + _explained(hit))


def _explained(hit: "Hit") -> str:
    """Return a score and its parts as one line, and why a weaker one stands first; ids are no part of it."""
    parts = [f"{name} {value:.3g}" for name, value in hit.parts.items() if value and name != "newer than"]
    newer = ["first, as it is newer about the same thing"] if "newer than" in hit.parts else []
    return f"{hit.score:.2f}: {', '.join(parts + newer)}"
