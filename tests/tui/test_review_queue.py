"""The queue beside the card: from 110 columns on, by kind, decided cards ticked, the shown one marked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.pilot import Pilot

from memtui.domain.card_kinds import Kind
from memtui.review import queue
from memtui.review.child import Request
from memtui.review.queue import CardRef
from memtui.store.proposals import Wanted
from memtui.tui.background.review_pass import Pass
from memtui.tui.review import card_queue, queue_reader
from memtui.tui.review.sections import Decided, Section, Sections, by_kind
from tests.tui.conftest import Opened, Planted, app_of, until
from tests.tui.planting import conflict, junk, promote, reason, review, shown

WIDE = (120, 36)


def listed(pilot: Pilot[int]) -> list[str]:
    """Return the lines of the queue; the one under the cursor begins with `>`."""
    rows = review(pilot).listed
    lines = [("".join(part.text for part in rows.draw(i, 40))).rstrip() for i in range(rows.count)]
    return [f">{line[1:]}" if i == rows.cursor else line for i, line in enumerate(lines)]


async def test_the_queue_stands_beside_the_card_where_there_is_room(opened: Opened, planted: Planted) -> None:
    planted(conflict(), junk(2), junk(3), *(junk(n, "old notes", Kind.FADING) for n in (1, 2, 3)))
    for size, beside in (((109, 36), False), ((110, 36), True)):
        async with opened(size=size) as pilot:
            await pilot.press("2")
            assert review(pilot).listed.display is beside
    async with opened(size=WIDE) as pilot:
        await pilot.press("2")
        assert [" ".join(line.split()) for line in listed(pilot)] == [
            "conflict 1", "> The shop runs on port 8080", "",
            "junk 2", "Releases are tagged on Fridays", "Migration 0042 failed on staging", "",
            "fading 1", "3 old notes",
        ]  # fmt: skip


async def test_an_empty_queue_takes_no_room_from_what_is_said_until_a_card_comes(
    opened: Opened, planted: Planted
) -> None:
    async with opened(size=WIDE) as pilot:
        await pilot.press("2")
        assert not review(pilot).listed.display
        planted(junk(2))
        review(pilot).store_changed()
        await pilot.pause()
        assert review(pilot).listed.display
        await pilot.press("u")
        assert review(pilot).listed.display


async def test_a_decided_card_is_ticked_in_its_place_and_u_takes_the_tick_back(
    opened: Opened, planted: Planted
) -> None:
    planted(junk(2), junk(3), junk(4), promote)
    async with opened(size=WIDE) as pilot:
        await pilot.press("2", "y", "n")
        told = [" ".join(line.split()) for line in listed(pilot)]
        assert told[:4] == [
            "junk 2 of 3", "✓ Releases are tagged on Fridays", "✗ Migration 0042 failed on staging",
            "> The shop runs on port 8080",
        ]  # fmt: skip
        await pilot.press("-")
        assert "- The shop runs on port 8080" in [" ".join(line.split()) for line in listed(pilot)]
        await pilot.press("u", "u", "u")
        assert [" ".join(line.split()) for line in listed(pilot)][:2] == [
            "junk 3", "> Releases are tagged on Fridays",
        ]  # fmt: skip


async def test_a_redo_at_the_end_ticks_the_cards_and_counts_them_again(
    opened: Opened, planted: Planted
) -> None:
    planted(conflict(), *(junk(n, "old notes", Kind.FADING) for n in (1, 2, 3)), junk(2))
    async with opened(size=WIDE) as pilot:
        await until(pilot, lambda: app_of(pilot)._overview.overview is not None)
        await pilot.press("2", "y", "n", "-")
        at_the_end = words(pilot), shown(pilot)
        assert "decided 1 yes · 1 no · 1 later" in " ".join(shown(pilot).split())
        await pilot.press("u", "u", "u")
        assert "That is it" not in shown(pilot)
        await pilot.press("ctrl+r", "ctrl+r", "ctrl+r")
        assert (words(pilot), shown(pilot)) == at_the_end


async def test_another_verdict_after_an_undo_is_the_only_one_told(opened: Opened, planted: Planted) -> None:
    planted(*(junk(n, "old notes") for n in (1, 2, 3)))
    async with opened(size=WIDE) as pilot:
        await pilot.press("2", "-", "u", "n")
        review(pilot).reload()
        assert words(pilot) == [">junk 1 of 1", "✗ 3 old notes"]
        assert "decided 1 no " in " ".join(shown(pilot).split())


def words(pilot: Pilot[int]) -> list[str]:
    return [" ".join(line.split()) for line in listed(pilot)]


async def test_kinds_and_cards_keep_their_places_while_they_are_decided(
    opened: Opened, planted: Planted
) -> None:
    planted(
        *(junk(n, saves=900_000) for n in (2, 3)),
        *(junk(n, kind=Kind.DEAD, confidence=0.9 - n / 100) for n in (2, 3, 4)),
        *(junk(n, kind=Kind.FADING, confidence=0.4 - n / 100) for n in (2, 3)),
    )
    async with opened(size=WIDE) as pilot:
        await pilot.press("2")
        view = review(pilot)
        before = [line.strip("> ") for line in words(pilot)]
        cards = [at for at in range(len(before)) if isinstance(view.queue.sections.at(at), int)]

        def after(*decided: int) -> list[int]:
            """Read the queue anew; check that every card stands where it stood, ticked where decided."""
            view.reload()
            lines = words(pilot)
            assert [lines[at].strip("✗> ") for at in cards] == [before[at] for at in cards]
            assert [at for at in cards if "✗" in lines[at]] == sorted(decided)
            return [lines.index(line) for line in lines if line.startswith(">")]

        await pilot.press("j", "n")
        assert after(cards[1]) == [cards[2]], "the next card below, of the next kind"
        await pilot.press("j", "n")
        assert after(cards[1], cards[3]) == [cards[4]]
        await pilot.press("G", "n")
        assert after(cards[1], cards[3], cards[-1]) == [cards[-2]], "the first above where none is below"
        planted(junk(5, kind=Kind.SECRET))
        view.reload()
        assert words(pilot)[cards[-1] + 2].startswith("secret")


def kinds_listed(pilot: Pilot[int]) -> list[Kind]:
    sections = review(pilot).queue.sections
    lines = [sections.at(line) for line in range(sections.lines)]
    return [line.kind for line in lines if isinstance(line, Section)]


async def test_what_a_pass_brings_stands_at_once_where_it_will_stand_after_it(
    opened: Opened, planted: Planted
) -> None:
    planted(*(junk(n) for n in (2, 3)))
    async with opened(size=WIDE) as pilot:
        app = app_of(pilot)
        app._runs.current = Pass(Request(str(app.store.path), "", ""), asked=False)
        await pilot.press("2", "n")
        looked_at = reason(pilot)
        planted(promote, junk(5, kind=Kind.SECRET))
        review(pilot).store_changed()
        assert kinds_listed(pilot) == [Kind.SECRET, Kind.JUNK, Kind.PROMOTE]
        assert reason(pilot) == looked_at
        planted(conflict())
        app._runs.current = None
        review(pilot).store_changed()
        assert kinds_listed(pilot) == [Kind.SECRET, Kind.CONFLICT, Kind.JUNK, Kind.PROMOTE]
        assert reason(pilot) == looked_at
        assert "✗ Releases are tagged on Fridays" in words(pilot)


async def test_of_very_many_cards_the_first_is_there_at_once_and_stays(
    opened: Opened, planted: Planted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_queue, "AT_ONCE", 2)
    monkeypatch.setattr(queue_reader, "_FIRST", 1)
    taken: list[int] = []
    take = card_queue.CardQueue.take

    def noting(queue: card_queue.CardQueue, read: queue_reader.Read) -> None:
        taken.append(len(queue.refs))
        take(queue, read)

    monkeypatch.setattr(card_queue.CardQueue, "take", noting)
    planted(promote, junk(3), conflict(), junk(2), junk(5, "old notes"), junk(4, "old notes"))
    async with opened(size=WIDE) as pilot:
        await pilot.press("2")
        view = review(pilot)
        await until(pilot, lambda: bool(taken) and not view.queue.reader.reading)
        assert taken[0] == 1
        whole = [ref.ids for ref in view.queue.refs]
        assert whole == [ref.ids for ref in by_kind(queue.cards(app_of(pilot).store))]
        assert view.queue.card is not None
        assert view.head.place == f"{view.queue.index + 1} of {len(whole)}"
        first = view.queue.card.ref.ids
        times = len(taken)
        await pilot.press("n")
        view.reload()
        await until(pilot, lambda: len(taken) > times and not view.queue.reader.reading)
        assert first not in [ref.ids for ref in view.queue.refs]
        await pilot.press("u")
        assert first in [ref.ids for ref in view.queue.refs]


async def test_the_first_cards_of_many_are_urgent_ones(opened: Opened, planted: Planted) -> None:
    planted(*(junk(n) for n in (1, 2, 3)), junk(4, kind=Kind.SECRET))
    async with opened() as pilot:
        (first,) = queue_reader.first_cards(app_of(pilot).store, Wanted())
        assert first.kind is Kind.SECRET


async def test_a_click_in_the_queue_shows_that_card(opened: Opened, planted: Planted) -> None:
    planted(junk(2), junk(3), junk(4))
    async with opened(size=WIDE) as pilot:
        await pilot.press("2")
        await pilot.click(review(pilot).listed, offset=(6, 3))
        assert reason(pilot) == "number 4 is of no use"
        await pilot.press("k")
        assert reason(pilot) == "number 3 is of no use"


async def test_going_from_card_to_card_reads_the_titles_of_no_other(opened: Opened, planted: Planted) -> None:
    planted(*(junk(n, kind=kind) for n in (1, 2, 3, 4, 5) for kind in (Kind.JUNK, Kind.DEAD, Kind.EXPIRED)))
    async with opened(size=WIDE) as pilot:
        await pilot.press("2")
        view = review(pilot)
        read: list[int] = []
        view.listed._read = lambda refs: read.append(len(list(refs)))  # type: ignore[method-assign]
        await pilot.press(*"jjjjjk")
        assert not read
        assert view.listed.index == view.queue.index == 4


@given(
    waiting=st.dictionaries(st.sampled_from(list(Kind)), st.integers(0, 5)),
    done=st.dictionaries(st.sampled_from(list(Kind)), st.integers(1, 3)),
)
def test_every_card_has_one_line(waiting: dict[Kind, int], done: dict[Kind, int]) -> None:
    decided = {
        k: [Decided(CardRef((n,), k, "", 1.0), "yes", min(n, waiting.get(k, 0))) for n in range(c)]
        for k, c in done.items()
    }
    sections = Sections(list(dict.fromkeys((*waiting, *done))), waiting, waiting, decided)
    shown = [sections.at(line) for line in range(-1, sections.lines + 1)]
    assert [at for at in shown if isinstance(at, int)] == list(range(sum(waiting.values())))
    assert sum(isinstance(at, Decided) for at in shown) == sum(done.values())
    assert {at.kind for at in shown if isinstance(at, Section)} == {*waiting, *done}
    for index in range(sum(waiting.values())):
        assert sections.at(sections.line_of(index)) == index


async def test_a_click_on_the_count_of_a_kind_shows_its_cards(opened: Opened, planted: Planted) -> None:
    planted(conflict(), junk(2), junk(1, kind=Kind.FADING))
    async with opened(size=(90, 30)) as pilot:
        await pilot.press("2")
        head = review(pilot).head
        await pilot.click(head, offset=(head.render_line(0).text.index("1 junk") + 2, 0))
        await pilot.pause()
        assert [ref.kind for ref in review(pilot).queue.refs] == [Kind.JUNK]
        assert review(pilot).status().filter == "junk"


async def test_a_batch_keeps_its_scope_where_its_words_do_not_fit(opened: Opened, planted: Planted) -> None:
    words = "faded memories of /project/tidewater that were never used"
    planted(*(junk(n, words, Kind.FADING) for n in (1, 2, 3)))
    async with opened(size=WIDE) as pilot:
        await pilot.press("2")
        assert listed(pilot)[1].split() == [">", "3", "faded", "in", "/project/tidewater"]


def test_one_large_batch_does_not_put_the_small_cards_of_its_kind_before_contradictions() -> None:
    batch = CardRef(tuple(range(1, 14)), Kind.FADING, "faded", 7.0)
    small = [CardRef((20 + n,), Kind.FADING, "", 0.5) for n in range(20)]
    clash = CardRef((50,), Kind.CONFLICT, "", 5.0)
    secret = CardRef((60,), Kind.SECRET, "", 0.1)
    assert by_kind([batch, clash, *small, secret]) == [secret, clash, batch, *small]
