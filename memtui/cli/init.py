"""`init`: everything a new user needs in one step, with a yes for each part; and all of it back."""

import difflib
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from memtui.cli import output
from memtui.cli.allowing import allowed_on_a_yes
from memtui.cli.asking import agreed
from memtui.cli.failures import Code, Stop
from memtui.cli.program import PASSING, command_line, is_passing
from memtui.cli.running import Running
from memtui.cli.session import Session, pass_session
from memtui.cli.terminal import answers, for_a_person
from memtui.config.places import files_from_home, from_home, homes_of_agents
from memtui.config.settings import Settings
from memtui.domain.counting import listed, plural, size
from memtui.domain.written_for import written_for
from memtui.projects.temporary import VARIABLE, is_temporary

if TYPE_CHECKING:
    from memtui.formats.finding import Found
    from memtui.setup.doing import Doing
    from memtui.setup.dropped_lines import DroppedLines
    from memtui.setup.plan import Part, Plan, Putting
    from memtui.setup.record import Record
    from memtui.store.database import Store

_WHAT = {
    "hooks": "Hooks: memtui can learn from the sessions of {}, and tell them what it knows.",
    "server": "Server: {} can ask memtui, and add to it, over MCP.",
}
"""What each part is good for, with the names of the programs."""
_WITHOUT_LINKS = {
    "hooks": "They need no links: what sessions teach goes into memtui's store, and is told from there.",
    "server": "It needs no links: what they add goes into memtui's store, and is found there.",
}
"""What each part is good for where nothing is linked."""


@click.command()
@click.option("--yes", "-y", is_flag=True, help="Link what is found without asking.")
@click.option("--hooks/--no-hooks", "hooks", default=None, help="Put hooks into agents, or don't; else ask.")
@click.option("--mcp/--no-mcp", "server", default=None, help="Name the server to agents, or don't; else ask.")
@click.option("--dry-run", is_flag=True, help="Show what would be done; change nothing.")
@click.option("--undo", "back", is_flag=True, help="Take all of it back.")
@click.option("--no-open", is_flag=True, help="Don't open the screen afterwards.")
@click.option("--json", "as_document", is_flag=True, help="One JSON object: what was found and done.")
@pass_session
def init(
    session: Session,
    yes: bool,
    hooks: bool | None,
    server: bool | None,
    dry_run: bool,
    back: bool,
    no_open: bool,
    as_document: bool,
) -> int:
    """Find what your agents remember, link it, set them up, look for what is bad, and open the screen.

    Linked files are read; nothing is written to them until you allow it. Hooks and the server go into your
    agents' settings only when you say yes to each; a copy of every file is kept. `memtui init --undo` takes
    back all of it: the settings, the links, and the memories that came with them.
    """
    if back:
        return _take_back(session, dry_run=dry_run, yes=yes, as_document=as_document)
    from memtui.setup.plan import Part, plan

    if hooks or server:
        for_a_person(
            session.settings, "What an agent's program runs is for you to set", "Nothing was written."
        )
    if not answers() and not yes and not dry_run:
        raise Stop("Nobody can be asked here, so nothing was done. Add --yes, or look with --dry-run.")
    store = session.store()
    record = _record_of(store)
    made = plan(store, Path.home(), os.environ, Path.cwd(), command_line(session))
    if is_passing() and made.puttings:
        made.puttings.clear()
        made.left.append(PASSING)
    _show(made, session.settings, loads=not as_document)
    wanted = {Part.HOOKS: hooks, Part.SERVER: server}
    if dry_run:
        _show_parts(made, wanted)
    answer: dict[str, object] = {"found": _found_json(made), "dry_run": dry_run}
    if not dry_run:
        from memtui.setup.doing import Doing

        doing = Doing(store, record)
        came = _link(session, doing, made, yes=yes)
        writes = bool(came) and not yes and allowed_on_a_yes(session)
        linked = bool(record.linked or made.linked)
        written = _put_in(doing, made, wanted, linked=linked)
        worth = _look(session, store) if came else 0
        answer |= {"added": came, "written": [str(path) for path in written], "worth_a_look": worth}
        _say_end(made, came, worth, bool(written), writes=writes)
    if as_document:
        output.document(answer)
        return Code.DONE
    if dry_run:
        output.say("Nothing was changed.")
        return Code.DONE
    return Code.DONE if no_open else _open(session, worth=worth > 0)


