"""What differs between two statements, and that no grave difference ever passes for a duplicate."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.language.contradiction import announces_change, contradicts, ends
from memtui.language.difference import Difference, compare
from memtui.language.stems import stem

SAME = [
    ("The cache runs on Redis", "The cache runs on Redis."),
    ("Backups are kept for 30 days", "Backups are retained for 30 days"),
    ("The timeout is 30 s", "The timeout is 30 seconds"),
    ("The limit is 1 request at a time", "The limit is one request at a time"),
    ("The limit is 100 req/min", "The limit is 100 requests per minute"),
    ("The budget is $2,400", "The budget is 2400 dollars"),
    ("The release is on 3 May 2026", "The release is on May 3, 2026"),
    ("The launch is on 2026-05-03", "The launch is on 3 May 2026"),
    ("The parser was written by the platform team", "The platform team wrote the parser"),
    ("The app runs on Kubernetes", "The application runs on k8s"),
    ("The user is building a big boat", "The user is building a large boat"),
    ("A man is slowly painting a fence", "A man is painting a fence"),
    ("Two kids are playing in the back yard", "Two children are playing in the backyard"),
    ("Stand-up takes place at 9:30 am", "Stand-up takes place at 09:30"),
]

APART = [
    ("The API listens on port 8080", "The API listens on port 8081", Difference.NUMBER),
    ("A release needs two approvals", "A release needs one approval", Difference.NUMBER),
    ("The timeout is 30 s", "The timeout is 30 ms", Difference.UNIT),
    ("Releases go out on Tuesday", "Releases go out on Thursday", Difference.DATE),
    ("The contract ends on 2026-03-01", "The contract ends on 2027-03-01", Difference.DATE),
    ("The client is at v2.3.1", "The client is at v2.4.0", Difference.VERSION),
    ("Tests live in tests/unit", "Tests live in tests/integration", Difference.PATH),
    ("The key is in ~/.config/atlas.toml", "The key is in ~/.config/borealis.toml", Difference.PATH),
    ("Atlas uses Redis for its queue", "Atlas uses Kafka for its queue", Difference.NAME),
    ("The user eats meat", "The user does not eat meat", Difference.NEGATION),
    ("The job can't run twice", "The job can run twice", Difference.NEGATION),
    ("Retries are enabled for payments", "Retries are disabled for payments", Difference.OPPOSITE),
    ("Run migrations before the deploy", "Run migrations after the deploy", Difference.OPPOSITE),
    ("The endpoint is documented", "The endpoint is undocumented", Difference.OPPOSITE),
    ("All services log to stdout", "Some services log to stdout", Difference.QUANTITY),
    ("Admins can delete a project", "Only admins can delete a project", Difference.QUANTITY),
    ("The user prefers tabs over spaces", "The user prefers spaces over tabs", Difference.CHOICE),
    ("The gateway calls the billing worker", "The billing worker calls the gateway", Difference.ROLE),
]


@pytest.mark.parametrize(("left", "right"), SAME)
def test_one_statement_in_two_wordings_is_a_duplicate(left: str, right: str) -> None:
    assert compare(left, right).is_duplicate()
    assert compare(right, left).is_duplicate()
    assert contradicts(left, right) is None


@pytest.mark.parametrize(("left", "right", "kind"), APART)
def test_a_grave_difference_is_never_a_duplicate(left: str, right: str, kind: Difference) -> None:
    for comparison in (compare(left, right), compare(right, left)):
        assert kind in comparison.kinds
        assert comparison.never_a_duplicate
        assert not comparison.is_duplicate(similarity=1.0)


@pytest.mark.parametrize(
    ("left", "right", "kind"), [pair for pair in APART if not pair[1].startswith("A release")]
)
def test_what_differs_gravely_on_one_subject_contradicts(left: str, right: str, kind: Difference) -> None:
    found = contradicts(left, right)
    assert found is not None
    assert found.kind is kind
    assert 0 < found.confidence <= 1


def test_the_words_that_differ_are_found_in_both_texts() -> None:
    left, right = "The API listens on port 8080", "Now the API listens on port 9090 only"
    finding = next(f for f in compare(left, right).findings if f.kind is Difference.NUMBER)
    assert [left[s.start : s.end] for s in finding.left] == ["8080"]
    assert [right[s.start : s.end] for s in finding.right] == ["9090"]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("The staging database runs PostgreSQL 14", "The production database runs PostgreSQL 16"),
        ("Alice Brook was born in 1990", "Carla Stone was born in 1985"),
        ("The user likes tea", "The user likes coffee"),
        ("The user likes dark themes", "The user prefers dark themes"),
        ("A woman is painting a door", "A woman is painting a window"),
        ("The API listens on port 8080", "The API listens on port 8080 since March 2026"),
        ("Compliance requires hosting in the EU", "The office has a coffee machine"),
        ("", "Anything"),
        ("...", "???"),
    ],
)
def test_other_subjects_further_detail_and_several_likings_do_not_contradict(left: str, right: str) -> None:
    assert contradicts(left, right) is None


def test_of_two_versions_or_full_dates_the_later_is_the_newer() -> None:
    def newer(left: str, right: str) -> str:
        found = contradicts(left, right)
        return found.newer if found else "none"

    assert newer("The SDK is at 2.10.0", "The SDK is at 2.9.3") == "left"
    assert newer("The freeze starts on 2026-01-10", "The freeze starts on 12 January 2026") == "right"
    assert newer("The freeze starts in May", "The freeze starts on 12 January 2026") == ""


def test_an_end_without_a_successor_is_told_from_a_change() -> None:
    assert ends("Travis is no longer used")
    assert ends("The nightly export was discontinued")
    assert not ends("Travis is no longer used; builds moved to GitHub Actions instead")
    assert not ends("Travis builds every commit")
    assert announces_change("The team switched to GitHub Actions")
    assert not announces_change("The team builds on GitHub Actions")


def test_forms_of_a_word_have_one_stem() -> None:
    for forms in ("run runs ran running", "use uses used using", "stop stopped stopping", "try tries tried"):
        assert len({stem(form) for form in forms.split()}) == 1
    assert stem("rewritten") == stem("rewriting")
    assert stem("need") == "need"
    assert stem("universal") != stem("university")


statements = st.lists(
    st.sampled_from(
        [*"abc ABC 0123.,:/-'’$%\n_éß中", "not ", "the ", "v1.2 ", "May ", "over ", "Ada ", "uses "]
    ),
    max_size=40,
).map("".join)


@given(statements, statements)
def test_any_two_texts_can_be_compared_and_agree_with_themselves(left: str, right: str) -> None:
    there, back = compare(left, right), compare(right, left)
    assert there.never_a_duplicate == back.never_a_duplicate
    contradicts(left, right)
    assert not compare(left, left).never_a_duplicate
    assert contradicts(left, left) is None
    for finding in there.findings:
        assert all(0 <= s.start < s.end <= len(left) for s in finding.left)
        assert all(0 <= s.start < s.end <= len(right) for s in finding.right)


def test_two_statements_that_share_words_by_chance_are_no_contradiction() -> None:
    known = "Nils Berg is in the design group and reviews every mock-up."
    new = "After reviewing the hosting offers, the design group recommends Hetzner for the new wiki."
    assert contradicts(known, new) is None
