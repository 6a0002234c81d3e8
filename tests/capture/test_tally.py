"""What became of the sentences of a text is counted, so that a person sees why it gave few facts."""

import asyncio
from datetime import date

from memtui.capture.facts import Window
from memtui.capture.pipeline import Options, Run
from memtui.capture.rules.extractor import RuleExtractor
from memtui.capture.tally import Became, Tally
from memtui.store.database import Store

NOTE = """We decided to keep SQLite because one file is easy to back up.

I'll check the import next. Should the export run at night? Who tests it?

The weather was fine. It was like that too.

```
never = 1
```
"""


def _run(store: Store, text: str, window_tokens: int = 4000) -> Run:
    options = Options(scope="/project/atlas", window_tokens=window_tokens)
    run = Run(store, text, RuleExtractor(date(2032, 1, 1)), options)

    async def read() -> None:
        async for _ in run:
            pass

    asyncio.run(read())
    return run


def test_each_sentence_is_counted_once_by_what_became_of_it(store: Store) -> None:
    run = _run(store, NOTE)
    counts = run.report.tally.counts
    assert (counts[Became.FACT], counts[Became.ASKED]) == (1, 3)
    assert run.report.tally.sentences == 6
    assert run.report.tally.as_json() == {
        "read": 6,
        "fact": 1,
        "asked": 3,
        "nothing": 2,
        "leaning": 0,
        "quoted": 0,
        "before": 0,
        "option": 0,
        "frame": 0,
        "entry": 0,
        "data": 0,
        "long": 0,
    }


MAIL = """From: Ada Lind <ada@example.org>
Date: Mon, 5 Jan 2032 10:00:00 +0100
Subject: Re: The export

Bo wrote:
> The export takes forty minutes on the old machine.
> Can we run it at night?

We decided to run the export at two o'clock in the night.
"""


def test_the_sentences_in_no_fact_are_listed_in_order_with_why(store: Store) -> None:
    left = [(each.text, each.became) for each in _run(store, NOTE).report.tally.left_out]
    assert left[:3] == [
        ("I'll check the import next.", Became.ASKED),
        ("Should the export run at night?", Became.ASKED),
        ("Who tests it?", Became.ASKED),
    ]
    assert [text for text, _ in left[3:]] == ["The weather was fine.", "It was like that too."]
    run = _run(store, NOTE)
    assert all(run.text[each.start :].startswith(each.text) for each in run.report.tally.left_out)


def test_quoted_lines_are_counted_and_listed(store: Store) -> None:
    tally = _run(store, MAIL).report.tally
    assert (tally.counts[Became.FACT], tally.counts[Became.QUOTED]) == (1, 2)
    assert {each.became for each in tally.left_out} == {Became.QUOTED}


def test_windows_that_overlap_count_a_sentence_once(store: Store) -> None:
    text = "\n\n".join(f"The export number {n} fails when the disk is full." for n in range(40))
    assert _run(store, text, window_tokens=120).report.windows > 3
    assert _run(store, text, window_tokens=120).report.tally.sentences == 40


def test_a_tally_is_told_once_and_begins_anew_with_a_text() -> None:
    extractor = RuleExtractor(date(2032, 1, 1))
    window = Window(0, NOTE, 0, len(NOTE))
    for _ in range(2):
        asyncio.run(extractor.extract(window))
        assert extractor.tally(window).sentences == 6
    assert extractor.tally(window).sentences == 0


def test_the_words_fit_the_room_by_taking_the_smallest_together() -> None:
    tally = Tally()
    tally.counts.update({Became.FACT: 3, Became.ASKED: 5, Became.NOTHING: 12, Became.LEANING: 1})
    assert tally.words() == (
        "21 sentences: 3 in facts, 5 questions or plans, 12 say nothing lasting, 1 unclear alone"
    )
    assert (
        tally.words(80) == "21 sentences: 3 in facts, 5 questions or plans, 12 say nothing lasting, 1 other"
    )
    assert tally.words(64) == "21 sentences: 3 in facts, 12 say nothing lasting, 6 others"
    assert tally.words(10) == "21 sentences: 3 in facts, 18 others"


def test_a_text_without_facts_says_so_and_one_of_facts_only_says_nothing() -> None:
    nothing, all_kept = Tally(), Tally()
    nothing.counts[Became.ASKED] = 1
    all_kept.counts[Became.FACT] = 4
    assert nothing.words() == "1 sentence: none in facts, 1 question or plan"
    assert (all_kept.words(), Tally().words(), Tally().as_json()) == ("", "", None)


def test_what_is_no_statement_by_its_form_is_told_too(store: Store) -> None:
    text = (
        "Present: Ana, Bo\n\n"
        "- 12:58 the kiln is switched on\n"
        "- 13:05 first crack\n\n"
        f"The kiln {'and the shelf ' * 30}is cold.\n\n"
        "```\nnever = 1\n```\n"
    )
    told = [each.became for each in _run(store, text).report.tally.left_out]
    assert told == [Became.FRAME, Became.ENTRY, Became.ENTRY, Became.LONG]
