"""How a card is drawn, without a screen: everything fits, what differs is marked, and no secret shows."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from memtui.domain.card_kinds import Kind
from memtui.domain.deed_record import Sentence
from memtui.domain.deeds import Change, Deed
from memtui.domain.instant import DAY
from memtui.domain.memory import Memory, MemoryType, Origin, State
from memtui.domain.proposal import Evidence, Proposal, Spans, Target
from memtui.domain.proposal_status import Status
from memtui.review.queue import Card, CardRef
from memtui.tui.review.card_layout import lay_out
from memtui.tui.review.card_parts import CardState
from memtui.tui.review.texts import hidden, marked_lines
from memtui.tui.themes import look
from memtui.tui.widgets.pages import Line
from tests.conftest import NOON
from tests.growth import grows_too_fast

LOOK = look("memtui-dark")
KEYS = {
    "yes": "y", "no": "n", "later": "-", "edit_card": "e", "winner_left": "←", "winner_right": "→",
    "next_pane": "tab", "both_dated": "b", "archive_instead": "x", "drop": "d", "source": "o",
    "open": "enter", "down": "j", "zoom": "z", "undo": "u",
}  # fmt: skip
LONG = "Atlas stores users in PostgreSQL 16 because of JSONB, and nobody wants to go back. " * 30


def a_memory(memory_id: int, text: str, **more: object) -> Memory:
    """Return a memory of last month."""
    memory = Memory(
        memory_id, f"uid-{memory_id}", text, "", "/project/shop", MemoryType.SEMANTIC, State.LIVE, 0.5, False,
        30.0, NOON - 30 * DAY, NOON - 30 * DAY, None, 0, 0, None, 1, Origin.EXTRACTED,
        {"source": "claude-code", "quote": "we settled on that"}, 0, ("decision",),
    )  # fmt: skip
    return replace(memory, **more)  # type: ignore[arg-type]


def a_card(
    change: Change, *texts: str, kind: Kind = Kind.JUNK, marks: dict[int, Spans] | None = None, **more: object
) -> Card:
    """Return a card about memories with these texts, numbered from 1."""
    about = [a_memory(number, text) for number, text in enumerate(texts, 1)]
    facts = (("strength", "0.03"), ("used", "never used in 61 days"), ("keep value", "0.12 of 1"))
    evidence = Evidence(facts, marks or {}, **more)  # type: ignore[arg-type]
    proposal = Proposal(
        1, kind, f"{kind}/test", Status.OPEN, "somebody has to decide this", change, evidence, "/project",
        0.8, 120, "", "review", NOON - DAY, None, None, None, tuple(Target.of(m) for m in about), False,
    )  # fmt: skip
    ref = CardRef((1,), kind, "", 1.0)
    return Card(
        ref, [proposal], {m.id: m for m in about}, 1, [Sentence("it is done", "{undo} takes it back")]
    )


PAIR = Change(Deed.KEEP, keep=2, gone=(1,))


def a_batch(text: str) -> Card:
    """Return a card of twenty proposals that are decided together."""
    one = a_card(Change(Deed.DROP, gone=(1,)), text).proposals[0]
    known = {1: a_memory(1, text)}
    return Card(
        CardRef(tuple(range(20)), Kind.JUNK, "old notes", 9.0),
        [one] * 20,
        known,
        20,
        [Sentence("it is done")],
    )


CARDS: dict[str, Callable[[str], Card]] = {
    "batch": a_batch,
    "drop": lambda text: a_card(Change(Deed.DROP, gone=(1,)), text, kind=Kind.FADING),
    "pair": lambda text: a_card(PAIR, text, text + " now", kind=Kind.CONFLICT, marks={1: ((0, 5),)}),
    "series": lambda text: a_card(
        Change(Deed.KEEP, keep=1, gone=tuple(range(2, 10))),
        *[f"{number} {text}" for number in range(9)],
        kind=Kind.CONFLICT,
    ),
    "learn": lambda text: a_card(
        Change(Deed.LEARN, gone=(1,), draft={"text": text, "scope": "/user"}), text, kind=Kind.LEARNED
    ),
    "compact": lambda text: a_card(
        Change(Deed.COMPACT, gone=tuple(range(1, 10)), draft={"text": text}), *[text] * 9, kind=Kind.COMPACT
    ),
    "budget": lambda text: a_card(
        Change(Deed.ARCHIVE, gone=(1,)),
        text,
        kind=Kind.BUDGET,
        before_after=tuple((f"line {n}", "" if n == 3 else f"line {n}") for n in range(12)),
    ),
}


def said(lines: list[Line]) -> str:
    """Return lines as text."""
    return "\n".join("".join(part.text for part in line).rstrip() for line in lines)


@pytest.mark.few(6)
@pytest.mark.parametrize("size", [(76, 19), (120, 31), (200, 55)])
@pytest.mark.parametrize("text", ["A short one", LONG])
@pytest.mark.parametrize("name", CARDS)
def test_what_is_asked_and_the_keys_fit_on_every_screen(name: str, text: str, size: tuple[int, int]) -> None:
    width, height = size
    lines = lay_out(CARDS[name](text), CardState(NOON, KEYS), width, height, LOOK).lines
    scrolls = text == LONG and name in {"learn", "compact"} and height < 40
    assert (len(lines) >= height) is scrolls
    heading = "20 old notes" if name == "batch" else "somebody has to decide this"
    for words in (heading, "if yes", "it is done", "y yes", "- later"):
        assert words in said(lines)


@given(
    text=st.text(max_size=400),
    width=st.integers(40, 200),
    height=st.integers(10, 60),
    name=st.sampled_from([*CARDS]),
)
def test_no_line_is_wider_than_the_view(text: str, width: int, height: int, name: str) -> None:
    for line in lay_out(CARDS[name](text), CardState(NOON, KEYS), width, height, LOOK).lines:
        assert sum(cell_len(part.text) for part in line) <= width


def test_of_two_that_nothing_tells_apart_none_goes_yet_and_each_names_its_file() -> None:
    card = a_card(Change(Deed.KEEP), "Use npm, never pnpm", "Use pnpm", kind=Kind.CONFLICT)
    for number, name in enumerate(("CLAUDE.md", "AGENTS.md"), 1):
        card.memories[number].provenance["path"] = f"/srv/shop/{name}"  # type: ignore[index]
    lines = said(lay_out(card, CardState(NOON, KEYS), 90, 31, LOOK).lines)
    assert "goes" not in lines
    assert "if yes" not in lines
    assert lines.index("Use npm") < lines.index("/srv/shop/CLAUDE.md") < lines.index("/srv/shop/AGENTS.md")
    chosen = said(lay_out(card, CardState(NOON, KEYS, keep=2), 90, 31, LOOK).lines)
    assert chosen.count("   goes") == chosen.count("   stays") == 1


def test_what_stays_is_told_however_little_room_there_is() -> None:
    card = a_card(Change(Deed.KEEP), "Use npm, never pnpm", "Use pnpm", kind=Kind.CONFLICT)
    for number in (1, 2):
        card.memories[number] = replace(card.memories[number], scope="/project/fernhill/deploy")  # type: ignore[index]
    for width in range(48, 90):
        chosen = said(lay_out(card, CardState(NOON, KEYS, keep=2), width, 11, LOOK).lines)
        assert chosen.count("   goes") == chosen.count("   stays") == 1, width


def test_a_memory_that_loses_a_part_can_be_dropped_whole() -> None:
    card = a_card(Change(Deed.CUT, keep=1, text="- Tests run in CI"), "- Tests run in CI\n- Obey me")
    lines = said(lay_out(card, CardState(NOON, KEYS), 90, 31, LOOK).lines)
    assert "y yes    n no    d drop all of it    e edit" in lines
    assert lines.count("Tests run in CI") == 1, "nothing new has to be read"


def test_a_card_that_cuts_lines_out_signs_them() -> None:
    change = Change(Deed.CUT, keep=1, text="- Tests run in CI")
    card = a_card(change, "- Tests run in CI\n- Obey me", marks={1: ((18, 27),)})
    lines = said(lay_out(card, CardState(NOON, KEYS), 90, 31, LOOK).lines)
    assert "  − - Obey me" in lines
    assert "    - Tests run in CI" in lines


def test_a_text_that_is_cut_says_how_many_lines_are_above_and_below_what_is_shown() -> None:
    text = "\n".join(f"- line {number}" for number in range(30))
    at = text.index("- line 20")
    card = a_card(Change(Deed.DROP, gone=(1,)), text, marks={1: ((at, at + 9),)})
    tall = said(lay_out(card, CardState(NOON, KEYS), 76, 26, LOOK).lines).splitlines()
    first = next(at for at, line in enumerate(tall) if "- line " in line)
    assert "… 20 lines above" in tall[first - 1]
    assert "- line 20" in tall[first]
    low = said(lay_out(card, CardState(NOON, KEYS), 76, 12, LOOK).lines)
    assert "- line 20" in low
    assert "… 20 lines above, " in low


@pytest.mark.parametrize("height", range(8, 31, 2))
def test_what_goes_is_shown_however_little_room_there_is_and_no_line_is_hidden_unsaid(height: int) -> None:
    text = "\n".join(f"- line {number}" for number in range(30))
    at = text.index("- line 20")
    change = Change(Deed.CUT, keep=1, text=text[:at] + text[at + 10 :])
    card = a_card(change, text, marks={1: ((at, at + 10),)})
    lines = said(lay_out(card, CardState(NOON, KEYS), 76, height, LOOK).lines)
    assert "− - line 20" in lines or "− …- line 20…" in lines
    if "− …" not in lines:
        left_out = map(int, re.findall(r"(\d+) (?:more )?lines? ?(?:above|;)", lines.split("/project")[0]))
        shown = [line for line in lines.splitlines() if "- line " in line]
        assert sum(left_out) + len(shown) == 30


def test_what_an_agent_would_no_longer_see_is_named_before_what_stays() -> None:
    lines = said(lay_out(CARDS["budget"](LONG), CardState(NOON, KEYS), 76, 19, LOOK).lines).splitlines()
    assert any("− line 3" in line for line in lines)
    assert any("… and 8 more lines; z shows them" in line for line in lines)


def test_all_of_it_is_there_when_it_is_wanted_whole() -> None:
    lines = lay_out(CARDS["budget"](LONG), CardState(NOON, KEYS, whole=True), 76, 19, LOOK).lines
    assert "… " not in said(lines)
    assert all(f"line {number}" in said(lines) for number in range(12))


@pytest.mark.few(2)
@pytest.mark.parametrize("name", ["learn", "compact"])
@pytest.mark.parametrize("size", [(76, 19), (120, 31), (200, 55)])
def test_a_text_that_a_yes_stores_is_never_cut(name: str, size: tuple[int, int]) -> None:
    text = " ".join(f"word{number}" for number in range(1_200))
    laid = lay_out(CARDS[name](text), CardState(NOON, KEYS), *size, LOOK)
    to_read = said(laid.lines[: laid.read_to])
    assert to_read.split()[-1].startswith("word1199")
    assert all(f"word{number}" in to_read for number in range(1_200))


def test_a_pair_stands_side_by_side_where_there_is_room() -> None:
    card = a_card(PAIR, "The port is 80", "The port is 81", kind=Kind.CONFLICT)
    wide = said(lay_out(card, CardState(NOON, KEYS), 160, 40, LOOK).lines).splitlines()
    narrow = said(lay_out(card, CardState(NOON, KEYS), 99, 40, LOOK).lines).splitlines()
    assert any("The port is 80" in line and "▸ The port is 81" in line for line in wide)
    assert not any("The port is 80" in line and "The port is 81" in line for line in narrow)


def test_what_differs_is_underlined_and_not_only_coloured() -> None:
    card = a_card(PAIR, "The port is 80", "The port is 81", kind=Kind.CONFLICT, marks={1: ((12, 14),)})
    marked = [
        part.text
        for line in lay_out(card, CardState(NOON, KEYS), 120, 40, LOOK).lines
        for part in line
        if part.style and part.style.underline
    ]
    assert marked == ["80", "81"]


def underlined(card: Card, width: int = 120) -> list[str]:
    """Return the words of a card that are marked."""
    lines = lay_out(card, CardState(NOON, KEYS), width, 40, LOOK).lines
    return [part.text for line in lines for part in line if part.style and part.style.underline]


MERGED = Change(Deed.MERGE, keep=1, gone=(2,))
UPDATE = Change(Deed.LEARN, gone=(1,), draft={"text": "The port is 81 on Mondays", "scope": "/user"})


@pytest.mark.parametrize(
    ("card", "marked"),
    [
        (a_card(MERGED, "Ship only on Fridays", "Ship on Fridays", kind=Kind.DUPLICATE), ["only"]),
        (a_card(UPDATE, "The port is 80 on Mondays", kind=Kind.LEARNED), ["80", "81"]),
        (a_card(MERGED, "Ship on Fridays", "Ship on Fridays", kind=Kind.DUPLICATE), []),
    ],
)
@pytest.mark.parametrize("width", [80, 160])
def test_every_pair_shows_what_differs_word_by_word(card: Card, marked: list[str], width: int) -> None:
    assert underlined(card, width) == marked


def test_a_text_that_has_one_line_shows_the_part_that_differs() -> None:
    texts = [
        f"{'The shop has many doors, and each of them has a key. ' * 2}The port is {n}" for n in (80, 81)
    ]
    card = a_card(PAIR, *texts, kind=Kind.CONFLICT)
    lines = lay_out(card, CardState(NOON, KEYS), 80, 17, LOOK).lines
    assert [part.text for line in lines for part in line if part.style and part.style.underline] == [
        "80",
        "81",
    ]


def test_the_keys_that_choose_follow_the_layout() -> None:
    card = a_card(PAIR, "The port is 80", "The port is 81", kind=Kind.CONFLICT)
    beside, stacked = (said(lay_out(card, CardState(NOON, KEYS), w, 40, LOOK).lines) for w in (160, 80))
    assert "← → choose the other" in beside
    assert "tab choose the other" in stacked
    assert "←" not in stacked


def test_a_series_is_a_line_of_time_with_its_values() -> None:
    texts = [f"{count} tests pass" for count in (286, 264, 251, 242)]
    card = a_card(Change(Deed.KEEP, keep=1, gone=(2, 3, 4)), *texts, kind=Kind.CONFLICT)
    lines = said(lay_out(card, CardState(NOON, KEYS), 120, 40, LOOK).lines).splitlines()
    values = [line.split()[-2:] for line in lines if line.endswith((" stays", " goes"))]
    assert values == [["286", "stays"], ["264", "goes"], ["251", "goes"], ["242", "goes"]]
    chosen = said(lay_out(card, CardState(NOON, KEYS, keep=3), 120, 40, LOOK).lines)
    assert "251" in next(line for line in chosen.splitlines() if "▸" in line)


def test_of_a_long_text_the_part_that_is_marked_is_shown() -> None:
    at = len(LONG)
    card = a_card(PAIR, f"{LONG}the port is 80", "short", kind=Kind.CONFLICT, marks={1: ((at, at + 14),)})
    assert "the port is 80" in said(lay_out(card, CardState(NOON, KEYS), 76, 19, LOOK).lines)


def test_a_changed_memory_is_not_marked_where_the_old_text_differed() -> None:
    card = a_card(PAIR, "The port is 80", "The port is 81", kind=Kind.CONFLICT, marks={1: ((12, 14),)})
    edited = a_memory(1, "Nothing of that is left", version=2, updated_at=NOON - 7200)
    stale = [replace(card.proposals[0], stale=True)]
    lines = lay_out(
        replace(card, proposals=stale, memories={**card.memories, 1: edited}),
        CardState(NOON, KEYS),
        120,
        40,
        LOOK,
    ).lines
    assert "Changed since this was found: edited 2h ago" in said(lines)
    assert not any(part.style and part.style.underline for line in lines for part in line)


def test_a_memory_that_was_erased_leaves_its_place() -> None:
    card = a_card(PAIR, "The port is 80", "The port is 81", kind=Kind.CONFLICT)
    stale = [replace(card.proposals[0], stale=True)]
    left = replace(card, proposals=stale, memories={2: card.memories[2]})
    assert "× a memory that was erased" in said(lay_out(left, CardState(NOON, KEYS), 120, 40, LOOK).lines)


@given(
    before=st.text(max_size=60),
    secret=st.text(st.characters(categories=["L", "N"]), min_size=6, max_size=60),
    after=st.text(max_size=60),
)
def test_of_a_secret_at_most_the_beginning_is_left(before: str, secret: str, after: str) -> None:
    text, ((start, end), *_) = hidden(before + secret + after, ((len(before), len(before + secret)),))
    shown = text[start:end]
    assert shown.rstrip("•") in (secret[:4], "")
    assert len(shown.rstrip("•")) * 4 <= len(secret)


def test_a_secret_that_the_marks_miss_is_hidden_all_the_same() -> None:
    key = "ghp_0123456789abcdefghijABCDEFGHIJ456789"
    card = a_card(Change(Deed.REDACT, gone=(1,)), f"use {key}", kind=Kind.SECRET)
    assert key not in said(lay_out(card, CardState(NOON, KEYS), 120, 40, LOOK).lines)


@given(
    text=st.text(max_size=300),
    spans=st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300)), max_size=4),
)
def test_marking_loses_and_adds_nothing(text: str, spans: list[tuple[int, int]]) -> None:
    plain, marked = LOOK.text, LOOK.accent
    with_marks = marked_lines(text, tuple(spans), 40, plain, marked)
    without = marked_lines(text, (), 40, plain, marked)
    assert said(with_marks) == said(without)


@given(st.lists(st.tuples(st.text("ab \n", max_size=12), st.text("cd \n", max_size=12)), max_size=12))
def test_every_mark_is_on_its_words_and_on_no_others(parts: list[tuple[str, str]]) -> None:
    text, spans = "", []
    for plain_part, marked_part in parts:
        text += plain_part
        spans.append((len(text), len(text) + len(marked_part)))
        text += marked_part
    lines = marked_lines(text, tuple(spans), 10, LOOK.text, LOOK.accent)
    marked = "".join(segment.text for line in lines for segment in line if segment.style == LOOK.accent)
    assert "".join(marked.split()) == "".join("".join(each[1] for each in parts).split())


@pytest.mark.few(1)
def test_many_marks_in_a_long_text_take_as_long_as_few_in_short_ones() -> None:
    def mark(text: str) -> None:
        marked_lines(text, tuple((at, at + 1) for at in range(0, len(text), 3)), 40, LOOK.text, LOOK.accent)

    assert not grows_too_fast(mark, "a b\n")


def test_a_line_deleted_by_hand_is_gone_from_a_file_and_nothing_that_was_learned_or_proposed() -> None:
    card = a_card(Change(Deed.DROP, gone=(1,)), "The port is 80", kind=Kind.LEARNED)
    card.proposals[0] = replace(card.proposals[0], rule="learned/vanished", origin="claude-code")
    lines = said(lay_out(card, CardState(NOON, KEYS), 80, 30, LOOK).lines)
    assert "GONE FROM A FILE   somebody has to decide this" in lines
    assert "LEARNED" not in lines
    assert "proposed by" not in lines


@pytest.mark.parametrize("height", range(14, 24))
def test_empty_lines_make_way_before_words_do(height: int) -> None:
    facts = tuple((f"fact {number}", f"it is so for reason {number}") for number in range(7))
    card = a_card(Change(Deed.DROP, gone=(1,)), "Deploys go out on Fridays")
    card.proposals[0] = replace(card.proposals[0], evidence=Evidence(facts))
    lines = lay_out(card, CardState(NOON, KEYS), 76, height, LOOK).lines
    text = said(lines).strip("\n")
    assert len(lines) <= height
    assert "more line" not in text or "\n\n" not in text
    if height >= 18:
        assert "more line" not in text
        assert "\n\n     if yes" in text
