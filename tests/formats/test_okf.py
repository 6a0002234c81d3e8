"""A concept of an Open Knowledge Format bundle is one memory, written back as a whole page."""

import shutil
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memtui.domain.memory import State
from memtui.formats.okf.format import OpenKnowledge
from memtui.formats.protocol import SourceError
from tests.formats.changing import put_back, record, remove, reword
from tests.formats.reading import drafts, skipped, texts, write
from tests.formats.samples import FOLDERS


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDERS / "okf", tmp_path / "shop"))


def test_a_concept_is_one_memory_with_what_its_head_says(bundle: Path) -> None:
    lids, till = drafts(OpenKnowledge(), bundle)
    assert till.text.startswith("# Place\n\nThe till stands")
    assert till.text.endswith("| small | left |")
    assert (till.abstract, till.categories[1:]) == ("The till", ("reference", "shop", "money"))
    assert till.created_at == datetime(2026, 2, 3, 10, tzinfo=UTC).timestamp()
    assert till.expires_at == datetime(2027, 2, 3, tzinfo=UTC).timestamp()
    assert "deprecated" in lids.categories
    assert lids.state is State.LIVE, "its page stands, so it is no drop"
    assert lids.created_at == datetime(2026, 2, 1, tzinfo=UTC).timestamp()


def test_what_is_no_concept_is_counted(bundle: Path) -> None:
    write(bundle / "empty.md", "---\ntype: Note\n---\n")
    write(bundle / "lids" / "index.md", "# Lids\n\n* [Tin](tin.md)\n\nRosa keeps the list.\n")
    assert [one.where for one in skipped(OpenKnowledge(), bundle)] == ["empty.md", "lids/index.md", "log.md"]


def test_an_edit_changes_the_body_and_nothing_above_it(bundle: Path) -> None:
    before = (bundle / "till.md").read_text()
    till = record(OpenKnowledge(), bundle, "at the door")
    after = replace(till, text=till.text.replace("at the door", "in the yard"))
    assert not reword(OpenKnowledge(), bundle, "at the door", after).left
    assert (bundle / "till.md").read_text() == before.replace("at the door", "in the yard")


def test_a_page_goes_with_its_memory(bundle: Path) -> None:
    assert not remove(OpenKnowledge(), bundle, "tin").left
    assert not (bundle / "lids" / "tin.md").exists()
    assert len(texts(OpenKnowledge(), bundle)) == 1


def test_a_folder_without_concepts_is_refused_and_a_page_of_words_is_none(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="holds no concept"):
        list(OpenKnowledge().read(tmp_path))
    assert OpenKnowledge().detect(write(tmp_path / "a.md", "Just words")) == 0.0


def test_a_page_that_comes_back_has_a_head(bundle: Path) -> None:
    till = record(OpenKnowledge(), bundle, "at the door")
    remove(OpenKnowledge(), bundle, "at the door")
    assert not put_back(OpenKnowledge(), bundle, till).left
    assert (bundle / "till.md").read_text().startswith("---\ntype: Fact\n---\n\n# Place\n")
