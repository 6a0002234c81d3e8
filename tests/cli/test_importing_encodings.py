"""Pages in UTF-16 or in the letters of Western Europe, as Windows wrote them, are read as what they say."""

from pathlib import Path

import pytest

from tests.cli.conftest import Memtui

PAGE = "# Notizen\n\n- Das Gäste-WLAN heißt Kürbis.\n- Der Schlüssel hängt an der Tür.\n"
SAID = ["Das Gäste-WLAN heißt Kürbis.", "Der Schlüssel hängt an der Tür."]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "cp1252", "utf-8-sig"])
@pytest.mark.parametrize("name", ["notes.md", "list.txt"])
def test_a_page_in_another_encoding_is_imported(
    memtui: Memtui, tmp_path: Path, encoding: str, name: str
) -> None:
    page = tmp_path / name
    text = PAGE if name.endswith(".md") else "\r\n".join(SAID)
    page.write_bytes(
        text.encode(encoding) if encoding != "utf-16-be" else b"\xfe\xff" + text.encode(encoding)
    )
    done = memtui("import", str(page), "--json").json
    assert (done["added"], done["skipped"]) == (2, 0)
    assert sorted(memtui.texts()) == SAID
    assert memtui("import", str(page), "--json").json["duplicates"] == 2


def test_a_page_in_utf_16_is_not_linked_and_what_reads_it_is_named(memtui: Memtui, tmp_path: Path) -> None:
    page = tmp_path / "notes.md"
    page.write_bytes(PAGE.encode("utf-16"))
    ran = memtui("sources", "link", str(page))
    assert ran.code == 1
    assert (
        f"text in UTF-16, and what is linked has to be UTF-8: `memtui import {page}` reads it once" in ran.err
    )


def test_what_only_begins_like_utf_16_is_no_text(memtui: Memtui, tmp_path: Path) -> None:
    page = tmp_path / "notes.md"
    page.write_bytes(b"\xff\xfe\x00\xd8\x00")
    ran = memtui("import", str(page))
    assert ran.code == 1
    assert "It is no text." in ran.err


def test_a_few_bytes_that_are_wrong_cost_their_line_only(memtui: Memtui, tmp_path: Path) -> None:
    page = tmp_path / "notes.md"
    page.write_bytes(PAGE.encode() + b"- The gate code is \xff\xfe.\n")
    done = memtui("import", str(page), "--json").json
    assert done["added"] == 2
    assert [one["reason"] for one in done["reasons"]] == ["not UTF-8: byte 18"]
