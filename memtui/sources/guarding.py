"""What must not be written to a file, whatever a memory says.

The way into the store changes some texts: reasoning is cut, secrets are blotted out. To write such a text
back would put the stump or the mask in place of what a person wrote. And as memtui keeps no secrets, it could
not put one back that it took out.
"""

from collections.abc import Sequence

from memtui import secrets
from memtui.domain.memory import Draft
from memtui.formats.changes import Held
from memtui.lifecycle.checks import checked_import
from memtui.lifecycle.errors import Refused
from memtui.store.holes import Missing, cut, filled

_MASK = b"[redacted "


def refusal(in_file: Held, name: str) -> str:
    """Return why a record of the file called `name` is never written; empty when it may be."""
    if secrets.find_secrets(in_file.text):
        return _secret_words(name)
    stored = stored_text(in_file.text)
    if stored is not None and stored.split() != in_file.text.split():
        return f"memtui keeps less of it than {name} says, so that it changes nothing there; do it yourself"
    return ""


def _secret_words(name: str) -> str:
    """Return the reason for leaving what holds a secret in the file called `name`."""
    return f"{name} holds a secret, so it stays as it is; take the secret out first, in Review or there"


def stored_text(text: str) -> str | None:
    """Return a text as the store would keep it, None when it would not."""
    try:
        return checked_import(Draft(text=text)).text
    except Refused:
        return None


def harm(key: bytes, name: str, before: Sequence[bytes | None], after: bytes | None) -> str:
    """Return why a file must not become `after`: what was `before` could not be put back, or it is masked.

    `key` is the store's, for the secrets that are cut out of what it keeps.
    """
    for data in before:
        kept, holes = cut(key, data)
        try:
            if filled(key, kept, holes, [after]) != data:
                return _secret_words(name)
        except Missing:
            return _secret_words(name)
    masks = max((data.count(_MASK) for data in before if data is not None), default=0)
    if after is not None and after.count(_MASK) > masks:
        return f"memtui keeps it with a secret blotted out, and never writes that to {name}"
    return ""
