"""What the rules of the review pass are called where a person reads of them; each says what it finds.

`memtui review rules` and the settings know a rule by its name, which stands behind these words.
"""

from memtui.domain.muting import kind_and_project

_WORDS = {
    "secret": "a password or a key",
    "poison": "tells agents what to do",
    "conflict/value": "two that disagree",
    "conflict/over": "one says it is over",
    "conflict/superseded": "newer ones of a series",
    "conflict/demote": "a rule that is disputed",
    "conflict/exception": "a project against all",
    "duplicate/exact": "the same words, twice",
    "duplicate/delicate": "the same words in two places",
    "duplicate/near": "nearly the same",
    "duplicate/everywhere": "said for all projects",
    "junk/boot": "an agent's instructions",
    "junk/restated": "instructions, told again",
    "junk/reasoning": "an agent thinking",
    "junk/recall": "a recalled memory, stored",
    "junk/output": "an extractor's own output",
    "junk/transient": "a moment that is over",
    "junk/cut": "half a sentence",
    "junk/trivial": "small talk",
    "junk/profile": "an invented profile",
    "junk/status": "how things stood then",
    "junk/derivable": "what the code says itself",
    "junk/empty": "says nothing by itself",
    "junk/passing": "words in passing",
    "expired/stated": "past the end it was given",
    "expired/date": "past a date in its text",
    "expired/status": "how things stood on a day",
    "expired/ttl": "past its category's time",
    "dead": "files that are gone",
    "dead/moved": "files that were renamed",
    "dead/in-code": "the code says the same",
    "dead/otherwise": "the code says otherwise",
    "fading/prune": "faded, and long unused",
    "promote/used": "used again and again",
    "promote/durable": "used for months",
    "retention": "old episodes and output",
    "budget/project": "a project with too much",
    "budget/finished": "a project that is finished",
    "budget/historical": "too much from long ago",
    "budget/cap": "more than you allow in all",
    "compact/summary": "old episodes, summed up",
    "compact/archive": "old episodes, put away",
    "learned/new": "new, from a text",
    "learned/duplicate": "known already, from a text",
    "learned/updates": "says it anew, from a text",
    "learned/merges": "adds to what is known",
    "learned/conflicts": "a text says otherwise",
    "learned/deletes": "a text says it is over",
    "learned/unconfirmed": "said once, never again",
    "learned/summary": "what a session was about",
    "learned/imported": "imported, and changed since",
    "learned/recalled": "a memory that was recalled",
    "learned/held": "added by an agent",
    "learned/asked": "an agent asks to add it",
    "learned/changed": "a linked file says otherwise",
    "learned/reworded": "a linked file says it anew",
    "learned/vanished": "gone from a linked file",
    "learned/pending": "waits in an agent's program",
    "learned/elsewhere": "changed on two machines",
    "learned/purged": "erased on another machine",
}

DONE_TO_A_FILE = {
    "learned/changed": "changed in a file",
    "learned/reworded": "reworded in a file",
    "learned/vanished": "gone from a file",
}
"""Headings of cards about what somebody did to a linked file; nothing was learned, no program proposes it."""
_HEADED = {
    **DONE_TO_A_FILE,
    "compact/archive": "put away",
    "dead/in-code": "code",
    "dead/otherwise": "code",
}


def heading_words(rule: str) -> str:
    """Return what the card of a rule is headed with: its kind, unless that says less than what happened."""
    return _HEADED.get(rule, rule.partition("/")[0])


def rule_words(rule: str) -> str:
    """Return what a rule finds, in a few words; of one that is not known here its kind and its variant.

    Of a kind that is muted in a project, both.
    """
    if sentence := _WORDS.get(rule):
        return sentence
    if in_one := kind_and_project(rule):
        return " in ".join(in_one)
    kind, _, variant = rule.partition("/")
    name = f"{kind}: {variant}" if variant else kind
    return name.replace("_", " ").replace("-", " ")


def named(rule: str) -> str:
    """Return what a rule finds with the name that commands know it by: `“half a sentence” (junk/cut)`."""
    return f"“{rule_words(rule)}” ({rule})"


LONGEST = max(map(len, _WORDS.values()))
"""Letters of the longest of them."""
