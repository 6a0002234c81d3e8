"""Whether a sentence stands alone, and what to do when it does not.

A memory is read without its neighbours. The extractor asks `leaning` whether a sentence needs the one before
it; such a sentence joins it or is skipped. What a person says of themselves is put into the third person
by `of_the_user`.
"""

import re
from enum import Enum

_LEANING_START = re.compile(
    r"^(?:he|she|it|they|this|that|these|those|his|her|hers|their|theirs|its|him|them|both|neither|either|"
    r"such|"
    r"the (?:former|latter|same|reason|reasoning|argument|idea|goal|point|result|problem|issue|rest|other|"
    r"others|"
    r"change|fix|decision|scope|downside|upside|advantage|benefit|catch)|one of (?:them|these|those)|"
    r"each of them|"
    r"otherwise|instead|because|since then|then|hence|which|who|whose|where|same (?:here|for|goes)|ditto|"
    r"likewise|"
    r"to (?:fix|solve|avoid|prevent|do|achieve|address|reproduce|resolve|get around) (?:it|this|that|"
    r"them)|er|sie|es|dies|diese[rsmn]?|das (?:ist|war|heißt|bedeutet)|dadurch|damit|deshalb|daher|il|"
    r"elle|cela|"
    r"ello)\b"
    r"(?!['’]s (?:name|birthday)\b)",
    re.IGNORECASE,
)
_FRAGMENT_START = re.compile(
    r"^(?:will|won'?t|want(?:s|ed)?|says?|said|needs?|needed|plans?|should|could|would|can|can'?t|going to|"
    r"thinks?|feels?|asked|told|tight|slight|hard|soft|big|small|mostly|currently at|worth|useful|"
    r"apparently|"
    r"finds?|means|makes|keeps|gives|allows|helps|(?!during|according|regarding|concerning|including|"
    r"following|nothing|something|everything|anything|string|king|spring|bring|sterling|morning|"
    r"evening)[a-z-]+ing)\b",
    re.IGNORECASE,
)
_NO_SUBJECT = re.compile(
    r"^(?:[A-Z][a-z]+ed|Sent|Told|Said|Made|Chose|Got|Went|Met|Ran|Wrote|Took|Gave|Put|Set|Found|Spent|"
    r"Left) "
    r"(?:to|on|the|a|an|with|for|in|into|out|up|down|through|from|via|over|that|off|by|about|my|our|his|"
    r"her|their|"
    r"all|some|yes|no|it|them|us|me|him)\b"
)
_LEANING_INSIDE = re.compile(
    r"\b(?:accordingly|by then|(?<!is )(?<!are )there(?=[.,;!]|$)|the (?:former|latter|same)|as well|too|"
    r"likewise|respect (?:that|this)|(?:do|did|"
    r"does|doing|"
    r"keep|stop|start|try|tried) (?:that|this|so)\b|(?:about|with|for|by|on|to|of|from|like|than|"
    r"into) (?:it|them|him|"
    r"her|that|this|these|those)(?=[,.;!?]|$| (?:and|but|or|if|when|because|before|after|so|too|now|"
    r"again)\b)|"
    r"(?:updating|using|doing|keeping|hit|prefer\w*|chose|want\w*|like\w*|fix\w*|use\w*|need\w*) (?:it|"
    r"them|that|this)\b)",
    re.IGNORECASE,
)
_OF_IT = re.compile(
    r"^(?:i|we|my|our)\b[\w'’ ]{0,30}?\b(?:that |think |believe |find |feel )(?:it|they|he|she|this|these|"
    r"those)\b",
    re.IGNORECASE,
)
_PERSON = re.compile(r"\b(?:he|she|him|her|his|hers|himself|herself|they|them|their)\b", re.IGNORECASE)
_THING = re.compile(r"\b(?:it|its|itself)\b(?!['’]s)", re.IGNORECASE)
_ANTECEDENT = re.compile(
    r"\b(?:users?|team|teams|people|person|customers?|clients?|everyone|someone|who|developers?|"
    r"engineers?|staff|"
    r"colleagues?|manager|boss|wife|husband|company|group|members?|students?|partners?|vendors?|"
    r"[a-z]{3,}ers|[a-z]{3,}s)\b"
    r"|[A-Z][a-z]+"
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|do|does|did|will|would|can|could|should|must|may|might|"
    r"won'?t|can'?t|"
    r"don'?t|doesn'?t|isn'?t|aren'?t|wasn'?t|'s|'re|'ve|'ll|'d|'m|[a-z]{2,}ed|chose|made|went|got|"
    r"took|found|"
    r"told|said|gave|came|left|kept|held|ran|saw|knew|thought|set|put|let|cost|costs|needs?|wants?|"
    r"prefers?|uses?|"
    r"runs?|takes?|makes?|gives?|goes|comes?|keeps?|lives?|works?|works|sits|starts?|ends?|means|likes?|"
    r"reads?|writes?|"
    r"says|shows?|hat|ist|sind|war|waren|wird|werden|muss|kann|soll|haben|nutzt|läuft)\b|['’](?:s|re|ve|"
    r"ll|d|m)\b|\b[a-z]{3,}s (?:the|a|an|its|our|their|all|no|that|to)\b",
    re.IGNORECASE,
)


