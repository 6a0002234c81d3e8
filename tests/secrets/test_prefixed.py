"""A token of an issuer that no rule knows is told by its form; an id, a digest or a public key is none."""

import random
import string

import pytest

from memtui.secrets import find_secrets, redact
from tests.growth import grows_too_fast

_LETTERS = string.ascii_letters + string.digits
_HEX = string.digits + "abcdef"


def _drawn(alphabet: str, length: int) -> str:
    """Return a value that is put together here, so that no scanner takes this file for a leak."""
    lot = random.Random(f"{alphabet} {length}")
    return "".join(lot.choice(alphabet) for _ in range(length))


@pytest.mark.parametrize(
    "token",
    [
        "acme_" + _drawn(_LETTERS, 40),
        "Acme-" + _drawn(_LETTERS, 32),
        "acme_live_" + _drawn(_LETTERS, 22),
        "acme_pat_" + _drawn(_HEX, 64),
        "sk-ws-01-" + _drawn(_LETTERS, 60),
    ],
)
@pytest.mark.parametrize("sentence", ["{}", "CI uses {} in production.", "It is `{}`, since May"])
def test_a_token_of_an_unknown_issuer_is_found_whole(token: str, sentence: str) -> None:
    clean, kinds = redact(sentence.format(token))
    assert token not in clean
    assert len(kinds) == 1


@pytest.mark.parametrize(
    "text",
    [
        "chatcmpl-" + _drawn(_LETTERS, 29),
        "dpl_" + _drawn(_LETTERS, 28) + " is live",
        "toolu_01" + _drawn(_LETTERS, 22),
        "user_" + _drawn(_LETTERS, 27),
        "sha512-" + _drawn(_LETTERS, 86),
        "pk_live_" + _drawn(_LETTERS, 40) + " goes to the browser",
        "the image is api-" + _drawn(_HEX, 40),
        "deployed prod-" + _drawn(_HEX, 64),
        "index-" + _drawn(_LETTERS, 32) + ".js",
        "https://cdn.example/app_" + _drawn(_LETTERS, 40),
        "test_that_a_writer_that_was_killed_loses_nothing_of_2026",
        "TokenAuthenticationFilterV2_and_SessionCreationPolicyV3Test",
    ],
)
def test_ids_digests_and_public_keys_are_none(text: str) -> None:
    assert find_secrets(text) == []


@pytest.mark.parametrize("piece", ["a_live_", "ab_cd_ef_", "acme_live_" + _drawn(_LETTERS, 20) + " "])
def test_the_time_grows_with_the_length_only(piece: str) -> None:
    assert not grows_too_fast(find_secrets, piece, longest=160_000)
