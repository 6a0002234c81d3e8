"""A secret that got into the store is found, and shown nowhere."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.domain.deeds import Deed
from memtui.domain.memory import Memory, MemoryType
from memtui.domain.proposal import Finding
from memtui.review.rules.secret import RULE
from memtui.secrets import redact
from memtui.store.database import Store
from tests.depth import SHARED
from tests.review.unstored import context, memory

TOKEN = "ghp_" + "a1B2c3D4e5F6" * 3
KEY = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----"


def proposed(store: Store, it: Memory) -> Finding | None:
    return RULE.look(it, context(store))


def test_a_token_in_a_text_is_proposed_to_be_erased_on_a_card_of_its_own(store: Store) -> None:
    it = memory(f"The deploy bot logs in with {TOKEN} on fern-1")
    card = proposed(store, it)
    assert card is not None
    assert card.rule == "secret"
    assert card.change.deed is Deed.REDACT
    assert card.change.gone == (it.id,)
    assert card.batch == ""
    assert card.evidence.marks == {it.id: ((28, 28 + len(TOKEN)),)}
    assert card.reason == "its text holds a GitHub token, and every agent that recalls the memory is told it"


@pytest.mark.parametrize("secret", [TOKEN, KEY, "correct-horse-8-battery"])
@pytest.mark.parametrize("place", ["text", "abstract", "quote"])
def test_the_value_is_nowhere_on_the_card(store: Store, secret: str, place: str) -> None:
    said = f"the password is {secret}"
    it = {
        "text": memory(said),
        "abstract": memory(abstract=said),
        "quote": memory(provenance={"source": "mcp", "quote": said}),
    }[place]
    card = proposed(store, it)
    assert card is not None
    assert place in card.reason
    shown = repr((card.reason, card.evidence.to_json(), card.change.to_json(), card.batch))
    for start in range(len(secret) - 6):
        assert secret[start : start + 7] not in shown


def test_a_secret_deep_in_a_provenance_is_found(store: Store) -> None:
    it = memory(provenance={"source": "claude", "frontmatter": {"hosts": [{"auth": TOKEN}]}})
    card = proposed(store, it)
    assert card is not None
    assert card.evidence.marks == {}
    assert "its provenance holds" in card.reason


def test_every_secret_of_a_text_is_marked(store: Store) -> None:
    secrets = [TOKEN, "ghp_" + TOKEN[:3:-1], "AKIAIOSFODNN7ABCDEFG"]
    it = memory("Old {}, new {} and {}".format(*secrets))
    card = proposed(store, it)
    assert card is not None
    assert [it.text[start:end] for start, end in card.evidence.marks[it.id]] == secrets


def test_who_someone_is_and_what_is_pinned_may_hold_no_secret_either(store: Store) -> None:
    it = memory(f"Ada's token is {TOKEN}", memory_type=MemoryType.CONSTITUTIONAL, scope="/user", pinned=True)
    assert proposed(store, it) is not None


def test_what_is_redacted_or_only_tells_where_a_secret_is_stays(store: Store) -> None:
    for text in (
        "The staging password is [redacted password]",
        "Secrets are in Vault under kv/fernhill; a token lasts eight hours",
        "Set API_KEY=$FERNHILL_KEY before the import",
        "password: required, at least 12 characters",
    ):
        assert proposed(store, memory(text)) is None


@given(before=st.text(alphabet="abc .\n", max_size=40), after=st.text(alphabet="abc .\n", max_size=40))
@settings(suppress_health_check=SHARED)
def test_the_marks_are_where_the_secret_is(store: Store, before: str, after: str) -> None:
    it = memory(f"{before} {TOKEN} {after}")
    card = proposed(store, it)
    assert card is not None
    ((start, end),) = card.evidence.marks[it.id]
    assert it.text[start:end] == TOKEN
    assert proposed(store, memory(redact(it.text)[0])) is None
