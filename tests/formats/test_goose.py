"""Goose's memory folders: what an entry is, whose it is, where they lie, and how they are changed."""

import shutil
from pathlib import Path

import pytest

from memtui.domain.dating import AT_THE_LATEST, DATED
from memtui.domain.instant import to_iso
from memtui.formats.goose import Goose
from memtui.formats.protocol import SourceError
from memtui.formats.registry import reader_for
from memtui.sources.places import scan
from tests.formats.changing import remove
from tests.formats.reading import drafts, write
from tests.formats.samples import FOLDERS


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDERS / "goose", tmp_path / "shop"))


def test_an_entry_is_one_memory_with_its_paragraphs_and_code(shop: Path) -> None:
    found = drafts(Goose(), shop)
    assert [draft.text.split("\n")[0] for draft in found] == [
        "Deploys of the till go out on Tuesdays.",
        "Coverage is measured from the folder of the server:",
        "Prefer early returns to nested conditions",
        "The tea house is in Ghent.",
        "The oven is slow on Mondays.",
    ]
    assert "2. Run `make ship`" in found[0].text
    assert "# the report for the pages" in found[1].text


def test_tags_and_the_file_become_categories(shop: Path) -> None:
    first = drafts(Goose(), shop)[0]
    assert {"development", "till", "deploy", "workflow"} <= set(first.categories)
    assert first.provenance["tags"] == ["till", "deploy", "workflow"]


def test_tags_with_their_own_hashes_are_tags_too(tmp_path: Path) -> None:
    file = write(
        tmp_path / "shop/.goose/memory/places.txt", "# #till #folder\n/srv/till\n\n# #oven\nIt is slow.\n"
    )
    found = drafts(Goose(), file)
    assert [draft.text for draft in found] == ["/srv/till", "It is slow."]
    assert found[0].provenance["tags"] == ["till", "folder"]
    (change,) = remove(Goose(), file, "/srv/till").files
    assert change.after == b"# #oven\nIt is slow.\n"


def test_an_entry_is_as_old_as_it_says_and_else_at_the_latest_as_its_file(tmp_path: Path) -> None:
    file = write(
        tmp_path / "shop/.goose/memory/log.txt", "# till\n2026-02-03: It lost a cent.\n\n# oven\nSlow.\n"
    )
    found = drafts(Goose(), file)
    assert [to_iso(draft.created_at or 0.0)[:10] for draft in found][:1] == ["2026-02-03"]
    assert [draft.provenance.get(DATED) for draft in found] == [None, AT_THE_LATEST]


def test_what_lies_in_a_project_is_the_projects_and_the_rest_the_persons(shop: Path, tmp_path: Path) -> None:
    assert {draft.scope for draft in drafts(Goose(), shop)} == {"/project/shop"}
    own = write(tmp_path / "home/.config/goose/memory/personal.txt", "# name\nThe user is called Rosa.\n\n")
    assert [draft.scope for draft in drafts(Goose(), own)] == ["/user"]
    assert reader_for(own).name == "goose"


def test_a_scan_finds_the_folder_of_the_person_and_of_the_project(shop: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    write(home / ".config/goose/memory/personal.txt", "# name\nThe user is called Rosa.\n\n")
    found = {one.path: one.records for one in scan(home, {}, shop) if one.format == "goose"}
    assert found == {home / ".config/goose/memory": 1, shop / ".goose/memory": 5}


def test_an_entry_goes_with_its_tags_and_leaves_every_other_byte(shop: Path) -> None:
    (change,) = remove(Goose(), shop, "Coverage is measured").files
    before, after = (change.before or b"").decode(), (change.after or b"").decode()
    start, end = before.index("# coverage"), before.index("# style")
    assert after == before[:start] + before[end:]


def test_a_folder_without_any_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="holds no Goose memory"):
        drafts(Goose(), tmp_path)
