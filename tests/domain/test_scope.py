"""Scopes have one spelling, and a scope that could confuse a terminal or a person is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.scope import (
    MAX_DEPTH,
    MAX_LENGTH,
    ROOT,
    ScopeError,
    contains,
    depth,
    meant,
    name,
    normalise,
    parent,
    subtree_bounds,
    with_ancestors,
)

scopes = st.lists(st.text("ab01-é ", min_size=1, max_size=3), max_size=4).map(
    lambda segments: normalise("/" + "/".join(segments))
)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("/", "/"),
        ("///", "/"),
        ("project", "/project"),
        ("/project/atlas/", "/project/atlas"),
        ("  /project//atlas ", "/project/atlas"),
        ("/project / my app/", "/project/my app"),
    ],
)
def test_a_scope_has_one_spelling(typed: str, kept: str) -> None:
    assert normalise(typed) == kept


@pytest.mark.parametrize(
    "typed",
    ["", "   ", "/a/../b", "/a/./b", "..", "/a\nb", "/a\x1b[2J", "/a\u202eb", "/a\ud800", "x" * 401],
)
def test_a_scope_nobody_can_read_is_refused(typed: str) -> None:
    with pytest.raises(ScopeError):
        normalise(typed)


def test_a_scope_is_at_most_sixteen_levels_deep() -> None:
    assert depth(normalise("/a" * MAX_DEPTH)) == MAX_DEPTH
    with pytest.raises(ScopeError, match="levels deep"):
        normalise("/a" * (MAX_DEPTH + 1))


def test_a_refusal_shows_no_raw_escape() -> None:
    with pytest.raises(ScopeError) as refused:
        normalise("/a\x1b]0;title\x07")
    assert str(refused.value).isprintable()


KNOWN = ["/", "/project/lamps/db", "/project/tides", "/team/tides", "/user", "/hosts/a/db", "/hosts/b/logs"]


@pytest.mark.parametrize(
    ("typed", "scope"),
    [
        ("/lamps", "/lamps"),
        ("lamps/db", "/lamps/db"),
        ("lamps", "/project/lamps"),
        ("Tides", "/project/tides"),
        ("user", "/user"),
        ("b", "/hosts/b"),
        ("lamp", "/lamp"),
        ("hosts", "/hosts"),
    ],
)
def test_a_bare_name_is_the_scope_that_is_called_so(typed: str, scope: str) -> None:
    assert meant(typed, KNOWN) == scope


def test_a_name_of_several_scopes_is_asked_about() -> None:
    with pytest.raises(ScopeError, match="several scopes are called db: /hosts/a/db, /project/lamps/db"):
        meant("db", KNOWN)


@pytest.mark.parametrize("typed", ["everywhere", "Everywhere"])
def test_everywhere_is_no_scope_unless_one_is_called_so(typed: str) -> None:
    with pytest.raises(
        ScopeError, match="is no scope: /user holds what counts in every project, and / is all"
    ):
        meant(typed, KNOWN)
    assert meant(typed, [*KNOWN, "/project/everywhere"]) == "/project/everywhere"
    assert meant("/everywhere", KNOWN) == "/everywhere"


@given(st.text("a/ .é", max_size=MAX_LENGTH + 5) | st.text(max_size=20))
def test_what_is_kept_is_in_normal_form_already(typed: str) -> None:
    try:
        kept = normalise(typed)
    except ScopeError:
        return
    assert normalise(kept) == kept


def test_the_longest_scope_that_is_taken_can_be_taken_again() -> None:
    kept = normalise("x" * (MAX_LENGTH - 1))
    assert len(kept) == MAX_LENGTH
    assert normalise(kept) == kept
    with pytest.raises(ScopeError):
        normalise("x" * MAX_LENGTH)


@given(scopes, scopes)
def test_a_subtree_is_one_range_of_strings(outer: str, inner: str) -> None:
    low, high = subtree_bounds(outer)
    assert contains(outer, inner) == (inner == outer or outer == ROOT or low <= inner < high)


@given(scopes)
def test_every_scope_on_the_way_up_contains_it(scope: str) -> None:
    chain = with_ancestors(scope)
    assert chain[0] == ROOT
    assert chain[-1] == scope
    assert all(contains(above, scope) for above in chain)
    assert [parent(below) for below in chain] == [None, *chain[:-1]]
    assert len(chain) == depth(scope) + 1


def test_a_scope_is_called_by_its_last_segment() -> None:
    assert name("/project/atlas") == "atlas"
    assert name(ROOT) == "/"
    assert not contains("/project/atlas", "/project/atlas2")
