"""Asking the person before a model reads their memories: which one, and what it takes.

The Review view calls it. No program is run, and nothing is sent, before a yes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from memtui.domain.text import Longest, one_line
from memtui.llm.programs.known import PROVIDER, offers
from memtui.secrets.masking import headline
from memtui.store import judged, memories

if TYPE_CHECKING:
    from memtui.review.judging.plan import Plan
    from memtui.store.database import Store
    from memtui.tui.host import Host

_FIRST = 10
"""Memories that are shown of those that would be read."""


def ask_to_read(app: Host, then: Callable[[], None]) -> None:
    """Ask for a model where none is set, then whether it may read; `then` is called when it does."""
    model = app.settings.llm.model.strip()
    if model:
        _ask(app, model, then)
        return
    from memtui.tui.extract.prompts import ModelPrompt

    offered = offers()
    start = offered[0].model if offered else ""

    def chosen(name: str) -> None:
        # Later, in the app's name: the prompt is gone by then, and the dialog's answer would go to it.
        app.call_later(_ask, app, name, then)

    app.prompt(ModelPrompt(start, start, chosen, verb="goes on", without="none"))


def _ask(app: Host, model: str, then: Callable[[], None]) -> None:
    if not model:
        app.say("No model was chosen; the rules look by themselves")
        return
    from memtui.review.judging.plan import plan

    app.acts.run(
        lambda store, **_: (plan(store), _first(store)),
        lambda told: _show(app, model, *told, then),
        title="counting what to read",
    )


def _first(store: Store) -> list[str]:
    unread = judged.unread(store)[:_FIRST]
    return [headline(memory) for memory in memories.get_many(store, unread)]


def _show(app: Host, model: str, estimate: Plan, first: list[str], then: Callable[[], None]) -> None:
    from memtui.tui.widgets.dialogs import Preview

    if not estimate.memories:
        app.say("Everything has been read as it is now; what changes is read next time")
        return
    name = one_line(model, Longest.NAME)
    where = (
        "It is asked as you are signed in, without tools and memory files."
        if model.startswith(f"{PROVIDER}/")
        else "They go to where this model is served, without what is known for a secret."
    )
    dialog = Preview(
        "read",
        estimate.memories,
        first,
        title=f"Have {name} read {estimate.summary}?",
        yes=f"have {name} read them",
        notes=[
            where,
            app.keymap.filled("It only proposes. {back} stops it, and it goes on there next time."),
        ],
    )

    def answered(yes: bool | None) -> None:
        if yes:
            app.start_pass(asked=True, judge=True, model=model)
            then()

    app.push_screen(dialog, answered)
