"""What a person says is so in place of what a memory has: `podman, not docker`, `docker? no, we use podman`.

    stored: Local containers run with Docker.
    User:   no, podman not docker. we got rid of docker on all laptops
    then:   Local containers run with Podman.

A person who sets something right seldom repeats the sentence that the store has; all they may share is the
name that they turn down. So a turn is cut into parts, and one that turns something down is held against the
part beside it that says what is so. What is turned down has to stand in a memory as the value that it gives,
and what is so has to be one thing, which the memory lacks. What only holds for some cases, is asked, planned
or told of others overrules nothing. Called for the turns of sessions (`overruling`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from memtui.capture.set_against import ABOUT, Against, Part, holds_for_some
from memtui.capture.turn_words import (
    USING,
    WHOLE_OF_IT,
    Word,
    content_of,
    is_among,
    is_one,
    keys_of,
    masked_turn,
    words_in,
)
from memtui.language.calendar_words import WEEKDAYS
from memtui.language.told_change import Stretch

LONGEST_MEMORY = 500
"""Characters of a memory that a person's words are held against; a longer one says much besides."""
_LONGEST_VALUE = 4
"""Words of what is so."""
_SAYS_THE_SAME = 2
"""Words that a memory has of a part which names nothing new, and still says what is so."""
_ENDING = 2
"""Letters at the end of a word that tell what was done."""
_DOER = re.compile(ABOUT["doer"].pattern.removesuffix(r"\Z"), ABOUT["doer"].flags)
_ALONE = 2
"""Words of what is so where it is all that its part says."""


@dataclass(frozen=True, slots=True)
class Overruled:
    """What a memory says once a turn has set it right."""

    text: str
    """Empty where it cannot say it in its own words."""
    shared: int
    """Words that both have besides what is turned down."""


def denied_words(text: str, denied: Part) -> frozenset[str]:
    """Return the words of what is turned down, by which a memory with it is found."""
    return frozenset(word.key for word in content_of(masked_turn(text), denied))


@lru_cache(maxsize=4096)
def words_of(text: str) -> frozenset[str]:
    """Return all words of a text that say something, and those that make them up."""
    return frozenset(key for word in words_in(text) if not word.small for key in keys_of(word))


def overruled(memory: str, against: Against) -> Overruled | None:
    """Return what a memory says where a turn overrules it; None where it does not, or that cannot be told."""
    if len(memory) > LONGEST_MEMORY:
        return None
    known = [word for word in words_in(memory) if not word.small]
    masked = masked_turn(against.text)
    denied = content_of(masked, against.denied)
    runs = _given(memory, known, denied)
    if not runs or _narrowed(masked, against.denied, denied, known):
        return None
    if _is_only_not(against, masked, denied, known):
        return None
    said = [*denied, *content_of(masked, against.so)]
    turned_down = {word.key for run in runs for word in run}
    shared = {word.key for word in known if word.key not in turned_down and is_among(word, said)}
    if all(word.is_figure for run in runs for word in run) and not shared:
        return None
    value = _value(masked, against, known, runs)
    if value is None:
        is_known = all(is_among(word, known) for word in content_of(masked, against.so))
        return Overruled("", len(shared)) if is_known and len(shared) >= _SAYS_THE_SAME else None
    whole = {word.key for word in denied}
    if not any(word.key in whole for run in runs for word in run):
        return Overruled("", len(shared))
    return Overruled(_with_value(memory, runs, value), len(shared))


def is_over(memory: str, text: str, part: Part) -> int | None:
    """Return how many words a memory has of a part that says that the value it gives is over; None where the
    part says that of something else, or for some cases only.
    """
    known = [word for word in words_in(memory) if not word.small]
    masked = masked_turn(text)
    denied = content_of(masked, part)
    runs = _given(memory, known, denied)
    if not runs or len(memory) > LONGEST_MEMORY or _narrowed(masked, part, denied, known):
        return None
    if all(word.is_figure for run in runs for word in run):
        return None
    return sum(is_among(word, denied) for word in known)


