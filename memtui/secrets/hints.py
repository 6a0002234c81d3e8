"""Tells whether a text has a word that may name a secret, or beside which one may stand.

Most texts have none, and what reads on from such words (`stated`, `paired`) is loaded for the first that has.
"""

from functools import cache

from memtui.secrets.ruleset import word_list

NETWORKS = ("wifi", "wi-fi", "wlan", "hotspot", "ssid")
"""Words beside which the password of a network stands."""
_NAMED = ("passwords", "short_passwords", "unspaced_passwords", "tokens", "keys", "logins")
"""The word lists of what a secret is called, or stands beside."""
_BESIDE = (*NETWORKS, "unlock", "decrypt", "auth", "sperr", "schlüssel", "verrouill")


def hinted(lower: str) -> bool:
    """Say whether a text, in lower case, has a word that may name a secret."""
    for hint in _hints(lower.isascii()):  # noqa: SIM110 - a generator takes longer, and every text passes here
        if hint in lower:
            return True
    return False


@cache
def _hints(of_ascii: bool) -> tuple[str, ...]:
    """Return words of which each name of a secret has one in it, as few as will do; or those in ASCII."""
    least: list[str] = ["pass", "key", "://", "basic ", " -u", "redis-cli", "login", "daten", "identif"]
    named = {name for each in _NAMED for name in word_list(each)}
    for name in sorted(named.union(_BESIDE), key=len):
        if not any(hint in name for hint in least):
            least.append(max(name.split(" "), key=len))
    return tuple(hint for hint in least if hint.isascii() or not of_ascii)
