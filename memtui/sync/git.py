"""A git remote that carries segments, reached by the person's own git with its own credentials.

Each device writes one branch, `memtui/<device>`, so a push never meets another's. The branch holds the blobs
and the head as files. It grows by commits; where blobs have to go for good it begins anew without its past,
and what the remote still keeps of that until it collects its garbage is its administrator's to clear.

What was fetched lies in a bare repository beside the store.
"""

import contextlib
import os
import re
import subprocess
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path
from shutil import which

from memtui import secrets
from memtui.addresses import without_password
from memtui.domain.stamp import is_device
from memtui.domain.text import Longest, one_line
from memtui.sync.carrier import Blobs
from memtui.sync.errors import CarrierAway, MayNotWrite
from memtui.sync.packing import LARGEST

_HEAD = "head.json"
_BRANCHES = "refs/heads/memtui/"
_PATIENCE = 300.0
"""Seconds for one call: a first push over a slow line takes minutes."""
_DENIED = re.compile(r"denied|forbidden|not granted|not allowed|read[- ]only|declined|\b403\b", re.IGNORECASE)
"""What git, and those who host repositories, say to who may not write."""
_REASON = re.compile(r"fatal:|error:|ERROR:| ! \[")
"""How a line begins that says why; the last kind is a branch that was refused."""
_OURS = (
    *("-c", "user.name=memtui", "-c", "user.email=memtui@localhost", "-c", "commit.gpgSign=false"),
    *("-c", f"core.hooksPath={os.devnull}", "-c", "gc.auto=0"),
)
"""Settings of the person that would stop a call nobody looks at."""


