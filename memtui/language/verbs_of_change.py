"""The verbs by which a statement tells a change, in the forms that they have.

They stand in `verbs_of_change.toml` once, in their base form, and the patterns of `told_change` and of
`capture.spoken_of` name them by what they do: so a verb that one of them knows all know, in every tense.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from memtui.phrases import lists_in

FILE = Path(__file__).with_name("verbs_of_change.toml")
_DOUBLES = re.compile(r"[^aeiou][aeiou][bdgmnpt]$|fer$")
"""How a verb ends that may have its last letter twice before an ending: `slip`, `defer`."""
_HISSES = ("s", "x", "z", "ch", "sh", "o")


@dataclass(frozen=True, slots=True)
class Forms:
    """The forms of one verb, as patterns."""

    bare: str
    third: str
    past: str
    ing: str


def forms(entry: str) -> Forms:
    """Return the forms of an entry: `move`, `phase_out`, or `rise:rose:risen` with its past forms."""
    bare, *past = entry.split(":")
    bare, _, behind = bare.partition("_")
    if behind:
        verb, particle = forms(":".join((bare, *past))), f"\\ {behind}"
        return Forms(*(f"(?:{form}){particle}" for form in (verb.bare, verb.third, verb.past, verb.ing)))
    stem = bare.removesuffix("e")
    doubled = f"{bare}{bare[-1]}?" if _DOUBLES.search(bare) else stem
    if bare.endswith("y") and bare[-2] not in "aeiou":
        return Forms(bare, f"{bare[:-1]}ies", "|".join(past) or f"{bare[:-1]}ied", f"{bare}ing")
    third = f"{bare}{'es' if bare.endswith(_HISSES) else 's'}"
    return Forms(bare, third, "|".join(past) or f"{doubled}ed", f"{doubled}ing")


def _parts() -> dict[str, str]:
    """Return a part for present and past of the verbs of each list, and one for each other form."""
    parts = dict[str, str]()
    for name, each in lists_in(FILE, "verbs").items():
        verbs = [forms(entry) for entry in each.words]
        parts[name] = _any([verb.third for verb in verbs] + [verb.past for verb in verbs])
        parts[f"{name}_PAST"] = _any([verb.past for verb in verbs])
        parts[f"{name}_BARE"] = _any([verb.bare for verb in verbs])
        parts[f"{name}_ING"] = _any([verb.ing for verb in verbs])
    return parts


def _any(patterns: list[str]) -> str:
    return f"(?:{'|'.join(dict.fromkeys(patterns))})"


PATTERNS = _parts()
"""The parts by their names in patterns."""
