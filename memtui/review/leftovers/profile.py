"""Texts about a user of whom nobody spoke."""

import re

from memtui.review.leftovers.leftover import PROFILE, Leftover

_PLACEHOLDER = re.compile(
    r"\b(?:user|name|named|called)\b.{0,20}\b(?:john|jane) (?:doe|smith)\b", re.IGNORECASE
)
_PRAISE = re.compile(
    r"\A(?:the )?user (?:is|seems|appears)(?: to be)? (?:(?:an?|very|highly|extremely|always|truly|deeply|"
    r"quite|clearly) )*"
    r"(?:motivated|dedicated|passionate|enthusiastic|detail-oriented|hard-?working|professional|polite|"
    r"friendly|"
    r"knowledgeable|skilled|ambitious|driven|goal-oriented|tech-savvy|eager|innovative|curious)(?=,|\.|\Z| "
    r"and\b| individual| person|(?: \w+)? learner|"
    r" professional| to learn)"
    r"|\A(?:the )?user (?:\w+ )?(?:strives for|values (?:efficiency|excellence|quality|clarity|clear "
    r"communication)|"
    r"appreciates (?:clear|concise|detailed|good)|has a (?:formal|friendly|professional) (?:communication "
    r")?(?:style|tone))\b",
    re.IGNORECASE,
)
_INVENTED = re.compile(
    r"\A(?:the )?user (?:is|works as) an? (?:[\w-]+ ){0,2}?\d\d-year-old \w+",
    re.IGNORECASE,
)

_UNFILLED = re.compile(
    r"\A(?:the )?user['’]s (?:[\w-]+ ){1,3}(?:is|are) (?:not (?:known|specified|provided|given|stated|"
    r"mentioned|available)|unknown|unspecified|user\b|n/a|none\b)|"
    r"\A(?:the )?(?:user|name)\b.{0,40}(?:\[(?:not specified|unknown|unspecified|(?:your )?name|"
    r"insert[^\]]*)\]|"
    r"\{\{ ?\w+ ?\}\})|\b(?:user|name|someone)@example\.(?:com|org|net)\b|"
    r"\Ano (?:information|details|data) (?:about|on) the user",
    re.IGNORECASE,
)
"""Phrases of a form that nobody has filled in."""


def profile(text: str) -> Leftover | None:
    """Return a leftover for a text that reads like a profile which a model made up; the caller weighs whether
    it did.
    """
    first = text[:12].lower()
    if "user" not in first and not first.startswith(("name", "no ")):
        return None
    for pattern, sure in ((_UNFILLED, 0.8), (_PLACEHOLDER, 0.85), (_PRAISE, 0.65), (_INVENTED, 0.55)):
        match = pattern.search(text)
        if match is not None:
            return Leftover(PROFILE, *match.span(), sure)
    return None