class Git:
    """A carrier that is a git remote."""

    def __init__(self, remote: str, cache: Path) -> None:
        self._remote = remote
        self._cache = cache

    @property
    def place(self) -> str:
        """The remote, without a name or password in it."""
        return without_password(self._remote)

    def heads(self) -> Mapping[str, bytes]:
        """Return the heads of all branches; what has not changed since is not fetched again."""
        there = self._branches(self._run("ls-remote", "--quiet", self._remote, f"{_BRANCHES}*"))
        before = self._fetched()
        if there != before:
            self._run("fetch", "--quiet", "--no-tags", "--prune", self._remote, f"+{_BRANCHES}*:{_BRANCHES}*")
            now = self._fetched()
            anew = any(not self._goes_on(commit, now.get(device)) for device, commit in before.items())
            self._collect(began_anew=anew)
        names = {device: f"{commit}:{_HEAD}" for device, commit in self._fetched().items()}
        blobs = self._blobs(list(names.values()))
        return {device: blobs[name] for device, name in names.items() if name in blobs}

    def get(self, device: str, names: Sequence[str]) -> Mapping[str, bytes]:
        """Return blobs of what was fetched."""
        paths = {f"{_BRANCHES}{device}:{name}": name for name in names}
        return {paths[path]: blob for path, blob in self._blobs(list(paths)).items()}

    def put(self, device: str, blobs: Blobs, head: bytes, keep: Collection[str]) -> None:
        """Commit the blobs with the head, and push: all arrive, or none."""
        branch = f"{_BRANCHES}{device}"
        before = self._fetched().get(device, "")
        files = self._files(before) if before else {}
        left = {name: entry for name, entry in files.items() if name in keep}
        gone = len(left) + (_HEAD in files) < len(files)
        written = {name: self._write(blob) for name, blob in chain(blobs, [(_HEAD, head)])}
        tree = "".join(
            f"100644 blob {entry}\t{name}\n" for name, entry in sorted({**left, **written}.items())
        )
        made = self._run("mktree", given=tree.encode()).decode().strip()
        parent = ["-p", before] if before and not gone else []
        commit = self._run("commit-tree", made, *parent, "-m", "memtui").decode().strip()
        self._push(f"+{commit}:{branch}")
        self._run("update-ref", branch, commit)
        self._collect(began_anew=bool(before) and gone)

    def leave(self, device: str) -> None:
        """Delete the device's branch."""
        if device in self._branches(self._run("ls-remote", "--quiet", self._remote, f"{_BRANCHES}*")):
            self._push(f":{_BRANCHES}{device}")

    def _push(self, what: str) -> None:
        """Push. Raises MayNotWrite where the remote, which could be read, refuses that."""
        try:
            self._run("push", "--quiet", self._remote, what)
        except CarrierAway as error:
            if _DENIED.search(str(error)):
                raise MayNotWrite(str(error)) from None
            raise

    def _goes_on(self, before: str, now: str | None) -> bool:
        """Say whether a branch that was at one commit and is at another still has the first in its past."""
        if before == now or now is None:
            return before == now
        try:
            self._run("merge-base", "--is-ancestor", before, now)
        except CarrierAway:
            return False
        return True

    def _collect(self, *, began_anew: bool) -> None:
        """Let what was fetched shrink: at once where a branch has lost its past, which may have been purged.

        Where another memtui is at it too it is left for the next time.
        """
        often = ("-c", "gc.auto=500", "-c", "gc.autoDetach=false")
        with contextlib.suppress(CarrierAway):
            self._run(*often, "gc", "--quiet", "--prune=now" if began_anew else "--auto")

    def _fetched(self) -> dict[str, str]:
        return self._branches(self._run("for-each-ref", "--format=%(objectname)\t%(refname)", _BRANCHES))

    def _branches(self, listing: bytes) -> dict[str, str]:
        """Return the commit of each device's branch."""
        pairs = (
            line.split("\t", 1) for line in listing.decode("utf-8", "replace").splitlines() if "\t" in line
        )
        commits = {name.removeprefix(_BRANCHES): commit for commit, name in pairs}
        return {device: commit for device, commit in commits.items() if is_device(device)}

    def _files(self, commit: str) -> dict[str, str]:
        """Return the files of a commit, with the names of their contents."""
        hashes = {}
        for line in self._run("ls-tree", commit).decode("utf-8", "replace").splitlines():
            described, _, name = line.partition("\t")
            hashes[name] = described.split()[2]
        return hashes

    def _write(self, blob: bytes) -> str:
        return self._run("hash-object", "-w", "--stdin", given=blob).decode().strip()

    def _blobs(self, names: Sequence[str]) -> dict[str, bytes]:
        """Return the contents of those objects that are there and not too large, by the name asked for."""
        if not names:
            return {}
        request = "".join(f"{name}\n" for name in names).encode()
        sizes = (
            self._run("cat-file", "--batch-check=%(objectsize) %(objecttype)", given=request)
            .decode()
            .splitlines()
        )
        good = [name for name, size in zip(names, sizes, strict=True) if _is_blob(size)]
        contents = self._run(
            "cat-file", "--batch=%(objectsize)", given="".join(f"{name}\n" for name in good).encode()
        )
        blobs, at = {}, 0
        for name in good:
            end = contents.index(b"\n", at)
            size = int(contents[at:end])
            blobs[name] = contents[end + 1 : end + 1 + size]
            at = end + size + 2
        return blobs

    @cached_property
    def _repository(self) -> str:
        if not (self._cache / "HEAD").exists():
            self._cache.mkdir(parents=True, exist_ok=True)
            self._call(["init", "--quiet", "--bare", str(self._cache)], b"")
        return str(self._cache)

    def _run(self, *command: str, given: bytes = b"") -> bytes:
        return self._call(["--git-dir", self._repository, *command], given)

    def _call(self, command: Sequence[str], given: bytes) -> bytes:
        """Return what git prints. Raises CarrierAway with git's own words."""
        git = which("git")
        if git is None:
            raise CarrierAway("git is not installed here; install it, or meet in a folder")
        try:
            ended = subprocess.run(  # noqa: S603 - no shell, and the remote is what the person named
                [git, *_OURS, *command],
                input=given,
                capture_output=True,
                timeout=_PATIENCE,
                env=_environment(),
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise CarrierAway(f"{self.place} did not answer within {_PATIENCE / 60:.0f} minutes") from None
        except OSError as error:
            raise CarrierAway(f"git cannot be started: {error.strerror or error}") from error
        if ended.returncode:
            raise CarrierAway(f"{self.place}: {_reason(ended.stderr, self._remote, self.place)}")
        return ended.stdout


def _is_blob(described: str) -> bool:
    size, _, kind = described.partition(" ")
    return kind == "blob" and int(size) <= LARGEST


def _reason(errors: bytes, remote: str, place: str) -> str:
    """Return the last thing that git said, as one line that holds no password."""
    lines = [
        line for line in errors.decode("utf-8", "replace").replace(remote, place).splitlines() if line.strip()
    ]
    fatal = [line for line in lines if _REASON.match(line)] or lines[-1:] or ["git failed"]
    return one_line(
        secrets.redact(fatal[0])[0].removeprefix("fatal: ").removeprefix("error: "), Longest.REASON
    )


def _environment() -> dict[str, str]:
    """Return what git is started with: it never asks at the terminal, and uses no repository but ours."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_") or name in _KEPT}
    return {"GIT_SSH_COMMAND": "ssh -o BatchMode=yes", **kept, "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}


_KEPT = frozenset({"GIT_SSH", "GIT_SSH_COMMAND", "GIT_ASKPASS", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"})
