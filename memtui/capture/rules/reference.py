"""Whether a sentence stands alone, and what to do when it does not.

A memory is read without its neighbours. The extractor asks `leaning` whether a sentence needs the one before
it; such a sentence joins it or is skipped. What a person says of themselves is put into the third person
by `of_the_user`.
"""

import re
from enum import Enum
from pathlib import Path

from memtui.capture.rules.verbs import has_verb, is_an_order
from memtui.capture.worth.orders import main_clause
from memtui.phrases import lists_in, phrases_in

_PHRASES = phrases_in(Path(__file__).with_name("reference.toml"))
_LEANING_START = _PHRASES["leaning_start"].pattern
_FRAGMENT_START = _PHRASES["fragment_start"].pattern
_NO_SUBJECT = _PHRASES["no_subject"].pattern
_LEANING_INSIDE = _PHRASES["leaning_inside"].pattern
_IT_FIRST = _PHRASES["it_first"].pattern
_OF_IT = _PHRASES["of_it"].pattern
_PERSON = _PHRASES["person"].pattern
_OF_ANOTHER = _PHRASES["of_another"].pattern
_THING = _PHRASES["thing"].pattern
_ANTECEDENT = _PHRASES["antecedent"].pattern
_OWN_SUBJECT = _PHRASES["own_subject"].pattern
_VERB_FIRST = _PHRASES["verb_first"].pattern
_DUMMY = _PHRASES["dummy"].pattern
_INSIDE = _PHRASES["first_person"].pattern
_LETS_US = _PHRASES["lets_us"].pattern
_PLACE_OF = _PHRASES["place_of"].pattern
_TIME_FIRST = _PHRASES["time_first"].pattern
_SUBORDINATE = _PHRASES["subordinate"].pattern
_FORBIDS = _PHRASES["forbids"].pattern
_ITS_VERB_FIRST = _PHRASES["its_verb_first"].pattern
_POINTS_AT_END = _PHRASES["points_at_end"].pattern
_INSTEAD = _PHRASES["instead"].pattern
_RULE_BEHIND = _PHRASES["rule_behind"].pattern
_LABEL = re.compile(r"[^\W\d_][\w ]{1,30}: ")
_CAPITAL = re.compile(r"\b[^\W\d_a-zß-öø-ÿ][\w'’-]*")
_FEWEST_PERSONS = 2
"""Those that a sentence names before it says `from her`: who does it, and who she is."""
_FEWEST_OF_A_RULE = 4
"""Words of a rule that stands alone."""


class Leaning(Enum):
    """How much a sentence needs the one before it."""

    NOT = 0
    LOOSELY = 1
    """It reads better behind it: a fragment, a sentence without subject, an aside to it."""
    FIRMLY = 2
    """It begins with a pronoun, or holds one, that points to it."""


def leaning(sentence: str, *, verb: bool = False) -> Leaning:
    """Say how much a sentence needs the one before it; `verb` when it is known to have one."""
    if _DUMMY.match(sentence) is not None:
        return Leaning.NOT
    if _LEANING_START.match(sentence) is not None:
        return Leaning.FIRMLY
    if _OF_IT.match(sentence) is not None or _dangling(sentence):
        return Leaning.FIRMLY
    if any(form.match(sentence) for form in (_NO_SUBJECT, _FRAGMENT_START, _PLACE_OF, _ITS_VERB_FIRST)):
        return Leaning.LOOSELY
    if _points_out_of(sentence) or (_VERB_FIRST.match(sentence) and lacks_subject(sentence)):
        return Leaning.LOOSELY
    return Leaning.NOT if verb or has_verb(sentence) else Leaning.LOOSELY


def lacks_subject(sentence: str) -> bool:
    """Say whether a sentence names nobody and nothing that it is about: `Max 50 requests a second`."""
    if _NO_SUBJECT.match(sentence) is not None or _PLACE_OF.match(sentence) is not None:
        return True
    label = _LABEL.match(sentence)
    if (
        does_unnamed(sentence)
        or is_an_order(sentence)
        or (label is not None and points_back(sentence[label.end() :]))
    ):
        return True
    if not has_verb(sentence):
        return _OWN_SUBJECT.match(sentence) is None
    verb = _VERB_FIRST.match(sentence)
    return verb is not None and (verb["object"] is not None or not has_verb(sentence[verb.end() :]))


def lacks_its_day(sentence: str) -> bool:
    """Say whether a sentence begins with a time of one day, and does not say of which."""
    return _TIME_FIRST.match(sentence) is not None


def rule_behind(sentence: str) -> str:
    """Return the rule behind an order in the same sentence, else an empty text: `ship it, but never …`."""
    joint = _RULE_BEHIND.search(sentence)
    rule = sentence[joint.end() :] if joint is not None else ""
    alone = len(rule.split()) >= _FEWEST_OF_A_RULE and leaning(rule, verb=True) is Leaning.NOT
    return rule if alone and not (_THING.search(rule) or _PERSON.search(rule)) else ""


def says_what_instead(sentence: str, before: str) -> bool:
    """Say whether a sentence only names what takes the place of what the one before it rules out."""
    return _INSTEAD.match(sentence) is not None and _FORBIDS.search(before) is not None


def does_unnamed(sentence: str) -> bool:
    """Say whether a sentence begins with what something does, and does not say what: `Goes to the office`."""
    return _ITS_VERB_FIRST.match(sentence) is not None


