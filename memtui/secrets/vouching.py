"""Keeps a person's word that a value which looks like a secret is none.

The memory's provenance notes digests of those values, so that it holds for them and for nothing that is
added to the text later.
"""

from collections.abc import Iterable, Mapping

NOTE = "not_secret"
"""The key of the provenance that holds the digests."""
_LENGTH = 16
"""Hexadecimal digits: enough that no two secrets of a store share them."""


def digest(value: str) -> str:
    """Return what stands for a value in the provenance."""
    from hashlib import sha256  # loads OpenSSL: not before there is a secret

    return sha256(value.encode("utf-8", "surrogatepass")).hexdigest()[:_LENGTH]


def vouched(provenance: Mapping[str, object]) -> frozenset[str]:
    """Return the digests of the values that a person said are no secrets."""
    noted = provenance.get(NOTE, ()) if provenance else ()
    return frozenset(map(str, noted)) if isinstance(noted, list | tuple) else frozenset()


def noted(provenance: Mapping[str, object], values: Iterable[str]) -> dict[str, object]:
    """Return a provenance in which a person vouches for values, besides those it has."""
    return {**provenance, NOTE: sorted({*vouched(provenance), *map(digest, values)})}


def unnoted(provenance: Mapping[str, object]) -> Mapping[str, object]:
    """Return a provenance in which nobody vouches for anything."""
    if NOTE not in provenance:
        return provenance
    return {key: value for key, value in provenance.items() if key != NOTE}
