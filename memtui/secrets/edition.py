"""By which rules secrets are told: what was looked at by the same rules need not be looked at again."""

from functools import cache
from hashlib import sha256
from importlib.resources import files


@cache
def edition() -> str:
    """Return what differs when secrets are told otherwise: a hash of all that this package consists of.

    Of the code as well as of the rules, so that nobody has to remember to count a number up. Reading it takes
    a millisecond, once.
    """
    parts = sorted(
        (part.name, part.read_bytes())
        for part in files("memtui.secrets").iterdir()
        if part.is_file() and part.name.endswith((".py", ".json", ".toml"))
    )
    hashed = sha256()
    for name, content in parts:
        hashed.update(f"{name} {len(content)}\n".encode() + content)
    return hashed.hexdigest()[:16]
