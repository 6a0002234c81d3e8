"""Every phrase that is data finds its example and leaves its counter-example; a mistake in one is named."""

import tomllib
from pathlib import Path

import pytest

import memtui
from memtui.capture import remember, trivia
from memtui.capture.rules import cues
from memtui.capture.word import PHRASES
from memtui.language import clocks, lexicon, periods
from memtui.language.calendar_words import PATTERNS as DAYS
from memtui.language.verbs_of_change import FILE as VERB_LISTS
from memtui.language.verbs_of_change import PATTERNS as VERBS
from memtui.phrases import Phrase, WordList, lists_in, phrase, phrases_in

PACKAGE = Path(memtui.__file__).parent
WORDS = PACKAGE / "capture" / "words.toml"
CLOCKS = PACKAGE / "language" / "clocks.toml"
FILES = (
    "capture/about.toml",
    "capture/arc.toml",
    "capture/content.toml",
    "capture/contrast.toml",
    "capture/dates.toml",
    "capture/denials.toml",
    "capture/head_lines.toml",
    "capture/rules/framing.toml",
    "capture/own_words.toml",
    "capture/rules_kept.toml",
    "capture/set_right.toml",
    "capture/wishes.toml",
    "capture/rules/reference.toml",
    "capture/rules/headings.toml",
    "capture/rules/labels.toml",
    "capture/rules/reading.toml",
    "capture/rules/set_aside.toml",
    "capture/rules/speakers.toml",
    "capture/rules/tables.toml",
    "capture/rules/joining.toml",
    "capture/rules/stating.toml",
    "capture/rules/weighing.toml",
    "capture/rules/wording.toml",
    "capture/summary.toml",
    "capture/worth/orders.toml",
    "domain/mentions.toml",
    "domain/small_talk.toml",
    "formats/ground/of_the_page.toml",
    "formats/ground/wording.toml",
    "recall/when.toml",
    "review/rules/dated_status.toml",
    "review/rules/dead.toml",
    "review/rules/expired.toml",
    "review/rules/own_end.toml",
    "review/rules/promote.toml",
)
"""Files that hold nothing but phrases."""
SPOKEN_OF = "capture/spoken_of.toml"
OVERRULED = "capture/overruled.toml"
DIVIDED = (
    SPOKEN_OF,
    "capture/rules/verbs.toml",
    "capture/in_figures.toml",
    OVERRULED,
    "capture/support/words.toml",
    "capture/thread.toml",
    "formats/ground/parts_of_records.toml",
    "language/confirmed.toml",
    "language/done.toml",
    "language/goes_with.toml",
    "language/hanging_on.toml",
    "language/headed.toml",
    "language/new_state.toml",
    "language/own_statements.toml",
    "language/lasting.toml",
    "language/permission.toml",
    "language/replaced.toml",
    "language/other_words.toml",
    "language/list_change.toml",
    "language/told_change.toml",
    "language/turned_down.toml",
    "language/words.toml",
    "review/learned/counts.toml",
    "review/leftovers/trifles.toml",
    "setup/rule_places.toml",
)
"""Files with tables of phrases, and maybe a table `lists`."""