def names_by_pronoun(sentence: str) -> bool:
    """Say whether somebody or something in a sentence has no other name there than a pronoun: `from him`."""
    return _PERSON.search(sentence) is not None or _POINTS_AT_END.search(sentence) is not None


def begins_with_it(sentence: str) -> bool:
    """Say whether a sentence begins with a pronoun for a thing: `It allows 50 requests a second`."""
    return _IT_FIRST.match(sentence) is not None


def points_back(sentence: str) -> bool:
    """Say whether a sentence begins with a word for what was named before: `These boards`, `It`, `This`."""
    return _DUMMY.match(sentence) is None and _LEANING_START.match(sentence) is not None


def _points_out_of(sentence: str) -> bool:
    """Say whether a word inside points to what was said before; that of a comment points to its clause."""
    word = _LEANING_INSIDE.search(main_clause(sentence))
    if word is None:
        return False
    main = sentence[: max(sentence.rfind(sign, 0, word.start()) for sign in (", ", "; ")) + 1]
    states = len(main.split()) >= _FEWEST_OF_A_RULE and has_verb(main) and not _SUBORDINATE.match(main)
    return not states or leaning(main) is not Leaning.NOT


def _dangling(sentence: str) -> bool:
    """Say whether a pronoun inside points to nothing before it in the sentence."""
    another = _OF_ANOTHER.search(sentence)
    if another is not None and len(_CAPITAL.findall(sentence[: another.start()])) < _FEWEST_PERSONS:
        return True
    for pattern, antecedent in ((_PERSON, _ANTECEDENT), (_THING, None)):
        match = pattern.search(sentence)
        if match is None:
            continue
        before = _LETS_US.sub("", sentence[: match.start()])
        if antecedent is not None and antecedent.search(before) is None:
            return True
        if antecedent is None and len(before.split()) < 2:
            return True
    return False


_ME = {
    "i'm": "they are", "i am": "they are", "i've": "they have", "i'd": "they would", "i'll": "they will",
    "i was": "they were", "i": "they", "me": "them", "my": "their", "mine": "theirs", "myself": "themselves",
}  # fmt: skip
_SUBJECT = _PHRASES["subject"].pattern
_MY_CLAUSE = re.compile(r"[,;:–—] (?=i(?:['’]\w{1,2})?\b)", re.IGNORECASE)
"""What stands before a clause in which a person goes on about themselves."""
_OPENED = re.compile(
    r"(?:in|for|at|on|with|during|under|by) (?:\w+ ){1,3}(?=i(?:['’]\w{1,2})?\b)", re.IGNORECASE
)
"""What opens a sentence in which a person then speaks of themselves: `In general I want`."""
_MINE = re.compile(r"\b(?:me|my)\b", re.IGNORECASE)
_IRREGULAR = {
    "have": "has", "do": "does", "go": "goes", "am": "is", "don't": "doesn't", "haven't": "hasn't",
}  # fmt: skip
_VERBS = lists_in(Path(__file__).parents[1] / "words.toml", "verbs")
_PAST = frozenset(_VERBS["past"].words)
_MODAL = frozenset(_VERBS["modal"].words)


def of_the_user(sentence: str) -> str:
    """Return what a user says of themselves, told of them: `I use my Mac` becomes `User uses their Mac`.

    What they order stays as they say it, with its comment: `Never push for me, I do that at night`.
    """
    if main_clause(sentence) != sentence:
        return sentence
    match = _SUBJECT.match(sentence)
    mine = (_OPENED.match(sentence) or _MY_CLAUSE.search(sentence)) if match is None else None
    if mine is not None:
        first = of_the_user(sentence[: mine.end()])
        return f"{first}{of_the_user(sentence[mine.end() :]).replace('User', 'the user', 1)}"
    if match is None:
        return (
            _INSIDE.sub(_third, sentence) if re.search(r"\b(?:i|my)\b", sentence, re.IGNORECASE) else sentence
        )
    head = match[0].lower().replace("’", "'")
    starts = {
        "i'm": "User is", "i am": "User is", "i've": "User has", "i have": "User has", "i'd": "User would",
        "i'll": "User will", "i was": "User was", "i don't": "User does not", "i do not": "User does not",
        "my": "User's",
    }  # fmt: skip
    start = starts.get(head)
    if start is None:
        verb = match[2]
        start = f"User {match[1] or ''}{_of_third_person(verb)}"
    return start + _INSIDE.sub(_third, sentence[match.end() :])


def told_of(sentence: str, name: str) -> str | None:
    """Return what a person says with their name for `me` and `my`; None where they say `I`, or neither."""
    told = _MINE.sub(lambda match: f"{name}'s" if match[0].lower() == "my" else name, sentence)
    return None if told == sentence or _INSIDE.search(told) else told


def _third(match: re.Match[str]) -> str:
    return _ME[match[0].lower().replace("’", "'")]


def _of_third_person(verb: str) -> str:
    lower = verb.lower().replace("’", "'")
    if lower in _IRREGULAR:
        return _IRREGULAR[lower]
    if lower in _MODAL or lower in _PAST or lower.endswith(("ed", "n't")):
        return verb
    if lower.endswith(("s", "x", "z", "ch", "sh", "o")):
        return verb + "es"
    if lower.endswith("y") and lower[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"
