"""Texts that tell what was going on for a moment."""

import re

from memtui.review.leftovers.leftover import TRANSIENT, Leftover
from memtui.review.leftovers.phrases import BEGIN, trimmed

_AT_WORK = (
    r"(?:running|working on|debugging|waiting|building|compiling|testing|fixing|editing|reading|writing|"
    r"implementing|"
    r"refactoring|investigating|looking|checking|reviewing|installing|deploying|analy[sz]ing|exploring|in "
    r"progress|"
    r"on (?:step|task|branch)|trying|updating|adding|creating|processing|searching|blocked on|in the middle "
    r"of|halfway)"
)
_AGENT = r"(?:i|we|(?:the )?(?:agent|assistant|claude|codex|gemini|model|subagent))"
_PASSING = re.compile(
    BEGIN + r"(?:"
    r"(?:currently|right now|at the moment|now|still|presently|as of now),? "
    + _AT_WORK
    + r"\b|"
    + _AGENT
    + r"(?: am| are| is|['’]m|['’]re) (?:currently |now |still |right now |about to |going to )*"
    + _AT_WORK
    + r"\b|"
    + _AGENT
    + r"(?: am| are| is|['’]m|['’]re) (?:about|going) to \w+|"
    r"waiting (?:for|on) (?:the )?(?:user|your|instructions|input|confirmation|approval|response|reply|"
    r"further|"
    r"next)\b(?! (?:is|are)\b)|waiting (?:for|on) (?:the )?(?:\w+ )?(?:tests?|ci|build|command|pipeline|"
    r"job)(?: to\b|[.;,]|\Z)|awaiting (?:user|instructions|input|confirmation|approval|further|response)|"
    r"(?:"
    + _AGENT
    + r" )?(?:have |has |['’]ve )?just (?:opened|read|edited|ran|created|saved|finished|started|wrote|"
    r"updated|checked|fixed|committed|pushed|installed|switched|completed|added|removed|tested)\b|"
    r"next,? "
    + _AGENT
    + r"(?: will| am going to| need to| should| plan to|['’]ll)\b|next steps? ?(?::|is to|are to)|"
    r"(?:in this session|session (?:state|status|summary|progress)|current (?:state|status|task|step|focus|"
    r"activity|"
    r"progress|goal|file)) ?(?::|,| is\b| the\b| we\b| i\b)|"
    r"context (?:was|has been|is being) compacted|conversation (?:was|has been) (?:compacted|summari[sz]ed)|"
    r"the plan has \w+ (?:steps|parts|phases)|(?:step|task|phase|item) \d+ (?:of \d+ )?(?:is |was )?(?:now "
    r")?(?:done|complete|"
    r"in progress|finished|pending|next)|"
    r"(?:i|we)(?: have|['’]ve) (?:now )?(?:completed|finished|implemented|fixed|updated|made|created|added|"
    r"verified) (?:\w+ ){1,4}?"
    r"(?:tasks?|tests?|changes?|implementation|fix\w*|refactor\w*|files?|code|steps?|work|request|migration|"
    r"updates?|todos?|"
    r"functions?|feature|bugs?|issues?|review)\b|"
    r"(?:the )?task (?:is|was|has been) (?:now )?(?:complete|done|finished|in progress|pending|started)|"
    r"working (?:on|in) .{0,60}(?:; ?next|branch|right now|now\b)|todo list ?:|todos? ?: ?\[|"
    r"(?:the )?user (?:just |has just |is currently |has )?(?:opened (?:the )?file|open file|viewing|"
    r"looking at (?:the )?file|"
    r"selected (?:the )?lines?|has (?:the )?file .{0,60} open|ran (?:the )?command)|"
    r"(?:the )?(?:currently )?open (?:file|tab)s? ?(?::|is|are)|"
    r"\d+ (?:of|/) \d+ (?:files|steps|tests|tasks|items|todos) (?:are |were |have been )?(?:done|complete|"
    r"completed|"
    r"remaining|left|migrated|finished)"
    r")",
    re.IGNORECASE,
)
_UNDER_WAY = re.compile(
    r"\b(?:the )?(?:\w+ )?(?:build|tests?|test suite|deploy(?:ment)?|pipeline|migration|installation|"
    r"download|command|"
    r"ci(?: run)?|job|refactoring|rollout|upload|backfill|compilation|dev server|server|script) (?:is|are) "
    r"(?:now |still |currently )"
    r"*(?:running|in progress|being (?:run|built|deployed|installed|executed)|under ?way|pending|queued|"
    r"executing|compiling|starting)"
    r"(?: now| right now| in the background| at the moment| currently)?\s*(?:[.;,!…]|\Z|and\b)",
    re.IGNORECASE,
)
_NOW_WORDS = frozenset(
    [
        "currently",
        "right",
        "now",
        "at",
        "still",
        "presently",
        "as",
        "i",
        "we",
        "i'm",
        "i’m",
        "i've",
        "i’ve",
        "we're",
        "agent",
        "assistant",
        "the",
        "waiting",
        "awaiting",
        "just",
        "next",
        "in",
        "session",
        "current",
        "context",
        "conversation",
        "step",
        "task",
        "phase",
        "item",
        "working",
        "todo",
        "todos",
        "user",
        "open",
        "tests",
        "test",
        "build",
    ]
)
_DATED = re.compile(
    r"\b\d{4}-\d\d(?:-\d\d)?\b|\b\d{1,2}\.? (?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)|"
    r"\b(?:jan|feb|mar|apr|june?|"
    r"july?|aug|sept?|oct|nov|dec)[a-z]*\.? \d{1,4}\b|\b\d{1,2}/\d{1,2}/\d{2,4}\b|\b(?:19|20)\d\d\b",
    re.IGNORECASE,
)


def passing(text: str) -> Leftover | None:
    """Return that a text tells what was going on for a moment; one with a date in it tells history."""
    space = text.find(" ")
    first = text[: space if space > 0 else len(text)].strip("\"'“‘*_#>-,:").lower()
    match = None
    if first in _NOW_WORDS or first.isdigit():
        match = _PASSING.match(text)
    if match is None and (" is " in text or " are " in text):
        match = _UNDER_WAY.match(text) if first in _NOW_WORDS or len(text) < 90 else None
    if match is None or _DATED.search(text):
        return None
    return Leftover(TRANSIENT, *trimmed(text, match.span()), 0.75)