# -- what there is -----------------------------------------------------------------------------


def _show(made: "Plan", settings: Settings, *, loads: bool) -> None:
    """Print what was found, what each agent loads in this folder, and what is not set up yet."""
    if made.places:
        output.say("What your agents remember on this machine")
        names = [_called(place.format) for place in made.places]
        wide, widest = max(map(len, names)), max(len(place.amount) for place in made.places)
        for name, place in zip(names, made.places, strict=True):
            where = files_from_home(place.path, place.files)
            output.say(f"  {name:<{wide}}  {place.amount:>{widest}}  {size(place.bytes):>9}  {where}")
        if not settings.recall.instructions_of_others:
            _show_for_one(made.places)
    elif made.linked:
        output.say(f"{plural(made.linked, 'place')} linked already; nothing new.")
    else:
        output.say("No memories were found where agents keep them. `memtui import PATH` takes any file.")
    if loads:
        _show_loads()
    for problem in made.left:
        output.say(f"  ! {problem}")
    if is_temporary(str(Path.home())):
        output.say(
            f"  ! Your home folder {Path.home()} lies in a temporary folder, so no agent is told "
            f"what is learned in its projects. If you keep it, type this before you start "
            "memtui and your agents:\n"
            f"    export {VARIABLE}=none"
        )


def _show_for_one(places: "Sequence[Found]") -> None:
    """Say which of the places hold what is written for one agent, so that no other is told of it."""
    by_agent: dict[str, str] = {}
    for place in places:
        for file in [place.path / name for name in place.files] or [place.path, place.path / "any"]:
            if agent := written_for(file, homes_of_agents()):
                where = file.parent if file.name == "any" else file
                by_agent.setdefault(agent, from_home(where))
    if by_agent:
        only = [f"{agent} what {where} says" for agent, where in by_agent.items()]
        output.say(f"  Written for one agent, and told to no other: only {listed(only)}.")


def _called(name: str) -> str:
    """Return a format as people call it."""
    from memtui.formats import registry
    from memtui.live_stores import registry as live_stores

    return live_stores.called(name) or registry.called(name)


def _show_parts(made: "Plan", wanted: "dict[Part, bool | None]") -> None:
    """Say what would be done with the places told above, and how much would go into which settings file.

    What `wanted` says no to is left out.
    """
    from memtui.setup.json_settings import SettingsError

    if made.places:
        which = "The one place above" if len(made.places) == 1 else f"All {len(made.places)} places above"
        output.say(f"\n{which} would be linked, on a yes, and only read.")
    for part, want in wanted.items():
        puttings = [] if want is False else made.of(part)
        if puttings:
            output.say(f"\n{_good_for(part, puttings)} Would be written, on a yes:")
        for putting in puttings:
            try:
                comes = plural(_lines_put_in(putting), "line")
            except SettingsError as error:
                comes = f"it would be left as it is: {error}"
            output.say(f"  {putting.label}  {from_home(putting.path)}  {comes}")


def _lines_put_in(putting: "Putting") -> int:
    """Return how many lines a settings file would have and has not. Raises SettingsError."""
    edit = putting.edit()
    told = difflib.ndiff(edit.before.splitlines(), edit.after.splitlines())
    return sum(line.startswith("+ ") for line in told)


def _good_for(part: "Part", puttings: "Sequence[Putting]") -> str:
    return _WHAT[part.value].format(listed([putting.label for putting in puttings]))


