"""What the bytes of a file are read as."""

import pytest

from memtui.domain.decoding import decoded, is_binary


@pytest.mark.parametrize(
    "data",
    [
        "café runs on port 8080".encode("latin-1"),
        "“café” runs on port 8080".encode("cp1252"),
        "Der Schlüssel für Größe liegt bei Jürgen".encode("latin-1"),
        "café runs on port 8080".encode("utf-16"),
        "café runs on port 8080".encode("utf-8-sig"),
    ],
)
def test_a_text_of_one_line_is_read_in_the_letters_it_was_written_in(data: bytes) -> None:
    text = decoded(data)
    assert not is_binary(text)
    assert "\ufffd" not in text
    assert any(word in text for word in ("café", "Schlüssel für Größe"))


def test_one_broken_letter_among_many_leaves_the_others() -> None:
    assert decoded("überall für Größe ".encode() + b"\xff" + b" Ende") == "überall für Größe \ufffd Ende"


@pytest.mark.parametrize(
    "data", [b"\x7fELF\x02\x01\x01\0\0", b"\xff\xd8\xff\xe0" * 40, bytes(range(128, 256)) * 4]
)
def test_what_is_no_text_is_told(data: bytes) -> None:
    assert is_binary(decoded(data))
