"""What a stranger installs: the wheel holds what memtui needs and no more, and its page leads somewhere."""

import email
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import memtui
from hatch_build import absolute

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "https://example.org/memtui"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    folder = tmp_path_factory.mktemp("wheel")
    made = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(made, cwd=ROOT, check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    with zipfile.ZipFile(path) as opened:
        yield opened


def test_the_wheel_holds_every_file_of_the_program(wheel: zipfile.ZipFile) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("only a checkout says which files belong to the program")
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "memtui", "prompts"]
    kept = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    wanted = {f"memtui/{name}" if name.startswith("prompts/") else name for name in kept}
    held = set(wheel.namelist())
    assert wanted - held == set()
    packed = {name for name in held if not name.startswith(f"memtui-{memtui.__version__}.")}
    assert packed - wanted == set()


def test_the_wheel_brings_the_manual_page(wheel: zipfile.ZipFile) -> None:
    (page,) = [name for name in wheel.namelist() if name.endswith("/share/man/man1/memtui.1")]
    assert memtui.__version__ in wheel.read(page).decode()


def test_the_page_of_the_package_has_no_link_that_needs_the_repository(wheel: zipfile.ZipFile) -> None:
    (name,) = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    told = email.message_from_bytes(wheel.read(name))
    assert (told["Name"], told["Version"]) == ("memtui", memtui.__version__)
    assert {"3.11", "3.12", "3.13", "3.14"} <= {
        each.rpartition(" ")[2] for each in told.get_all("Classifier") or []
    }
    links = re.findall(r"\]\(([^)]+)\)", str(told.get_payload()))
    assert len(links) > 20
    assert [link for link in links if not re.match(r"https://|#", link)] == []


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("[a](docs/a.md#b)", f"[a]({SOURCE}/blob/main/docs/a.md#b)"),
        ("![a b](shots/a.png)", f"![a b]({SOURCE}/raw/main/shots/a.png)"),
        ("[a](https://b.example)", "[a](https://b.example)"),
        ("[a](#here)", "[a](#here)"),
    ],
)
def test_relative_links_lead_into_the_repository(said: str, wanted: str) -> None:
    assert absolute(said, SOURCE) == wanted


def test_the_changelog_tells_of_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(rf"^## (?:Unreleased|{re.escape(memtui.__version__)}\b)", text, re.MULTILINE)
