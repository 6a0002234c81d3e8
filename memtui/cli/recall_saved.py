"""`recall save`, `check`, `list` and `remove`: a small set of questions whose answers were found right.

After a cleaning up, an import or a new version `recall check` says which of them an agent would get another
answer to now.
"""

from typing import TYPE_CHECKING

import click

from memtui.cli import output
from memtui.cli.failures import Code, Stop
from memtui.cli.recall_embedder import used_embedder
from memtui.cli.reporting import report
from memtui.cli.session import Session, pass_session
from memtui.domain.counting import plural
from memtui.domain.text import one_line
from memtui.secrets.masking import masked

if TYPE_CHECKING:
    from memtui.recall.asking import Question, Search
    from memtui.recall.checking import Checked
    from memtui.recall.search import Recalled
    from memtui.store.database import Store
    from memtui.store.questions import SavedQuestion

_json = click.option("--json", "as_document", is_flag=True, help="JSON.")


@click.command()
@click.argument("question", nargs=-1)
@click.option("--scope", default="/", help="Where the agent works; at the top, in no project.")
@click.option(
    "--prompt", is_flag=True, help="What a hook adds to this prompt, not what the recall tool answers."
)
@_json
@pass_session
def save(session: Session, question: tuple[str, ...], scope: str, prompt: bool, as_document: bool) -> Code:
    """Save QUESTION with what an agent is told now as the answer that is right.

    Without a QUESTION it is what is told as a session starts. Saved again,
    the answer of now takes the place of the one before.
    """
    from memtui.cli.selecting import place_named
    from memtui.lifecycle.expecting import expect
    from memtui.recall.asking import Question, brief

    store = session.store()
    saved = Question(place_named(store, scope), " ".join(question).strip(), called=not prompt)
    answer = brief(store, saved, session.settings, search=_search(session, store))
    ids = [memory.id for memory in answer.memories]
    outcome = expect(store, saved.scope, saved.text, ids, called=saved.called, by=session.actor)
    if not as_document:
        for memory in answer.memories:
            output.row(one_line(masked(memory.text)))
    return report(store, "save", outcome, as_json=as_document)


@click.command()
@_json
@pass_session
def check(session: Session, as_document: bool) -> Code:
    """Ask all saved questions again, and say whose answer has changed.

    Exits with 1 when one has, with 3 when none is saved.
    """
    from memtui.recall.checking import check as checked

    store = session.store()
    answers = list(checked(store, session.settings, _search(session, store)))
    if as_document:
        output.array(_as_json(store, answer) for answer in answers)
    else:
        for answer in answers:
            _write(store, answer)
    changed = sum(answer.changed for answer in answers)
    output.say(
        f"{plural(changed, 'answer')} of {len(answers):,} changed." if answers else "No question is saved."
    )
    return Code.NOTHING if not answers else Code.REFUSED if changed else Code.DONE


@click.command("list")
@_json
@pass_session
def list_saved(session: Session, as_document: bool) -> Code:
    """List the saved questions."""
    from memtui.store import questions

    saved = questions.get_all(session.store())
    if as_document:
        output.array(_about(question) for question in saved)
    else:
        for question in saved:
            output.row(f"{question.id:>4}  {_name(question)}  ({plural(len(question.expected))})")
    if not saved:
        output.say("No question is saved.")
    return Code.DONE if saved else Code.NOTHING


@click.command()
@click.argument("number", type=int)
@_json
@pass_session
def remove(session: Session, number: int, as_document: bool) -> Code:
    """Remove the saved question of that NUMBER; `recall list` tells it. `undo` takes it back."""
    from memtui.lifecycle import expecting
    from memtui.store import questions

    store = session.store()
    saved = next((question for question in questions.get_all(store) if question.id == number), None)
    if saved is None:
        raise Stop(f"No saved question has the number {number}; `memtui recall list` tells them.")
    return report(store, "remove", expecting.remove(store, saved, by=session.actor), as_json=as_document)


COMMANDS = (save, check, list_saved, remove)


def _search(session: Session, store: "Store") -> "Search":
    """Return what finds as the recall tool does: by words and meaning."""
    from memtui.recall.briefing import CALL_HITS
    from memtui.recall.meaning import Signs
    from memtui.recall.search import recall

    embedder, signs = used_embedder(session, store), Signs()

    def search(store: "Store", question: "Question", scope: str | None, rest: int) -> "Recalled":
        return recall(
            store, question.text, scope=scope, limit=CALL_HITS, rest=rest, embedder=embedder, signs=signs
        )

    return search


def _name(saved: "SavedQuestion") -> str:
    from memtui.lifecycle.expecting import name_of

    return masked(name_of(saved.text, saved.scope)) + (
        "" if saved.called or not saved.text else ", as a prompt"
    )


def _write(store: "Store", checked: "Checked") -> None:
    from memtui.recall.checking import texts_of

    output.row(f"{'≠' if checked.changed else '='} {checked.saved.id:>3}  {_name(checked.saved)}")
    for ids, verb in ((checked.went, "went"), (checked.came, "came"), (checked.reworded, "reworded")):
        for text in texts_of(store, ids):
            output.row(f"       {verb:<9} {one_line(masked(text))}")
    if checked.reordered:
        output.row("       in another order")


def _about(saved: "SavedQuestion") -> dict[str, object]:
    return {
        "id": saved.id,
        "scope": saved.scope,
        "question": masked(saved.text),
        "as": "start" if not saved.text else "call" if saved.called else "prompt",
        "expected": len(saved.expected),
    }


def _as_json(store: "Store", checked: "Checked") -> dict[str, object]:
    from memtui.store import memories

    def uids(ids: tuple[int, ...]) -> list[str | None]:
        known = {memory.id: memory.uid for memory in memories.get_many(store, ids)}
        return [known.get(i) for i in ids]

    return _about(checked.saved) | {
        "changed": checked.changed,
        "went": uids(checked.went),
        "came": uids(checked.came),
        "reworded": uids(checked.reworded),
        "reordered": checked.reordered,
        "told": [memory.uid for memory in checked.answer],
    }
