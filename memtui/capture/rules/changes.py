"""Statements that tell of a change: what belongs to one, and those that are worth something only as one.

`FTP was removed` is told with the sentence beside it that says what is used instead. `She takes it over` is
too little to keep, but where it tells what became of something that is known (`capture.spoken_of`), it is
shown, with the sentence that says who and what. The extractor asks.
"""

from collections.abc import Callable, Iterator, Sequence

from memtui.capture.rules import reference
from memtui.capture.rules.beside import Beside
from memtui.capture.rules.cues import cue
from memtui.capture.rules.making import MOST_CHARACTERS, MOST_SENTENCES, UNSHOWN, Statement
from memtui.capture.rules.reading import Line
from memtui.capture.rules.reference import Leaning
from memtui.capture.rules.verbs import has_verb
from memtui.capture.spoken_of import Told, ends_something, takes_its_place, tells
from memtui.language.confirmed import says_only_that_it_stays
from memtui.language.list_change import list_change
from memtui.language.told_change import tells_what_was

_BACK = 6
"""Lines before it in which what one leans on is looked for."""
_SHORT = 4
"""Words of a sentence that only says that something was done, and not what: `Found out why`."""

_OF_A_SESSION = frozenset({"user", "assistant"})
"""Who speaks in a session with an agent: what they say is now so is mostly the state of the task."""

States = Callable[[Line], str | None]
"""Returns what a line states; None for no statement."""


def with_changes(statements: Sequence[Statement], beside: Beside, states: States) -> Iterator[Statement]:
    """Yield the statements of a text, and where they stand those that only count as a change."""
    told = {line.sentence.start for statement in statements for line in statement.lines}
    rest = (line for line in beside.lines if line.sentence.start not in told)
    more = [change for line in rest if (change := _change(line, beside, states)) is not None]
    leaned_on = {each.lines[0].sentence.start for each in more if len(each.lines) > 1}
    more = [each for each in more if each.lines[-1].sentence.start not in leaned_on]
    yield from _joined(sorted([*statements, *more], key=lambda each: each.lines[-1].sentence.start), beside)


def _change(line: Line, beside: Beside, states: States) -> Statement | None:
    """Return what a line tells of a change; None where it tells of none, or leans on what is not there."""
    text = states(line)
    if text is None:
        return None
    is_one = (
        tells_what_was(text)
        or list_change(text) is not None
        or (line.speaker not in _OF_A_SESSION and tells(text) is not None)
    )
    return _whole(line, text, beside, states) if is_one else None


def _whole(line: Line, text: str, beside: Beside, states: States) -> Statement | None:
    """Return a line with what it leans on; None where that is not there."""
    sign = cue(text, line.heading, line.label) or UNSHOWN
    leans = reference.leaning(text, verb=True) is Leaning.FIRMLY or reference.does_unnamed(text)
    if not leans and not reference.names_by_pronoun(text):
        lacks = line.about and (reference.lacks_subject(text) or not has_verb(text))
        return Statement(
            sign,
            [line],
            [f"{line.about}: {text}" if lacks and not _says_it(text, line.about) else text],
            only_as_change=True,
        )
    for before in beside.lines_before(line, _BACK):
        ground = states(before)
        if ground is not None and reference.leaning(ground, verb=True) is not Leaning.FIRMLY:
            return Statement(sign, [before, line], [ground, text], only_as_change=True, telling=text)
    return None


def _says_it(text: str, heading: str) -> bool:
    """Say whether a sentence begins with the heading over it: `Releases no longer …` below `Releases`."""
    return text.lower().startswith(f"{heading.lower()} ")


def _joined(statements: Sequence[Statement], beside: Beside) -> Iterator[Statement]:
    """Yield statements, one that only ends something together with the one beside it."""
    kept: Statement | None = None
    for statement in statements:
        if kept is not None and _takes_along(statement, kept):
            kept.lines, kept.parts = statement.lines, statement.parts
            continue
        if kept is not None and _belong_together(kept, statement, beside):
            kept.lines += statement.lines
            kept.parts += statement.parts
            kept.telling = (
                " ".join((kept.telling, statement.telling)) if kept.telling and statement.telling else ""
            )
            kept.only_as_change = kept.only_as_change and statement.only_as_change
            kept.cue = max(kept.cue, statement.cue, key=lambda each: each.importance)
            continue
        if kept is not None:
            yield kept
        kept = statement
    if kept is not None:
        yield kept


def _takes_along(statement: Statement, before: Statement) -> bool:
    """Say whether a statement holds all of the one before it, which it says what takes the place of."""
    lines = len(before.lines)
    holds_all = len(statement.lines) > lines and statement.lines[:lines] == before.lines
    return holds_all and ends_something(before.parts[-1]) and takes_its_place(statement.parts[-1])


def _belong_together(one: Statement, other: Statement, beside: Beside) -> bool:
    """Say whether of two statements in a row one ends something and the other says what is instead.

    So do a sentence that names what stays, and a half one behind it that says how it is.
    """
    last, first = one.lines[-1], other.lines[0]
    sentences, characters = len(one.lines) + len(other.lines), one.length + other.length
    if sentences > MOST_SENTENCES or characters > MOST_CHARACTERS:
        return False
    if beside.before(first) is not last:
        return False
    if last.sentence.paragraph != first.sentence.paragraph:
        return _are_items_of_one_change(one, other)
    if says_only_that_it_stays(one.parts[-1]):
        return first.text[:1].islower() and tells(first.text) is not Told.CHANGED
    only_done = tells(one.parts[-1]) is Told.DONE and len(one.parts[-1].split()) <= _SHORT
    return only_done or ends_something(one.parts[-1]) != ends_something(other.parts[0])


def _are_items_of_one_change(one: Statement, other: Statement) -> bool:
    """Say whether of two items in a row one ends something, and the other says what takes its place."""
    items = one.lines[-1].item and other.lines[0].item
    return items and ends_something(one.parts[-1]) and takes_its_place(other.parts[0])