def has_verb(sentence: str) -> bool:
    """Say whether a sentence has what looks like a verb."""
    return _VERB.search(sentence) is not None


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
    if _NO_SUBJECT.match(sentence) is not None or _FRAGMENT_START.match(sentence) is not None:
        return Leaning.LOOSELY
    if _LEANING_INSIDE.search(sentence) is not None:
        return Leaning.LOOSELY
    return Leaning.NOT if verb or has_verb(sentence) else Leaning.LOOSELY


_DUMMY = re.compile(
    r"^(?:it(?: is| was|['’]s| remains) (?:still |not |yet )*"
    r"(?:unclear|unknown|open|undecided|clear|known|decided)|"
    r"it (?:is|was) (?:possible|important|necessary|required|forbidden|illegal|recommended|best|"
    r"better|crucial|"
    r"essential)|it (?:takes|costs) .{3,60}\bto\b|(?:this|these|that) [a-z]+(?:'s)? (?:year|month|quarter|"
    r"week|sprint|"
    r"spring|summer|autumn|fall|winter)\b|this (?:year|month|quarter|week|sprint|project|repo|repository|"
    r"codebase|machine)\b|"
    r"(?:both|either|neither) (?:[A-Z]|the)|such [a-z]+s\b.{0,30}\bas\b|that [a-z]+ \w+ )",
    re.IGNORECASE,
)


def _dangling(sentence: str) -> bool:
    """Say whether a pronoun inside points to nothing before it in the sentence."""
    for pattern, antecedent in ((_PERSON, _ANTECEDENT), (_THING, None)):
        match = pattern.search(sentence)
        if match is None:
            continue
        before = sentence[: match.start()]
        if antecedent is not None and antecedent.search(before) is None:
            return True
        if antecedent is None and len(before.split()) < 2:
            return True
    return False


_ME = {
    "i'm": "they are", "i am": "they are", "i've": "they have", "i'd": "they would", "i'll": "they will",
    "i was": "they were", "i": "they", "me": "them", "my": "their", "mine": "theirs", "myself": "themselves",
}  # fmt: skip
_INSIDE = re.compile(
    r"\b(i['’]m|i am|i['’]ve|i['’]d|i['’]ll|i was|i|me|my|mine|myself)\b(?!-)", re.IGNORECASE
)
_SUBJECT = re.compile(
    r"^(?:i['’]m|i am)\b|^i['’]ve\b|^i have\b|^i['’]d\b|^i['’]ll\b|^i was\b|^i (?:don['’]t|do not)\b|^my\b"
    r"|^i ((?:\w+ly|always|never|also|often|still|just|sometimes|rather|now|usually|no longer) )?(\w+)\b",
    re.IGNORECASE,
)
_IRREGULAR = {"have": "has", "do": "does", "go": "goes", "am": "is"}
_PAST_FORMS = (
    "was had did went chose made got took found told said gave left kept ran saw knew thought set put cost"
)
_MODAL_VERBS = "will would can could should must may might shall cannot can't won't"
_PAST = frozenset(_PAST_FORMS.split())
_MODAL = frozenset(_MODAL_VERBS.split())


def of_the_user(sentence: str) -> str:
    """Return what a user says of themselves, told of them: `I use my Mac` becomes `User uses their Mac`."""
    match = _SUBJECT.match(sentence)
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


def _third(match: re.Match[str]) -> str:
    return _ME[match[0].lower().replace("’", "'")]


def _of_third_person(verb: str) -> str:
    lower = verb.lower()
    if lower in _IRREGULAR:
        return _IRREGULAR[lower]
    if lower in _MODAL or lower in _PAST or lower.endswith("ed"):
        return verb
    if lower.endswith(("s", "x", "z", "ch", "sh", "o")):
        return verb + "es"
    if lower.endswith("y") and lower[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"