def is_of_some(statement: str, memory: str) -> bool:
    """Say whether a statement holds for cases of which a memory says nothing: `in the demo project, …`."""
    if holds_for_some(statement):
        return not holds_for_some(memory)
    masked = masked_turn(statement)
    first = next((word for word in words_in(masked) if not word.small), None)
    if first is None or first.is_figure or is_among(first, words_in(memory)) or first.key in WHOLE_OF_IT:
        return False
    begins = masked[: first.start].lstrip()
    return bool(begins) and ABOUT["case"].fullmatch(begins) is not None


def narrows(memory: str, text: str, part: Part) -> bool:
    """Say whether a part turns down what is only called after the value of a memory, or in some cases only:
    `we dropped the Docker healthcheck`.
    """
    known = [word for word in words_in(memory) if not word.small]
    masked = masked_turn(text)
    denied = content_of(masked, part)
    return bool(_given(memory, known, denied)) and _narrowed(masked, part, denied, known)


def says_only_not(memory: str, text: str, part: Part) -> bool:
    """Say whether a part tells what the value of a memory does not do: `Vault isn't reachable from here`."""
    known = [word for word in words_in(memory) if not word.small]
    masked = masked_turn(text)
    denied = content_of(masked, part)
    is_given = bool(_given(memory, known, denied))
    return is_given and _is_only_not(Against(text, part, part), masked, denied, known)


def speaks_for(memory: str, against: Against) -> bool:
    """Say whether what is turned down is nothing of a memory, and the rest is about the value that it gives:
    `Azure is down, not us` changes nothing about what runs on Azure.
    """
    if not denied_words(against.text, against.denied).isdisjoint(words_of(memory)):
        return False
    known = [word for word in words_in(memory) if not word.small]
    return bool(_given(memory, known, content_of(masked_turn(against.text), against.so)))


def own_words(text: str, but: Stretch, part: Part | None = None) -> list[Word]:
    """Return the words of a text, or of a part of it, that say what it is about, without one stretch."""
    masked = masked_turn(text)
    words = content_of(masked, part or Part(0, len(text)))
    return [
        word
        for word in words
        if not but[0] <= word.start < but[1]
        and not (part is not None and ABOUT["doer"].search(masked[part.start : word.start]))
    ]


def gives_only_a_value(statement: str, memory: str) -> bool:
    """Say whether a statement has no words besides those of a memory but for figures and days."""
    known = own_words(memory, (0, 0))
    return all(
        word.is_figure or word.text.lower().removesuffix("s") in WEEKDAYS or is_among(word, known)
        for word in own_words(statement, (0, 0))
    )


def parts_apart(known: Sequence[Word], said: Sequence[Word]) -> tuple[list[Word], list[Word], list[Word]]:
    """Return of the words of a memory those that a statement has, and has not, and its own besides."""
    shared = [word for word in known if is_among(word, said)]
    return (
        shared,
        [word for word in known if word not in shared],
        [w for w in said if not is_among(w, known)],
    )


# -- what a memory gives -------------------------------------------------------------------------------


def _given(memory: str, known: Sequence[Word], denied: Sequence[Word]) -> list[list[Word]]:
    """Return the stretches of a memory that are turned down, where they stand as values that it gives."""
    keys = {word.key for word in denied}
    hit = [word for word in known if not keys.isdisjoint(keys_of(word))]
    runs: list[list[Word]] = []
    for word in hit:
        if runs and memory[runs[-1][-1].end : word.start] == " ":
            runs[-1].append(word)
        else:
            runs.append([word])
    runs = [_with_its_figure(memory, known, run) for run in runs]
    values = [run for run in runs if _is_a_value(memory, run)]
    return [run for run in values if _behind_preposition(memory, run[0].start)] or values


def _behind_preposition(memory: str, start: int) -> bool:
    return ABOUT["before_value"].search(memory[:start]) is not None


