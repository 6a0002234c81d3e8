"""Folders that are made to be thrown away: what an agent does there is no project."""

import os

VARIABLE = "MEMTUI_TEMPORARY"
_USUAL = ("/tmp", "/var/tmp", "/private/tmp", "/var/folders", "/private/var/folders", "/dev/shm")  # noqa: S108
_BY_NAME = ("/pytest-of-", "/appdata/local/temp/")


def is_temporary(path: str) -> bool:
    """Say whether an absolute path, with slashes, lies in a temporary folder.

    `MEMTUI_TEMPORARY` names the temporary folders of this machine, as PATH does, instead of the usual ones.
    """
    given = os.environ.get(VARIABLE)
    if given is not None:
        return any(_lies_in(path, folder) for folder in given.split(os.pathsep))
    named = (os.environ.get(name, "") for name in ("TMPDIR", "TEMP", "TMP"))
    if any(name in f"{path.lower()}/" for name in _BY_NAME):
        return True
    return any(_lies_in(path, folder) for folder in (*named, *_USUAL))


def _lies_in(path: str, folder: str) -> bool:
    if not os.path.isabs(folder):
        return False
    above = [place.replace("\\", "/").rstrip("/") for place in (folder, os.path.realpath(folder))]
    return any(each and (path == each or path.startswith(each + "/")) for each in above)
