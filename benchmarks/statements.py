"""A made-up store of statements that resemble each other as real ones do, with near-copies planted in it.

Most are sentences about parts of made-up projects: same words, other parts and values. One in five is a
made-up text as in `corpus`, one in twenty is boilerplate, a line that a tool writes again and again. The
planted copies say what another statement says: with a word more, with a clause moved, with a synonym, or
word for word in another scope. Each names in its provenance what it is a copy of. The same seed makes the
same store.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from benchmarks import corpus
from memtui.domain.instant import Instant
from memtui.domain.memory import Draft
from memtui.domain.scope import parent

PLANTED = 0.01
"""The share of memories that are copies of others."""


def _listed(text: str) -> list[str]:
    return [item.strip() for item in text.replace("\n", " ").split(",")]


_WITH_MARK = 0.2
"""The share of sentences that end with a rare word, such as the name of a commit or a ticket."""
_PARTS = _listed("""
    importer, exporter, scheduler, gateway, worker, parser, indexer, renderer, exchange, mailer,
    crawler, planner, editor, dashboard, notifier, archive, catalogue, ledger, router, balancer, proxy,
    resolver, tokenizer, bundler, linter, installer, updater, recorder, sampler, formatter, validator,
    migration, webhook, endpoint, listener, consumer, producer, backend, frontend, sidebar, checkout,
    billing, search, login, session, invoice, report, calendar, inbox
""")
_VERBS = _listed("""
    reads, writes, caches, retries, validates, compresses, encrypts, rejects, batches, streams,
    archives, replicates, renders, translates, indexes, schedules, monitors, throttles, signs, parses,
    filters, aggregates, restores, exports, imports, measures, queues, rotates, scans, splits
""")
_OBJECTS = _listed("""
    invoices, thumbnails, bookings, shipments, recipes, sensor readings, customer addresses, log lines,
    price lists, audit records, feature flags, search results, payment receipts, uploaded images,
    nightly backups, user tokens, email templates, route tables, weather maps, chat transcripts,
    stock levels, tax rates, delivery slots, test reports, access rules, font files, video segments,
    click events, survey answers, map tiles, song lyrics
""")
_MEANS = _listed("""
    Redis, Kafka, PostgreSQL, RabbitMQ, SQLite, Celery, Elasticsearch, a cron job, a local queue,
    protobuf, JSON lines, a bloom filter, websockets, gRPC, an LRU cache, two threads, a retry budget,
    feature toggles, Terraform, Ansible, a feature branch, webpack, Vite, Playwright, pytest, mypy,
    Nginx, Caddy, S3, MinIO
""")
_REASONS = _listed("""
    the vendor limits calls, customers complained about delays, the old format broke,
    disk space ran out, the auditors asked for it, memory use was too high, latency doubled last spring,
    the team is small, the library is unmaintained, timeouts hid the real error,
    the contract demands it, tests were flaky, a colleague left, legal review took weeks,
    the browser blocks it, nobody understood the code