def _is_a_value(memory: str, run: Sequence[Word]) -> bool:
    """Say whether a stretch of a memory stands where that gives a value: behind what leads up to one."""
    before = memory[: run[0].start]
    if ABOUT["before_value"].search(before) or ABOUT["before_named"].search(before):
        return True
    if not before.strip():
        return False
    is_last = not memory[run[-1].end :].strip(' .!`"”')
    return run[0].is_figure or (is_last and run[0].text[:1].isupper())


def _with_its_figure(memory: str, known: Sequence[Word], run: list[Word]) -> list[Word]:
    """Return a stretch with the figure right behind it: `MySQL 8`."""
    behind = next((word for word in known if word.start >= run[-1].end), None)
    if behind is not None and behind.text[:1].isdigit() and memory[run[-1].end : behind.start] == " ":
        return [*run, behind]
    return run


# -- what is so ------------------------------------------------------------------------------------------


def _narrowed(masked: str, part: Part, denied: Sequence[Word], known: Sequence[Word]) -> bool:
    """Say whether a part turns something down in some cases only, or what is only called after it."""
    before: Word | None = None
    for word in denied:
        if is_among(word, known):
            before = word
            continue
        if ABOUT["of_all"].search(masked[part.start : word.start]):
            continue
        if ABOUT["case"].search(masked[part.start : word.start]):
            return True
        joined = before is not None and masked[before.end : word.start] == " "
        if joined and before is not None and masked[part.start : before.start].strip():
            return True
        before = None
    return False


def _is_only_not(against: Against, masked: str, denied: Sequence[Word], known: Sequence[Word]) -> bool:
    """Say whether a part tells what something does not do, and not that it is no longer what it was:
    `Celery doesn't pick up the task`. Where it is not what it was, the memory has that word.
    """
    part = against.denied
    text = against.text[part.start : part.end]
    first = next(
        (word for word in words_in(against.text) if word.start >= part.start and not word.small), None
    )
    if first is None or not denied or first.start != denied[0].start or not is_among(first, known):
        return False
    if ABOUT["no_more"].search(text) or not ABOUT["plain_not"].search(text[first.end - part.start :]):
        return False
    rest = denied[1:]
    uses = any(w.key in USING and w.start > first.end for w in words_in(masked) if w.end <= part.end)
    return not all(is_among(word, known) for word in rest) or not (rest or uses)


def _value(
    masked: str, against: Against, known: Sequence[Word], runs: Sequence[Sequence[Word]]
) -> str | None:
    """Return the one thing that a part says is so, and that a memory lacks; None for several, or none."""
    part = against.so
    own: list[list[Word]] = []
    for word in content_of(masked, part):
        is_known = any(is_one(word, each) for each in known if not any(each in run for run in runs))
        if is_known and not (own and _is_of_one_name(masked, own[-1][-1], word)):
            continue
        if own and masked[own[-1][-1].end : word.start] == " ":
            own[-1].append(word)
        else:
            own.append([word])
    led = [run for run in own if _is_led_up_to(masked, part, run)]
    if led and len(own) > len(led) and not _may_be_moved(masked, against, own, led):
        return None
    found = led or own
    if len(found) != 1 or any(_is_another(masked, part, run, known) for run in own if run not in found):
        return None
    run = _without_what_was_done(masked, part, found[0])
    if len(own) > 1 and ABOUT["case"].fullmatch(masked[part.start : run[0].start].lstrip()):
        return None
    if not led and not (_stands_alone(masked, part, run) and _is_surely_meant(masked, against, run, known)):
        return None
    if len(run) > _LONGEST_VALUE:
        return None
    if run[0].is_figure and not any(word.is_figure for each in runs for word in each):
        return None
    value = against.text[run[0].start : run[-1].end]
    turned_down = {word.key for each in runs for word in each}
    return None if any(word.key in turned_down for word in run) else value


def _is_led_up_to(masked: str, part: Part, run: Sequence[Word]) -> bool:
    if ABOUT["done_with"].match(masked, run[-1].end - _ENDING) is not None:
        return False
    return ABOUT["leads"].search(masked[part.start : run[0].start]) is not None


