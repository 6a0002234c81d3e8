"""One file is replaced: what another program saves meanwhile stays, and so does all else the file had."""

import contextlib
import errno
import os
import random
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from memtui.formats.changes import FileChange
from memtui.formats.protocol import SourceError
from memtui.lifecycle.states import drop
from memtui.sources import swapping
from memtui.sources.replacing import Changed, clear_up, replace_file
from memtui.store.database import Store
from memtui.store.sources import Standing
from tests.lifecycle.worlds import PERSON
from tests.sources.linked import again, linked, memory, sync

ROUNDS = 100

# -- another program saves at the same time --------------------------------------------------------

SAVES = {
    "by renaming": "open(path + '.theirs', 'w').write(text); os.replace(path + '.theirs', path)",
    "in place": "open(path, 'w').write(text)",
    "at the end": "f = os.open(path, os.O_WRONLY | os.O_APPEND); os.write(f, text.encode()); os.close(f)",
    "slowly": "f = os.open(path, os.O_RDWR); time.sleep(random.random() / 500); "
    "os.write(f, text.encode()); os.close(f)",
}
SAVING = """
import os, random, sys, time
path = sys.argv[1]
for line in sys.stdin:
    text, delay = line.split()
    until = time.perf_counter() + float(delay)
    while time.perf_counter() < until:
        pass
    {save}
    print("saved", flush=True)
"""


class Saver:
    """Another program, which saves a text so many seconds after it is told to."""

    def __init__(self, file: Path, how: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", SAVING.format(save=SAVES[how]), str(file)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def save(self, text: str, delay: float) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{text} {delay}\n")
        self._process.stdin.flush()

    def wait(self) -> None:
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "saved\n"

    def close(self) -> None:
        self._process.communicate(timeout=300)


def lost(file: Path, how: str) -> Iterator[str]:
    """Yield the texts another program saved, while the file was being replaced, that are nowhere any more."""
    file.write_bytes(b"warm")
    saver = Saver(file, how)
    took = 0.0
    for number in range(ROUNDS):
        before, theirs = b"read %d\n" % number * 9, f"SAVED-{number}."
        file.write_bytes(before)
        saver.save(theirs, random.random() * took)
        began = time.perf_counter()
        with contextlib.suppress(Changed):
            replace_file(FileChange(file, before, b"ours\n" * 9))
        took = (took + 1.3 * (time.perf_counter() - began)) / 2
        saver.wait()
        found = {each.name: each.read_bytes() for each in file.parent.iterdir()}
        if not any(theirs.encode() in data for data in found.values()):
            yield theirs
        assert all(name.startswith(file.name) for name in found), "nothing hidden is left"
    saver.close()


@pytest.mark.few(2)
@pytest.mark.parametrize("how", SAVES)
def test_what_another_program_saves_meanwhile_is_never_lost(tmp_path: Path, how: str) -> None:
    assert list(lost(tmp_path / "CLAUDE.md", how)) == []