def _show_loads() -> None:
    """Print what each agent loads in the current folder, and its cost at the start of a session."""
    from memtui.sources import agents

    views = agents.views(agents.place(Path.cwd(), Path.home(), os.environ))
    loading = [view for view in views if view.files]
    if loading:
        output.say(f"\nLoaded at the start of a session in {from_home(Path.cwd())}")
    for view in loading:
        files = plural(len(view.files), "file")
        output.say(f"  {view.label:<12} about {view.tokens:,} tokens of {files}")


def _found_json(made: "Plan") -> dict[str, object]:
    return {
        "places": [
            {"format": place.format, "path": str(place.path), "records": place.records, "bytes": place.bytes}
            for place in made.places
        ],
        "linked": made.linked,
        "settings": [
            {"part": putting.part.value, "program": putting.program, "path": str(putting.path)}
            for putting in made.puttings
        ],
        "in_place": [{"part": part.value, "label": label} for part, label in made.in_place],
        "left": made.left,
    }


# -- doing it ----------------------------------------------------------------------------------


def _link(session: Session, doing: "Doing", made: "Plan", *, yes: bool) -> int:
    """Link what was found, on one yes; return how many memories came."""
    from memtui.cli.settling import left_out_words, say_first
    from memtui.formats.protocol import SourceError

    places = made.places
    question = f"\nLink {plural(len(places), 'place')}? Nothing is written there until you allow it."
    if not places:
        return 0
    if not (yes or agreed(question)):
        output.say("Nothing linked: memtui reads none of these files. `memtui init` asks again.")
        return 0
    came = linked = 0
    with Running("linking") as running:
        for done, place in enumerate(places):
            running.progress(done, len(places))
            if running.cancelled():
                output.say(f"Stopped. {plural(done, 'place')} linked so far; `memtui init` goes on.")
                raise KeyboardInterrupt
            try:
                synced = doing.link(place, by=session.actor, gate=session.settings.gate)
            except SourceError as error:
                output.say(f"{place.path} was not linked: {error}")
                continue
            came += synced.added
            linked += 1
            say_first(left_out_words(synced.skipped, str(place.path)), str(place.path))
            if synced.problem:
                output.say(f"{place.path}: {synced.problem}")
    output.say(f"Linked {plural(linked, 'place')}: {plural(came)}.")
    return came


def _put_in(doing: "Doing", made: "Plan", wanted: "dict[Part, bool | None]", *, linked: bool) -> list[Path]:
    """Put each wanted part into agents' settings, on a yes each; return the files that were written."""
    from memtui.setup.json_settings import SettingsError

    written: list[Path] = []
    kept: Path | None = None
    for part, want in wanted.items():
        puttings = made.of(part)
        if not puttings or want is False or (want is None and not _wanted(part, puttings, linked=linked)):
            continue
        for putting in puttings:
            try:
                copy = doing.put_in(putting)
            except SettingsError as error:
                output.say(f"{putting.path} was left as it is: {error}.")
                continue
            written.append(putting.path)
            kept = copy.parent if copy is not None else kept
            output.say(f"  {putting.label}: {from_home(putting.path)}")
            if putting.remark:
                output.say(f"  {putting.remark}")
    if kept is not None:
        output.say(f"  The files as they were are kept in {from_home(kept)}.")
    return written


def _wanted(part: "Part", puttings: "Sequence[Putting]", *, linked: bool) -> bool:
    """Ask about one part, saying what it is for without links; where nobody can be asked the answer is no."""
    if not answers():
        return False
    output.say(f"\n{_good_for(part, puttings)}")
    if not linked:
        output.say(_WITHOUT_LINKS[part.value])
    for putting in puttings:
        output.say(f"  {putting.label:<12} {from_home(putting.path)}")
    return agreed(f"Change {plural(len(puttings), 'settings file')}? Copies are kept.")