PARTS = {SPOKEN_OF: DAYS | VERBS, OVERRULED: VERBS, "language/told_change.toml": VERBS}
"""Those whose patterns have parts that stand elsewhere."""
EVERY = {
    **{f"word.{name}": each for name, each in PHRASES.items()},
    **{f"lexicon.{name}": each for name, each in lexicon.LEXICON.phrases.items()},
    **{f"cues.{kind.name}": kind.phrase for kind in cues.KINDS},
    **{f"cues.{name}": each for name, each in phrases_in(cues.FILE, within="weights").items()},
    **{f"remember.behind.{name}": each for name, each in remember.BEHIND.items()},
    **{f"periods.{number}": form.phrase for number, form in enumerate(periods.FORMS)},
    **{f"clocks.{name}": each for name, each in clocks.FORMS.items()},
    **{f"clocks.{name}": each for name, each in phrases_in(CLOCKS, within="behind").items()},
    **{f"{file}.{name}": each for file in FILES for name, each in phrases_in(PACKAGE / file).items()},
    **{
        f"{file}.{table}.{name}": each
        for file in DIVIDED
        for table in tomllib.loads((PACKAGE / file).read_text("utf-8"))
        if table not in {"lists", "parts"}
        for name, each in phrases_in(PACKAGE / file, PARTS.get(file), within=table).items()
    },
}
LISTS = {
    **lexicon.LEXICON.lists,
    **{f"clocks.{name}": each for name, each in lists_in(CLOCKS, "lists").items()},
    **{
        f"{file}.{name}": each
        for file in DIVIDED
        if "lists" in tomllib.loads((PACKAGE / file).read_text("utf-8"))
        for name, each in lists_in(PACKAGE / file, "lists").items()
    },
    **{
        f"{table}.{name}": each
        for table in ("content", "function_words", "starts", "verbs")
        for name, each in lists_in(WORDS, table).items()
    },
    **{f"verbs.{name}": each for name, each in lists_in(VERB_LISTS, "verbs").items()},
    **{f"labels.{name}": each for name, each in lists_in(PACKAGE / "domain/roles.toml", "labels").items()},
}


@pytest.mark.parametrize("each", EVERY.values(), ids=EVERY)
def test_a_phrase_finds_its_example_and_leaves_its_counter_example(each: Phrase) -> None:
    assert each.pattern.search(each.finds)
    assert not each.pattern.search(each.leaves)


@pytest.mark.parametrize("listed", LISTS.values(), ids=LISTS)
def test_a_list_has_its_example_and_lacks_its_counter_example(listed: WordList) -> None:
    assert listed.has in listed.words
    assert listed.lacks not in listed.words


@pytest.mark.parametrize(
    "file", ["language/calendar.toml", "language/feasts.toml", "capture/quantities.toml"]
)
def test_no_word_of_a_table_means_two_things(file: str) -> None:
    for name, rows in tomllib.loads((PACKAGE / file).read_text("utf-8")).items():
        words = [word for row in rows.values() for word in set(row.split())]
        assert sorted(words) == sorted(set(words)), name


@pytest.mark.parametrize("reason", trivia.KINDS)
def test_a_trivial_text_is_told_by_its_beginning_and_one_worth_keeping_is_not(reason: str) -> None:
    kind = trivia.KINDS[reason]
    assert trivia.trivial(kind.finds) == reason
    assert trivia.trivial(kind.leaves) is None


@pytest.mark.parametrize(
    ("entry", "named"),
    [
        ({"pattern": "a", "finds": "a"}, "the phrase wish lacks 'leaves'"),
        ({"pattern": "{{WHO}} wants", "finds": "a", "leaves": "b"}, "the phrase wish lacks 'WHO'"),
        ({"pattern": "(a", "finds": "a", "leaves": "b"}, "the pattern of wish is broken"),
    ],
)
def test_a_mistake_in_a_phrase_is_named(entry: dict[str, str], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        phrase("wish", entry)


def test_a_part_stands_for_what_several_phrases_share() -> None:
    made = phrase("wish", {"pattern": "{{WHO}} wants", "finds": "", "leaves": ""}, {"WHO": "(?:he|she)"})
    assert made.pattern.search("She wants tea")


def test_a_word_that_stands_twice_in_a_list_is_named() -> None:
    text = lexicon.FILE.read_text("utf-8").replace("\nmake take get", "\nmake take get make")
    with pytest.raises(ValueError, match="the list light has twice: make"):
        lexicon.read(text)


@pytest.mark.parametrize(
    ("entry", "named"),
    [
        ('importance = 0.5\ncategories = []\npattern = "a"\nfinds = "a"\nleaves = "b"', "lacks 'reason'"),
        (
            'reason = "a wish"\nimportance = 2\ncategories = []\npattern = "a"\nfinds = "a"\nleaves = "b"',
            "importance of the kind wish",
        ),
    ],
)
def test_a_mistake_in_a_kind_is_named(entry: str, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        cues.read(f'[parts]\n[[kinds]]\nname = "wish"\n{entry}')