@pytest.mark.parametrize("how", ["by renaming", "in place"])
def test_nor_where_the_system_cannot_exchange_two_files(
    tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(swapping, "_exchanged", lambda *_: False)
    assert list(lost(tmp_path / "CLAUDE.md", how)) == []


def test_nothing_is_overwritten_where_there_are_no_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new, target = tmp_path / "new", tmp_path / "CLAUDE.md"
    new.write_text("ours")
    target.write_text("theirs")

    def as_on_fat(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", as_on_fat)
    with pytest.raises(FileExistsError):
        swapping.appear(new, target)
    assert (new.read_text(), target.read_text()) == ("ours", "theirs")
    target.unlink()
    swapping.appear(new, target)
    assert (new.exists(), target.read_text()) == (False, "ours")


def ends_at(file: Path, change: FileChange, code: str) -> None:
    """Let another process carry a change out that dies on the way, as the code says."""
    start = """
    import os, sys
    from pathlib import Path
    from memtui.sources import replacing, swapping
    from memtui.formats.changes import FileChange
    file = Path(sys.argv[1])
    trade = swapping.trade_places
    """
    end = f"replacing.replace_file(FileChange(file, {change.before!r}, {change.after!r}))"
    script = f"{textwrap.dedent(start)}\n{textwrap.dedent(code)}\n{end}\n"
    ended = subprocess.run([sys.executable, "-c", script, str(file)], capture_output=True, check=False)
    assert ended.returncode == 9, ended.stderr.decode()


SAVED_THEN_KILLED = """
def trades(new, target):
    target.with_name("x").write_bytes(b"theirs")
    os.replace(target.with_name("x"), target)
    trade(new, target)
    {more}
    os._exit(9)
replacing.trade_places = trades
"""


def test_what_was_saved_just_before_a_crash_is_put_back(tmp_path: Path) -> None:
    file = tmp_path / "CLAUDE.md"
    file.write_bytes(b"read")
    ends_at(file, FileChange(file, b"read", b"ours"), SAVED_THEN_KILLED.format(more=""))
    clear_up(tmp_path)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {"CLAUDE.md": b"theirs"}


def test_what_was_saved_over_after_that_is_kept_beside(tmp_path: Path) -> None:
    file = tmp_path / "CLAUDE.md"
    file.write_bytes(b"read")
    more = "target.write_bytes(b'theirs, later')"
    ends_at(file, FileChange(file, b"read", b"ours"), SAVED_THEN_KILLED.format(more=more))
    clear_up(tmp_path)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {
        "CLAUDE.md": b"theirs, later",
        "CLAUDE.md.kept-by-memtui": b"theirs",
    }


def test_a_crash_that_leaves_one_file_under_both_names_keeps_no_copy(tmp_path: Path) -> None:
    file = tmp_path / "CLAUDE.md"
    file.write_bytes(b"read")
    code = """
    def trades(new, target):
        target.write_bytes(b"theirs")
        new.unlink()
        os.link(target, new)
        os._exit(9)
    replacing.trade_places = trades
    """
    ends_at(file, FileChange(file, b"read", b"ours"), code)
    clear_up(tmp_path)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {"CLAUDE.md": b"theirs"}


def test_what_was_still_being_written_at_a_crash_is_removed(tmp_path: Path) -> None:
    file = tmp_path / "CLAUDE.md"
    file.write_bytes(b"read")
    ends_at(file, FileChange(file, b"read", b"ours"), "replacing.take_over = lambda *_: os._exit(9)")
    assert len(list(tmp_path.iterdir())) == 2
    clear_up(tmp_path)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {"CLAUDE.md": b"read"}


def test_what_only_looks_like_a_leftover_is_left(tmp_path: Path) -> None:
    names = (
        *(".notes.memtui-", ".memtui-notes.md", ".CLAUDE.md.memtui-old.txt", ".a.memtui-backup"),
        *(".x.memtui-settings", ".CLAUDE.md.memtui-0a1b2c3d-0011223344556677"),
    )
    for name in names:
        (tmp_path / name).write_text("theirs")
    assert clear_up(tmp_path) == []
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted(names)


def test_a_crash_while_the_file_is_aside_brings_it_back(tmp_path: Path) -> None:
    file = tmp_path / "CLAUDE.md"
    file.write_bytes(b"read")
    code = """
    swapping._exchanged = lambda *_: False
    swapping.appear = lambda *_: os._exit(9)
    """
    ends_at(file, FileChange(file, b"read", b"ours"), code)
    assert not file.exists()
    clear_up(tmp_path)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == {"CLAUDE.md": b"read"}


def test_a_file_that_somebody_has_open_to_write_is_left(tmp_path: Path) -> None:
    file = tmp_path / "CLAUDE.md"
    file.write_bytes(b"read")
    with file.open("ab") as theirs:
        if not swapping.is_being_written(file):
            pytest.skip("the system does not tell who has a file open")
        with pytest.raises(Changed):
            replace_file(FileChange(file, b"read", b"ours"))
        theirs.write(b" and more")
    assert file.read_bytes() == b"read and more"


# -- what else a file has --------------------------------------------------------------------------


def test_a_file_with_another_name_is_left_under_both(tmp_path: Path) -> None:
    file, other = tmp_path / "CLAUDE.md", tmp_path / "AGENTS.md"
    file.write_bytes(b"read")
    other.hardlink_to(file)
    for after in (b"ours", None):
        with pytest.raises(SourceError, match="1 more name"):
            replace_file(FileChange(file, b"read", after))
    assert other.samefile(file)
    assert file.read_bytes() == b"read"


def test_attributes_and_times_are_those_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "CLAUDE.md"
    file.write_bytes(b"read")
    try:
        os.setxattr(file, "user.colour", b"green")
    except (AttributeError, OSError):
        pytest.skip("no extended attributes here")
    os.utime(file, (1, 1))
    replace_file(FileChange(file, b"read", b"ours"))
    assert os.getxattr(file, "user.colour") == b"green"
    assert file.stat().st_mtime > 1


ACCESS = b"".join(
    (
        (2).to_bytes(4, "little"),
        *(
            tag.to_bytes(2, "little") + mode.to_bytes(2, "little") + who.to_bytes(4, "little")
            for tag, mode, who in (
                (1, 6, 2**32 - 1),
                (2, 4, 1234),
                (4, 4, 2**32 - 1),
                (16, 4, 2**32 - 1),
                (32, 0, 2**32 - 1),
            )
        ),
    )
)
"""An access list: one more user may read. As Linux keeps it."""


def test_an_access_list_stays_and_that_of_the_folder_is_not_added(tmp_path: Path) -> None:
    listed, plain = tmp_path / "listed.md", tmp_path / "plain.md"
    for file in (listed, plain):
        file.write_bytes(b"read")
    try:
        os.setxattr(listed, "system.posix_acl_access", ACCESS)
        os.setxattr(tmp_path, "system.posix_acl_default", ACCESS)
    except (AttributeError, OSError):
        pytest.skip("no access lists here")
    for file in (listed, plain):
        replace_file(FileChange(file, b"read", b"ours"))
    assert os.getxattr(listed, "system.posix_acl_access") == ACCESS
    assert os.listxattr(plain) == []


@pytest.mark.skipif(os.name == "nt" or os.getuid() != 0, reason="needs a second user")
def test_a_file_of_another_user_is_left_to_its_owner(tmp_path: Path) -> None:
    for above in (tmp_path, *tmp_path.parents[:3]):
        above.chmod(0o777)
    file = tmp_path / "CLAUDE.md"
    file.write_bytes(b"read")
    file.chmod(0o666)
    script = f"""
    import os
    from pathlib import Path
    from memtui.sources.replacing import replace_file
    from memtui.formats.changes import FileChange
    os.setgid(65534), os.setuid(65534)
    replace_file(FileChange(Path({str(file)!r}), b"read", b"ours"))
    """
    ended = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, check=False
    )
    assert "belongs to another user" in ended.stderr
    assert (file.read_bytes(), file.stat().st_uid) == (b"read", 0)
    assert list(tmp_path.iterdir()) == [file]


# -- where a path leads ----------------------------------------------------------------------------


def test_a_linked_file_that_became_a_link_is_neither_read_nor_written(store: Store, tmp_path: Path) -> None:
    file, other = tmp_path / "CLAUDE.md", tmp_path / ".bashrc"
    file.write_text("# Rules\n\n- Always run the tests\n- Never push on Fridays\n")
    source = linked(store, file)
    other.write_bytes(file.read_bytes())
    file.unlink()
    file.symlink_to(other)
    told = sync(store, source)
    assert "leads to" in told.problem
    assert again(store, source).status is Standing.CONFLICT
    with pytest.raises(SourceError, match="leads to"):
        replace_file(FileChange(file, other.read_bytes(), b"ours"), file)
    assert other.read_text().startswith("# Rules")


def test_a_file_that_was_a_link_when_it_was_linked_stays_one(store: Store, tmp_path: Path) -> None:
    link, real = tmp_path / "CLAUDE.md", tmp_path / "dotfiles" / "rules.md"
    real.parent.mkdir()
    real.write_text("# Rules\n\n- Always run the tests\n- Never push on Fridays\n")
    link.symlink_to(real)
    source = linked(store, link)
    drop(store, [memory(store, source, "Fridays").id], by=PERSON)
    assert sync(store, source).problem == ""
    assert link.is_symlink()
    assert "Fridays" not in real.read_text()


@pytest.mark.parametrize("inner", ["rosa.md", "more/rosa.md"])
def test_a_link_out_of_the_linked_folder_is_not_written_through(tmp_path: Path, inner: str) -> None:
    source, outside = tmp_path / "source", tmp_path / "outside"
    for folder in (source, outside):
        folder.mkdir()
    (outside / "rosa.md").write_bytes(b"read")
    link = source / Path(inner).parts[0]
    link.symlink_to(outside if link.name == "more" else outside / "rosa.md")
    with pytest.raises(SourceError, match="leads to"):
        replace_file(FileChange(source / inner, b"read", b"ours"), source)
    assert (outside / "rosa.md").read_bytes() == b"read"


def test_a_link_within_the_linked_folder_is_written_through(tmp_path: Path) -> None:
    real = tmp_path / "kept" / "rosa.md"
    real.parent.mkdir()
    real.write_bytes(b"read")
    (tmp_path / "rosa.md").symlink_to(real)
    replace_file(FileChange(tmp_path / "rosa.md", b"read", b"ours"), tmp_path)
    assert ((tmp_path / "rosa.md").is_symlink(), real.read_bytes()) == (True, b"ours")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_in_the_place_of_a_file_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "CLAUDE.md")
    with pytest.raises(OSError, match="no plain file"):
        replace_file(FileChange(tmp_path / "CLAUDE.md", b"read", b"ours"))


def test_a_file_that_somebody_changed_before_is_not_even_for_a_moment_another(tmp_path: Path) -> None:
    file = tmp_path / "MEMORY.md"
    file.write_text("- theirs\n")
    before = file.stat()
    with pytest.raises(Changed):
        replace_file(FileChange(file, b"- as it was read\n", b"- ours\n"))
    after = file.stat()
    assert (after.st_ino, after.st_mtime_ns, after.st_ctime_ns) == (
        before.st_ino,
        before.st_mtime_ns,
        before.st_ctime_ns,
    )