def _look(session: Session, store: "Store") -> int:
    """Run the first pass, by rules alone; return how many cards wait."""
    from memtui.review.passes import run_pass
    from memtui.review.vectors import embedder_for
    from memtui.store.cards import count_cards

    notes: list[str] = []
    with Running("review") as running:
        stage, cancelled = running.stage, running.cancelled
        run_pass(
            store,
            session.settings,
            embedder=embedder_for(store, session.settings, notes, progress=stage, cancelled=cancelled),
            progress=stage,
            cancelled=cancelled,
        )
    output.first_of(notes)
    return count_cards(store).count


def _say_end(made: "Plan", came: int, worth: int, written: bool, *, writes: bool) -> None:
    if came:
        look = f"{worth:,} worth a look (`memtui review`)" if worth else "nothing to look at"
        output.say(f"{plural(came)} found: {look}.")
        if not writes:
            output.say("What you drop is written to no file yet: `memtui sources allow --all` lets it.")
    if came or written:
        output.say("`memtui init --undo` takes all of this back.")
    elif not made.places and not made.puttings:
        output.say("Everything is set up.")


def _open(session: Session, *, worth: bool) -> int:
    from memtui.cli.screen import at_terminal, open_screen

    if not at_terminal():
        return Code.DONE
    return open_screen(session, session.path, on_review=worth)


# -- taking it back ----------------------------------------------------------------------------


def _take_back(session: Session, *, dry_run: bool, yes: bool, as_document: bool) -> Code:
    from memtui.setup.dropped_lines import dropped_lines
    from memtui.setup.taking_back import in_no_file, take_back, written_since

    store = session.store()
    record = _record_of(store)
    what = [f"{from_home(Path(setting.path))} ({setting.part.value})" for setting in record.put_in]
    what += [f"{_place_of(store, place.path)} (linked)" for place in record.linked]
    if not what:
        raise Stop("There is nothing to take back: `memtui init` did nothing here.", Code.NOTHING)
    for line in what:
        output.say(f"  {line}")
    dropped = dropped_lines(store, record)
    if dropped.lines:
        output.say(dropped.sentence)
    if dropped.lines and not (yes or dry_run) and answers():
        _put_back_first(session, dropped)
    for sentence in [*written_since(store, record).sentences, *in_no_file(store)]:
        output.say(sentence)
    if dry_run:
        output.say("Nothing was changed.")
        return Code.DONE
    if not yes:
        if not answers():
            raise Stop("Nobody can be asked here, so nothing was taken back. Add --yes.")
        if not agreed(f"Take back {plural(len(what), 'thing')}?"):
            raise Stop("Nothing was taken back.")
    back = take_back(store, record, by=session.actor, gate=session.settings.gate)
    for sentence in [*back.done, *back.left, *back.stays]:
        output.say(sentence)
    if as_document:
        output.document(asdict(back))
    return Code.REFUSED if back.left else Code.DONE


def _put_back_first(session: Session, dropped: "DroppedLines") -> None:
    """Put dropped lines back into their files, on a yes."""
    from memtui.setup.dropped_lines import put_back

    if agreed(
        f"Undo {plural(len(dropped.ops), 'change')} and put {plural(dropped.lines, 'line')} back first?"
    ):
        for problem in put_back(session.store(), dropped, by=session.actor, gate=session.settings.gate):
            output.say(problem)


def _place_of(store: "Store", path: str) -> str:
    """Return a place that was linked as people know it, by its files where these are few."""
    from memtui.setup.known_files import place_of
    from memtui.store import sources

    source = sources.find(store, path)
    return from_home(path) if source is None else place_of(store, source)


def _record_of(store: "Store") -> "Record":
    """Return what was done before. Raises Stop when that cannot be told."""
    from memtui.setup.json_settings import SettingsError
    from memtui.setup.record import file_of, read

    try:
        return read(file_of(store.path))
    except SettingsError as error:
        raise Stop(f"{error}. Nothing was changed.") from None