def _is_of_one_name(masked: str, before: Word, word: Word) -> bool:
    """Say whether a word goes on with the name before it: `Secrets` in `AWS Secrets Manager`."""
    return masked[before.end : word.start] == " " and before.text[:1].isupper() and word.text[:1].isupper()


def _without_what_was_done(masked: str, part: Part, run: list[Word]) -> list[Word]:
    """Return a value without the verb that ends a German clause behind it: `auf Linear umgezogen`."""
    verb = ABOUT["ends_clause"].search(masked[part.start : part.end])
    if verb is None or len(run) == 1 or run[-1].start != part.start + verb.start("verb"):
        return run
    return run[:-1]


def _may_be_moved(
    masked: str, against: Against, own: Sequence[Sequence[Word]], led: Sequence[Sequence[Word]]
) -> bool:
    """Say whether a value may stand in the memory as it is led up to here: not in a clause of its own where
    that is done with it what the memory does not tell: `you merge to main`.
    """
    part, value = against.so, led[0][0]
    before = [run[-1] for run in own if run[-1].end <= value.start and run not in led]
    if part.within == against.denied.within or not before:
        return True
    did = masked[part.start : before[-1].start]
    return ABOUT["doer"].search(did) is None or _DOER.search(masked, before[-1].end, value.start) is not None


def _is_another(masked: str, part: Part, run: Sequence[Word], known: Sequence[Word]) -> bool:
    """Say whether words of a part tell of another thing, or of one case, and are not what somebody does."""
    before = masked[part.start : run[0].start]
    if ABOUT["case"].search(before):
        return True
    last = words_in(before)[-1:]
    joined = bool(last) and before.endswith(last[0].text + " ") and is_among(last[0], known)
    return not joined and ABOUT["doer"].search(before) is None


def _stands_alone(masked: str, part: Part, run: Sequence[Word]) -> bool:
    """Say whether words to which nothing leads up are all that a part names, and no order: `ask Ada`."""
    is_order = len(run) > 1 and run[0].text[:1].islower() and run[1].text[:1].isupper()
    is_order = is_order or ABOUT["no_value"].search(masked[run[-1].end : part.end]) is not None
    in_a_case = ABOUT["case"].search(masked[part.start : run[0].start])
    return len(run) <= _ALONE and not (is_order or in_a_case or _goes_on(masked, part, run))


def _is_surely_meant(masked: str, against: Against, run: Sequence[Word], known: Sequence[Word]) -> bool:
    """Say whether words of a clause of their own are meant as the value: it is told when they are so, or one
    word stands right beside what hardly says more than a name. No `Docker is gone, thank god`.
    """
    so, denied = against.so, against.denied
    if so.within == denied.within:
        return True
    behind = masked[run[-1].end : so.end]
    verb = ABOUT["has_verb"].match(behind)
    said = words_in(behind[verb.end() :]) if verb else ()
    if verb and not any(word.key in USING or is_among(word, known) for word in said):
        return False
    between = ABOUT["bare_no"].sub("", against.text[min(so.end, denied.end) : max(so.start, denied.start)])
    is_told = so.start > so.within[0] or ABOUT["by_now"].search(against.text[so.start : so.end]) is not None
    is_short = len(content_of(masked, denied)) <= _ALONE and len(run) == 1 and not words_in(behind)
    return is_told or (is_short and not re.search(r"\w", between))


def _goes_on(masked: str, part: Part, run: Sequence[Word]) -> bool:
    """Say whether a part has words of other things besides one that nothing leads up to."""
    return len(run) > 1 and bool(re.search(r"\w", masked[run[-1].end : part.end]))


def _with_value(memory: str, runs: Sequence[Sequence[Word]], value: str) -> str:
    """Return a memory with a value in the place of stretches, written as they are."""
    for run in reversed(runs):
        start, end = run[0].start, run[-1].end
        memory = memory[:start] + _written_alike(value, memory[start:end]) + memory[end:]
    return memory


def _written_alike(value: str, old: str) -> str:
    plain = value.isalpha() and value.islower()
    if plain and old[:1].isupper():
        return value[0].upper() + value[1:]
    return value