""")
_ADVERBS = ("really", "actually", "quite", "always", "currently", "also")
_SWAPS = {
    "keeps": "retains",
    "uses": "employs",
    "validates": "checks",
    "needs": "requires",
    "large": "big",
    "begins": "starts",
    "fixes": "repairs",
}
_FRAMES = (
    "The {name} {part} {verb} {things} with {means} because {reason}",
    "Because {reason}, the {name} {part} {verb} {things}",
    "{name}'s {part} keeps {things} for {number} days and {verb} {others} through {means}",
    "The {part} of {name} needs {number} MB to handle {things}, since {reason}",
    "In {name}, a large set of {things} is handled by the {part}, which uses {means}",
    "{person} validates {things} in the {name} {part} before {others} go out",
    "When {things} arrive late, the {name} {part} begins again after {number} minutes",
    "{person} prefers {means} over {othermeans} for {things} in {name}",
    "The {name} {part} listens on port {number} and {verb} {things}",
    "{person} fixes the {part} of {name} whenever {things} are wrong, as {reason}",
    "Deploying {name} needs {means} first, then the {part}; it {verb} {things} in between",
    "Never run the {name} {part} without {means}: {reason}",
)
_BOILERPLATE = (
    "Session {hex} in {scope} ended after {number} turns without errors",
    "Ran the test suite: {number} passed, {small} skipped, took {small} seconds",
    "Read the file and found {number} lines to look at",
    "Tool call {hex} returned exit code {small}",
    "Loaded the project instructions and {small} memories at the start of the session",
)


def drafts(count: int, now: Instant, seed: int = 11) -> Iterator[Draft]:
    """Yield `count` drafts, of which a share of PLANTED are copies of earlier ones."""
    chance = random.Random(seed)
    names = [_name(chance) for _ in range(20_000)]
    people = [_name(chance) for _ in range(300)]
    for number, draft in enumerate(corpus.drafts(count, now, seed)):
        kind = chance.random()
        if kind < 0.75:
            draft = replace(draft, text=_sentence(chance, _known_in(draft.scope, names), people))
        elif kind < 0.80:
            draft = replace(draft, text=_boilerplate(chance, draft.scope))
        else:
            draft = replace(draft, text=draft.text.rpartition(" ")[0].rstrip(" .") + ".")
        if chance.random() < PLANTED / (1 - PLANTED) and kind < 0.75:
            marked = replace(draft, uid=f"{number:026d}")
            yield marked
            yield _copy(chance, marked)
        else:
            yield draft


def _sentence(chance: random.Random, names: Sequence[str], people: Sequence[str]) -> str:
    things, others = chance.sample(_OBJECTS, 2)
    means, othermeans = chance.sample(_MEANS, 2)
    text = chance.choice(_FRAMES).format(
        name=names[min(int(chance.paretovariate(0.7)) - 1, len(names) - 1)],
        person=chance.choice(people),
        part=chance.choice(_PARTS),
        verb=chance.choice(_VERBS),
        things=things,
        others=others,
        means=means,
        othermeans=othermeans,
        reason=chance.choice(_REASONS),
        number=chance.randrange(2, 9_000),
    )
    return f"{text} ({chance.randrange(1 << 28):07x})" if chance.random() < _WITH_MARK else text


def _known_in(scope: str, names: Sequence[str]) -> Sequence[str]:
    """Return the names that the memories of a scope and of those below it are about."""
    start = sum(map(ord, "/".join(scope.split("/")[:3]))) * 977 % (len(names) - 60)
    return names[start : start + 60]


def _boilerplate(chance: random.Random, scope: str) -> str:
    return chance.choice(_BOILERPLATE).format(
        hex=f"{chance.randrange(1 << 24):06x}",
        scope=scope.rpartition("/")[2],
        number=chance.randrange(1, 400),
        small=chance.randrange(0, 60),
    )


def _copy(chance: random.Random, of: Draft) -> Draft:
    """Return a draft that says the same as another, filed in its scope or above it."""
    words = of.text.split()
    way = chance.choice(("exact", "word", "clause", "synonym"))
    scope = of.scope
    if way == "exact":
        scope, text = parent(of.scope) or "/", of.text
    else:
        if chance.random() < 0.2:
            scope = parent(of.scope) or "/"
        swaps = [i for i, word in enumerate(words) if word in _SWAPS]
        begin, comma, end = of.text.partition(", ")
        if way == "clause" and comma:
            text = f"{end[0].upper()}{end[1:]}, {begin[0].lower()}{begin[1:]}"
        elif way == "synonym" and swaps:
            words[swaps[0]] = _SWAPS[words[swaps[0]]]
            text = " ".join(words)
        else:
            way = "word"
            place = next((i for i, word in enumerate(words) if word in _VERBS), len(words) // 2)
            text = " ".join([*words[:place], chance.choice(_ADVERBS), *words[place:]])
    created = (of.created_at or 0.0) + chance.random() * 86_400
    return replace(
        of, text=text, scope=scope, uid=None, created_at=created, provenance={"copy_of": of.uid, "way": way}
    )


def _name(chance: random.Random) -> str:
    return "".join(
        chance.choice("bcdfghklmnprstvz") + chance.choice("aeiou") for _ in range(chance.randrange(2, 5))
    ).capitalize()
