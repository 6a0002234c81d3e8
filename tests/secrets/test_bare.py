"""A long word drawn by lot is taken for a token though nothing calls it one; an id, a hash, a name is not."""

import random
import string

import pytest

from memtui.secrets import find_secrets, redact
from tests.growth import grows_too_fast

_LETTERS = string.ascii_letters + string.digits
_HEX = string.digits + "abcdef"
_BASE_58 = "".join(sorted(set(_LETTERS) - set("0OIl")))


def _drawn(alphabet: str, length: int, seed: object = "") -> str:
    """Return a value that is put together here, so that no scanner takes this file for a leak."""
    lot = random.Random(f"{alphabet} {length} {seed}")
    return "".join(lot.choice(alphabet) for _ in range(length))


@pytest.mark.parametrize("sentence", ["{}", "use {} for the build", "staging: {}", "It is `{}`, since May."])
@pytest.mark.parametrize(("alphabet", "length"), [(_LETTERS, 40), (_LETTERS, 64), (_LETTERS + "-_", 48)])
def test_nearly_all_bare_tokens_are_found_whole(alphabet: str, length: int, sentence: str) -> None:
    tokens = [_drawn(alphabet, length, seed) for seed in range(50)]
    assert sum(token in redact(sentence.format(token))[0] for token in tokens) <= 5


@pytest.mark.parametrize(("length", "most"), [(32, 10), (36, 4), (44, 7)])
def test_of_some_lengths_a_few_look_like_the_address_of_a_wallet(length: int, most: int) -> None:
    tokens = [_drawn(_LETTERS, length, seed) for seed in range(50)]
    assert sum(not find_secrets(f"use {token}") for token in tokens) <= most


@pytest.mark.parametrize("lines", [1, 3])
def test_tokens_below_each_other_are_found(lines: int) -> None:
    tokens = [_drawn(_LETTERS, 40, seed) for seed in range(lines)]
    assert len(find_secrets("\n".join(tokens))) == lines


_TOKEN = _drawn(_LETTERS, 40)


@pytest.mark.parametrize(
    "text",
    [
        _drawn(_LETTERS, 28) + " is a user",
        _drawn(_HEX, 64) + " fixed it",
        "8d9967e2f0624182b74e7690ad69ebEX",
        f"the id of the run is {_TOKEN}",
        f'"documentId": "{_TOKEN}"',
        f"checksum {_TOKEN}",
        f"pk_{_TOKEN} goes to the browser",
        f"https://files.example/{_TOKEN}/edit",
        f"open?list={_TOKEN}",
        "the wallet is " + _drawn(_BASE_58, 44),
        "the plan is in the sheet 1Bx" + _drawn(_LETTERS, 41),
        "iVBORw0KGgo" + _drawn(_LETTERS, 60),
        f"-----BEGIN CERTIFICATE-----\n{_drawn(_LETTERS, 64)}\n{_drawn(_LETTERS, 40)}\n-----END",
        "getUserSessionTokenFromOAuth2ProviderConfigV3",
        "Thought_2025_05_11T18_53_26_645Z_Wed_Thu_Fri",
        "DynamicProxyGenAssembly2Of3ModulesFor64BitWindows",
    ],
)
def test_ids_hashes_addresses_files_and_names_are_none(text: str) -> None:
    assert find_secrets(text) == []


@pytest.mark.parametrize("piece", ["aB3", _TOKEN + " ", _TOKEN + "\n", _TOKEN + "-"])
def test_the_time_grows_with_the_length_only(piece: str) -> None:
    assert not grows_too_fast(find_secrets, piece, longest=160_000)
