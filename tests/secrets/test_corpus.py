"""Of a corpus of made-up secrets nearly all are found, of what only looks like one next to none."""

import pytest

from memtui.secrets import find_secrets, redact
from tests.secrets import corpus


@pytest.mark.parametrize("half", corpus.HALVES)
def test_nearly_all_secrets_are_found_whole(half: str) -> None:
    examples = corpus.secrets(half)
    assert len(examples) > 200
    left = [corpus.left_of(example, redact(example.text)[0]) for example in examples]
    assert left.count(corpus.Left.NOTHING) >= 0.95 * len(examples)


@pytest.mark.parametrize("half", corpus.HALVES)
def test_most_passwords_with_signs_are_blotted_out_and_next_to_none_by_half(half: str) -> None:
    examples = corpus.passwords(half)
    left = [corpus.left_of(example, redact(example.text)[0]) for example in examples]
    assert left.count(corpus.Left.NOTHING) >= 0.8 * len(examples)
    assert left.count(corpus.Left.SOME) <= 0.01 * len(examples)


@pytest.mark.parametrize(("half", "least"), [("development", 0.95), ("held_out", 0.8)])
def test_a_password_beside_its_login_is_blotted_out_in_the_forms_people_use(half: str, least: float) -> None:
    examples = corpus.logins(half)
    assert len(examples) == 180
    left = [corpus.left_of(example, redact(example.text)[0]) for example in examples]
    assert left.count(corpus.Left.NOTHING) >= least * len(examples)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("password=[redacted password] on prod", corpus.Left.NOTHING),
        ("password=prod[redacted password] on prod", corpus.Left.NOTHING),
        ("password=[redacted password]&Qw8 on prod", corpus.Left.SOME),
        ("password=Zx9[redacted password] on prod", corpus.Left.NOTHING),
        ("password=prod-Zx9&Qw8 on prod", corpus.Left.ALL),
    ],
)
def test_a_secret_of_which_a_piece_is_left_is_none_that_was_found(text: str, left: corpus.Left) -> None:
    value = "prod-Zx9" + "&Qw8"
    assert corpus.left_of(corpus.Example("said", f"password={value} on prod", value), text) is left


def test_formats_that_vendors_publish_are_found_bare_and_in_sentences() -> None:
    examples = corpus.secrets("fresh")
    assert len(examples) == 135
    assert all(corpus.left_of(each, redact(each.text)[0]) is corpus.Left.NOTHING for each in examples)


@pytest.mark.parametrize("half", corpus.HALVES)
def test_next_to_nothing_else_is_taken_for_one(half: str) -> None:
    examples = corpus.look_alikes(half)
    assert len(examples) > 100
    assert sum(bool(find_secrets(example.text)) for example in examples) <= 0.01 * len(examples)


def test_the_name_of_a_class_is_no_key() -> None:
    assert find_secrets("description: Use the sk-loading-spinner-container-large class") == []


@pytest.mark.parametrize("half", corpus.HALVES)
def test_what_was_blotted_out_is_found_no_more(half: str) -> None:
    for example in corpus.secrets(half):
        clean, _ = redact(example.text)
        assert redact(clean) == (clean, ())
