"""What `doctor` looks at in the store: its file, journal, projects, queue, capture and linked places."""

import os
import shlex
from collections.abc import Iterator

from memtui.cli.checks import NOTE, OK, PROBLEM, Check
from memtui.cli.stats import jobs_words, pass_words
from memtui.cli.telling import local
from memtui.domain.counting import plural, size
from memtui.domain.instant import HOUR
from memtui.domain.memory import VISIBLE_STATES
from memtui.domain.scope import ROOT
from memtui.lifecycle.filing import known_scope
from memtui.lifecycle.naming import free_scope
from memtui.lifecycle.projects import plan_tidying
from memtui.projects.identity import identify
from memtui.projects.temporary import VARIABLE, is_temporary
from memtui.secrets.masking import masked
from memtui.setup.known_files import place_of
from memtui.store import health, jobs, journal, locks, scopes, sources
from memtui.store.database import Store
from memtui.store.statistics import Pass, reviewing

_LONG_PASS = HOUR
"""Seconds after which a pass that still runs is worth a look; a million memories take three minutes."""


def checks_of(store: Store, *, deep: bool) -> Iterator[Check]:
    """Yield what was looked at in an open store; `deep` reads all of it."""
    counts = ", ".join(f"{scopes.count(store, ROOT, state):,} {state}" for state in VISIBLE_STATES)
    sentence = f"{store.path}, {size(store.size)}, schema {health.schema_version(store)}: {counts}"
    if store.read_only:
        yield Check("store", NOTE, sentence, "It can only be read; make the file and its folder writable.")
    else:
        yield Check("store", OK, sentence)
    yield _sqlite(store)
    stopped = [op for op in journal.ops(store) if op.status == "interrupted" and op.undone_by is None]
    if stopped:
        first = stopped[0]
        yield Check(
            "journal",
            NOTE,
            f"{plural(len(stopped), 'op')} stopped half way, the last a {masked(first.label)}",
            f"`memtui undo --op {first.id}` takes it back; or leave it, what was done is consistent.",
        )
    else:
        yield Check("journal", OK, "no op was left half done")
    yield from _project(store)
    yield from _review(store)
    yield _capture(store)
    yield from _sources(store)
    if deep:
        yield from _deep(store)


def _project(store: Store) -> Iterator[Check]:
    """Say what project this folder is, and whether memories lie with another project than they are about."""
    project = identify(os.getcwd())
    if project is None and is_temporary(os.getcwd()):
        yield Check(
            "project",
            NOTE,
            "this folder is a temporary one: its work is no project, and no agent is told of it",
            f"If it is to count as one: export {VARIABLE}=none",
        )
    elif project is None:
        yield Check("project", OK, "this folder belongs to none")
    else:
        known = known_scope(store, project)
        met = known or f"{free_scope(store, project)}, once an agent works here"
        yield Check("project", OK, f"this folder belongs to {project.identity}: {met}")
    plan = plan_tidying(store)
    if plan.moves:
        yield Check(
            "projects",
            NOTE,
            f"{plural(plan.count)} with another project than they are about",
            "`memtui projects tidy --dry-run` shows them, `memtui projects tidy` files them.",
        )


def _review(store: Store) -> Iterator[Check]:
    """Say when the review pass ran last, whether one hangs, and which rules are muted."""
    standing = reviewing(store)
    yield _last_pass(store, standing.last_pass, f"{plural(sum(standing.open.values()), 'proposal')} open")
    if standing.muted:
        yield Check(
            "muted",
            OK,
            f"{', '.join(standing.muted)}: proposes nothing, since you kept saying no",
            f"`memtui review unmute {shlex.quote(standing.muted[0])}` lets it be heard again.",
        )


def _capture(store: Store) -> Check:
    """Say what waits to be captured, and why something does not get done."""
    counts = jobs.counts(store)
    queue = jobs_words(counts)
    failing = [job for job in jobs.get_all(store) if job.error]
    if counts.get("failed"):
        return Check(
            "capture",
            NOTE,
            f"{queue}; {failing[0].kind}: {failing[0].error}" if failing else queue,
            "`memtui work --retry` tries again.",
        )
    if failing:
        return Check(
            "capture", NOTE, f"{queue}; last error: {failing[0].error}", "It is tried again by itself."
        )
    worker = locks.holder(store, locks.WORK)
    if counts.get("queued") and not worker:
        return Check("capture", OK, queue, "The screen works on it while it is open; so does `memtui work`.")
    return Check("capture", OK, f"{queue}; process {worker} is at it" if worker else queue)


def _sources(store: Store) -> Iterator[Check]:
    """Say which linked places are not in step, and why."""
    linked = sources.get_all(store)
    for source in linked:
        if source.message:
            again = "Put it right; `memtui sources sync` tries at once, the screen by itself."
            yield Check("sources", NOTE, f"{place_of(store, source)}: {source.message}", again)
    if linked and not any(source.message for source in linked):
        yield Check("sources", OK, f"{plural(len(linked), 'linked place')}, none with a problem")


def _last_pass(store: Store, latest: Pass | None, waiting: str) -> Check:
    if latest is None:
        return Check("review", NOTE, "no pass has run yet", "`memtui review run` runs one.")
    if latest.status != "running":
        return Check("review", OK, f"last pass {pass_words(latest)}; {waiting}")
    process = locks.holder(store, locks.REVIEW)
    if not process:
        return Check(
            "review",
            NOTE,
            f"the pass of {local(latest.at)} was broken off; {waiting}",
            "`memtui review run` goes on where it stopped.",
        )
    sentence = f"a pass is running since {local(latest.at)}; {waiting}"
    if store.now() - latest.at < _LONG_PASS:
        return Check("review", OK, sentence)
    return Check(
        "review",
        NOTE,
        sentence,
        f"If process {process} hangs, or is no memtui, end it: then the next pass can run.",
    )


def _sqlite(store: Store) -> Check:
    version = health.sqlite_version(store)
    if health.has_word_index(store):
        return Check("SQLite", OK, f"{version} with FTS5")
    return Check("SQLite", PROBLEM, f"{version} without FTS5", "Use a Python whose sqlite3 has FTS5.")


def _deep(store: Store) -> Iterator[Check]:
    damage = health.damage(store)
    if not damage:
        yield Check("file", OK, "read from end to end, sound")
    else:
        yield Check(
            "file",
            PROBLEM,
            f"damaged: {damage}",
            "Move it aside and restore a backup, or save what can be read: sqlite3 FILE .recover",
        )
    wrong = scopes.miscounted(store)
    if wrong:
        yield Check(
            "counts",
            PROBLEM,
            f"{plural(len(wrong), 'scope')} counted wrongly, such as {wrong[0]}",
            "`memtui export --state all -o FILE`, then import FILE into a new store.",
        )
    else:
        yield Check("counts", OK, "every scope's count agrees with its memories")
