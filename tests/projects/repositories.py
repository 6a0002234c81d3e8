"""Real git repositories in a home folder of their own, made by git itself."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

_QUIET = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    **{
        f"GIT_{who}_{what}": "ada@example.org"
        for who in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    },
}


def git(folder: Path, *arguments: str) -> None:
    """Run git in a folder."""
    command = ["git", "-c", "protocol.file.allow=always", *arguments]
    subprocess.run(command, cwd=folder, env=os.environ | _QUIET, check=True, capture_output=True)


@dataclass(frozen=True)
class Home:
    """A person's home folder."""

    path: Path

    def folder(self, name: str) -> Path:
        """Make a folder and return it."""
        made = self.path / name
        made.mkdir(parents=True, exist_ok=True)
        return made

    def repository(self, name: str, remote: str = "") -> Path:
        """Make a repository with one commit and return its folder."""
        folder = self.folder(name)
        git(folder, "init", "--quiet")
        git(folder, "commit", "--quiet", "--allow-empty", "-m", "Begin")
        if remote:
            git(folder, "remote", "add", "origin", remote)
        return folder

    def worktree(self, repository: Path, name: str) -> Path:
        """Add a worktree to a repository and return its folder."""
        git(repository, "worktree", "add", "--quiet", str(self.path / name))
        return self.path / name
