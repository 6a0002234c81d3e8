"""Letting memtui write to all linked files on one yes: `memtui sources allow --all`, and asked by `init`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memtui.cli import output
from memtui.cli.asking import agreed
from memtui.cli.failures import Code, Stop
from memtui.cli.session import Session
from memtui.cli.terminal import answers, for_a_person
from memtui.domain.counting import plural

if TYPE_CHECKING:
    from memtui.sources.allowing import Allowed, LookedAt


def allow_all(session: Session, *, yes: bool, as_document: bool) -> Code:
    """Show what would be written to each linked place where nothing may be yet, and allow them on a yes."""
    from memtui.cli.settling import synced_json
    from memtui.sources.allowing import look_at_closed

    for_a_person(session.settings, "That memtui writes to your files is for you to allow", "It does not.")
    looked = look_at_closed(session.store())
    if not looked:
        raise Stop("Writing is allowed wherever memtui can write.", Code.NOTHING)
    if not (yes and as_document):
        _show(session, looked)
    if not yes:
        if not answers():
            raise Stop("Nobody can be asked here, so nothing was changed. Add --yes.")
        if not agreed(_question(looked)):
            raise Stop("Nothing was changed.")
    allowed = _allow(session, looked)
    if as_document:
        output.array({"path": source.path, **synced_json(done)} for source, done in allowed.done)
    return Code.REFUSED if any(done.problem for _, done in allowed.done) else Code.DONE


def allowed_on_a_yes(session: Session) -> bool:
    """Ask whether memtui may write to what is linked, where somebody can be asked; return whether it may."""
    from memtui.sources.allowing import look_at_closed

    looked = look_at_closed(session.store()) if answers() else []
    if not looked:
        return False
    if any(one.plan.files for one in looked):
        _show(session, looked)
    if not agreed(_question(looked)):
        return False
    _allow(session, looked)
    return True


def _question(looked: "Sequence[LookedAt]") -> str:
    count = sum(not one.problem for one in looked)
    files = sum(len(one.plan.files) for one in looked)
    now = f"{plural(files, 'file')} would change now" if files else "Nothing waits to be written now"
    places = plural(count, "place")
    return f"\nLet memtui write what you drop and edit back to {places}? {now}; undo puts the old bytes back."


def _show(session: Session, looked: "Sequence[LookedAt]") -> None:
    from memtui.cli.settling import show
    from memtui.setup.known_files import place_of

    for one in looked:
        output.say(place_of(session.store(), one.source) + (f": {one.problem}" if one.problem else ""))
        show(one.plan)


def _allow(session: Session, looked: "Sequence[LookedAt]") -> "Allowed":
    """Allow what was looked at, and say what became of it."""
    from memtui.cli.settling import talk
    from memtui.setup.known_files import place_of
    from memtui.sources.allowing import allow

    store = session.store()
    allowed = allow(store, looked, gate=session.settings.gate)
    for source, done in allowed.done:
        if done.written or done.problem or done.left:
            talk(done, store, source)
    for one in allowed.left:
        output.say(f"{place_of(store, one.source)} is not as it was shown, and stays as it was.")
    places = plural(len(allowed.done), "place")
    output.say(
        f"From now on {places} {'is' if len(allowed.done) == 1 else 'are'} kept in step. "
        "`memtui sources forbid PATH` stops that."
    )
    return allowed
