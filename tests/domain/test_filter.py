"""A filter reads back as it is described, and a token that is not understood says how to write it."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.days import Days
from memtui.domain.durations import Duration
from memtui.domain.filter import (
    LONGEST,
    SIGNS,
    TOKENS,
    Filter,
    FilterError,
    parse,
    split,
    tokens_apart,
    understood,
)
from memtui.domain.memory import VISIBLE_STATES, MemoryType, Origin, State, ValueRefused, checked_category
from memtui.domain.scope import ScopeError, normalise
from tests.growth import grows_too_fast


def accepted_category(text: str) -> bool:
    try:
        return checked_category(text) == text
    except ValueRefused:
        return False


def accepted_scope(text: str) -> bool:
    try:
        return normalise(text) == text
    except ScopeError:
        return False


def is_word(text: str) -> bool:
    key, colon, _ = text.partition(":")
    return bool(text.strip()) and not (colon and key.lower() in TOKENS)


tricky = st.text("ab \"'\\:#/é[%*", min_size=1, max_size=8)
durations = st.builds(Duration, st.integers(0, 99_999), st.sampled_from("dwmy"))
spans = st.builds(lambda a, b: Days(min(a, b), max(a, b)), st.dates(), st.dates())
filters = st.builds(
    Filter,
    scope=tricky.map(lambda s: "/" + s).filter(accepted_scope) | st.just("/"),
    states=st.frozensets(st.sampled_from(VISIBLE_STATES), min_size=1),
    words=st.lists(tricky.filter(is_word), max_size=3).map(tuple),
    without=st.lists(st.from_regex(r"[ab][ab\"\\'/é -]{0,6}", fullmatch=True), max_size=2).map(tuple),
    types=st.frozensets(st.sampled_from(MemoryType)),
    categories=st.frozensets(tricky.filter(accepted_category), max_size=2),
    sources=st.frozensets(tricky, max_size=2),
    origins=st.frozensets(st.sampled_from(Origin)),
    pinned=st.none() | st.booleans(),
    signs=st.frozensets(st.sampled_from(SIGNS)),
    files=st.frozensets(st.sampled_from(["CLAUDE.md", "my notes/a.md"])),
    older=st.none() | durations,
    idle=st.none() | durations,
    below=st.none() | st.floats(0, 1),
    made=st.none() | spans,
    used=st.none() | spans,
    unused=st.booleans(),
    fades=st.none() | durations,
)


@given(filters)
def test_a_filter_reads_back_as_it_is_described(wanted: Filter) -> None:
    assert parse(wanted.describe()) == wanted


def test_the_example_of_the_help_page() -> None:
    wanted = parse("staging in:/project type:episodic cat:infra older:30d idle:14d below:0.1 is:pinned db")
    assert wanted == Filter(
        scope="/project",
        words=("staging", "db"),
        types=frozenset({MemoryType.EPISODIC}),
        categories=frozenset({"infra"}),
        older=Duration(30, "d"),
        idle=Duration(14, "d"),
        below=0.1,
        pinned=True,
    )


def test_a_dash_before_a_word_leaves_out_what_holds_it() -> None:
    wanted = parse('-draft ship -"two words"')
    assert (wanted.words, wanted.without) == (("ship",), ("draft", "two words"))
    assert parse('"-v" --force -').words == ("-v", "--force", "-")


@pytest.mark.parametrize("token", ["-cat:infra", "-in:/project", "-tag:infra"])
def test_only_words_can_be_left_out(token: str) -> None:
    with pytest.raises(FilterError, match="only words can be left out"):
        parse(token)


def test_a_scope_may_be_named_by_whoever_knows_the_scopes() -> None:
    assert parse("in:fern", scope_named=lambda part: f"/project/{part}hill").scope == "/project/fernhill"


def test_repeated_tokens_are_joined_with_or_and_states_replace_the_live_ones() -> None:
    wanted = parse("cat:a cat:b is:dropped is:archived")
    assert wanted.categories == {"a", "b"}
    assert wanted.states == {State.DROPPED, State.ARCHIVED}


def test_quotes_keep_words_together_and_an_unclosed_one_is_a_character() -> None:
    assert parse('"two words" one').words == ("two words", "one")
    assert parse('in:"/my app" x').scope == "/my app"
    assert parse('say "hi').words == ("say", '"hi')
    assert parse("it's C:\\temp").words == ("it's", "C:\\temp")


def test_words_that_a_shell_split_are_taken_as_they_are() -> None:
    assert parse(['say "hi"', "in:/a b"]) == Filter(words=('say "hi"',), scope="/a b")


@pytest.mark.parametrize(
    ("word", "tokens"),
    [
        ("in:/project/billing below:0.2", ["in:/project/billing", "below:0.2"]),
        ("in:/my app  below:0.2 cat:infra", ["in:/my app", "below:0.2", "cat:infra"]),
        ("in:/my app", ["in:/my app"]),
        ("what in:/app means", ["what in:/app means"]),
        ("say in: or type:", ["say in: or type:"]),
    ],
)
def test_tokens_that_a_shell_took_for_one_word_are_told_apart(word: str, tokens: list[str]) -> None:
    assert tokens_apart(word) == tokens


def test_an_address_is_a_word() -> None:
    assert parse("https://example.org 12:30").words == ("https://example.org", "12:30")


@pytest.mark.parametrize("typed", ["below:<0.1", "strength:<0.1", "below:0.1"])
def test_a_strength_may_be_written_with_its_sign(typed: str) -> None:
    assert parse(typed).below == 0.1


@pytest.mark.parametrize(
    ("typed", "token"),
    [("stae:live", "is:live"), ("tpye:fact", "type:fact"), ("scop:atlas", "in:atlas"), ("oldr:a", "older:a")],
)
def test_a_mistyped_token_names_first_the_one_that_was_meant(typed: str, token: str) -> None:
    with pytest.raises(FilterError, match=rf"is no token; did you mean {token}\? Otherwise, words"):
        parse(typed)


def test_what_is_written_like_a_token_is_none_and_in_quotes_a_word() -> None:
    with pytest.raises(FilterError, match=r'foo: is no token; words .* "foo:bar"'):
        parse("foo:bar")
    assert parse('"foo:bar"').words == ("foo:bar",)
    assert parse("localhost:8080 std::vector a:/x").words == ("localhost:8080", "std::vector", "a:/x")


def test_a_line_without_its_mistakes() -> None:
    assert understood('older:30 "two words" typ:fact ship type:fact foo:bar') == '"two words" ship type:fact'


def test_only_an_unfinished_last_word_is_a_beginning() -> None:
    assert parse("mig", prefix=True).prefix
    assert not parse("mig in:/a", prefix=True).prefix
    assert not parse("mig").prefix


@pytest.mark.parametrize(
    "token",
    [
        "in:",
        "type:story",
        "below:2",
        "below:nan",
        "older:soon",
        "made:soon",
        "used:2026-13",
        "fades:x",
        "is:gone",
        "origin:me",
        "cat:a/b",
        "in:..",
    ],
)
def test_a_token_that_is_not_understood_says_how_to_write_it(token: str) -> None:
    with pytest.raises(FilterError) as refused:
        parse(token)
    assert len(str(refused.value)) > 20


def test_what_narrows_and_what_the_ranked_index_serves() -> None:
    assert not Filter().narrows
    assert not parse("is:dropped").narrows
    assert parse("in:/a").narrows
    assert parse("in:/a is:dropped").only_scope
    assert not parse("in:/a is:dropped is:live").only_scope
    assert not parse("below:0.5").only_scope
    assert not math.isnan(parse("below:0").below or 0.0)


@pytest.mark.parametrize("written", ["fact", "Fact", "how-to", "rule", "what-happened", '"what happened"'])
def test_a_type_may_be_written_as_the_screen_calls_it(written: str) -> None:
    (kind,) = parse(f"type:{written}").types
    assert kind.label == written.strip('"').replace("what-", "what ").lower()


@pytest.mark.parametrize("piece", ["Ab ", "-a ", '\\"', "cat:x "])
def test_what_is_far_too_long_for_a_filter_is_refused_with_its_length(piece: str) -> None:
    line = piece * (400_000 // len(piece))
    for text in (line, line.split()):
        with pytest.raises(FilterError, match="at most 4,000 characters, and this one has"):
            parse(text)
    assert len(understood(line)) <= LONGEST
    assert parse(understood(line)).words or piece != "Ab "


@pytest.mark.parametrize("piece", ["Ab ", '"', '\\"', '"a" ', '" ', '"\\"'])
def test_a_long_line_is_split_in_as_long_as_its_pieces(piece: str) -> None:
    assert not grows_too_fast(split, piece)


def test_what_takes_long_to_look_for_is_refused_and_the_rest_understood() -> None:
    for line, sentence in (
        ("-" + " -".join(map(str, range(51))), "leaves out at most 50 words, not 51"),
        ("a" * 500, "a word has at most 400 characters, and here one has 500"),
        (f"in:/{'a' * 500}", "a word has at most 400 characters"),
        ("a-" * 65, "a phrase has at most 64 words, and here one has 65"),
    ):
        for given_so in (line, line.split()):
            with pytest.raises(FilterError, match=sentence):
                parse(given_so)
        parse(understood(line))
    with pytest.raises(FilterError, match="a phrase has at most 64 words, and here one has 65"):
        parse(f'"{"a " * 65}"')
    assert understood("a" * 500 + " lamp") == "lamp"
    assert len(parse("-" + " -".join(["same"] * 600)).without) == 600


def test_a_filter_names_types_as_people_do() -> None:
    assert parse("type:fact type:semantic").describe() == "type:fact"
    assert parse("type:episodic type:how-to").describe() == "type:what-happened type:how-to"
