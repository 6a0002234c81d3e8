"""Texts that tell what was going on for a moment.

Such a text begins with what it is about (an agent at work, a build, a branch) and gives no date. With a date
it would tell history. Whether the moment is over, and which memories may be about one, the junk rule says.
"""

import re

from memtui.review.leftovers.leftover import TRANSIENT, Leftover
from memtui.review.leftovers.phrases import BEGIN, trimmed

_AGENT = r"(?:i|we|(?:the )?(?:agent|assistant|claude|codex|gemini|model|subagent))"
_IS = r"(?: am| are| is|['’]m|['’]re)"
_WILL = r"(?: will|['’]ll| am going to| is going to| need to| needs to| should| plan to)"
_AT_WORK = (
    r"(?:running|working on|debugging|"
    r"waiting (?:for|on) (?:the |an? |your )?(?:\w+ )?(?:user|input|approval|confirmation|response|reply|"
    r"instructions|outputs?|results?|build|tests?|ci|job|command|deploy\w*|pipeline|download|install\w*)|"
    r"building|compiling|testing|fixing|editing|reading|writing|"
    r"implementing|refactoring|investigating|looking|checking|reviewing|installing|deploying|analy[sz]ing|"
    r"exploring|in progress|on (?:step|task|branch)|trying|updating|adding|creating|processing|searching|"
    r"blocked on|in the middle of|halfway)"
)
_WORK = (
    r"(?:tasks?|tests?|changes?|implementation|fix\w*|refactor\w*|files?|code|steps?|work|request|migration|"
    r"updates?|todos?|functions?|feature|bugs?|issues?|review)"
)
_LABOUR = (
    r"(?:look|check|update|fix|run|test|read|write|add|create|implement|continue|investigate|review|refactor|"
    r"open|try|start|begin|do|verify|search)"
)
_JOB = (
    r"(?:build|tests?|test[ -]suite|deploy(?:ment)?|pipeline|migration|installation|download|command|ci(?: "
    r"run)?|"
    r"job|refactoring|rollout|upload|backfill|compilation|dev server|server|script|import|sync|copy|"
    r"rebase|merge|bisect)"
)
_TOOL = (
    r"(?:bash|read|grep|glob|webfetch|websearch|apply_patch|shell|browser|memory_search|edit|task|pytest|"
    r"ruff|"
    r"mypy|eslint|git \w+|npm \w+|pnpm \w+|yarn \w+|pip \w+|uv \w+|cargo \w+|make \w+|docker \w+|"
    r"(?:the )?(?:tool|command|query|script|search|terminal|console|linter|compiler|editor|output|log)|"
    r"(?:command )?`[^`]+`)"
)
_NOW = r"(?: now| right now| in the background| at the moment| currently)?"

_BEGINNINGS = (
    # An agent at work
    rf"(?:currently|right now|at the moment|now|still|presently|as of now),? {_AT_WORK}\b",
    rf"{_AGENT}{_IS} (?:currently |now |still |right now |about to |going to )*{_AT_WORK}\b",
    rf"{_AGENT}{_IS} (?:about|going) to \w+",
    rf"(?:{_AGENT} )?(?:have |has |['’]ve )?just (?:opened|read|edited|ran|created|saved|finished|started|"
    rf"wrote|"
    r"updated|checked|fixed|committed|pushed|installed|switched|completed|added|removed|tested)\b",
    rf"next,? {_AGENT}{_WILL}\b",
    r"next steps? ?(?::|is to|are to)",
    rf"{_AGENT}{_WILL} {_LABOUR}\b.{{0,60}}\b(?:in a (?:moment|minute|second)|next|shortly|soon|now|after "
    rf"this)\W*\Z",
    rf"(?:i|we)(?: have|['’]ve) (?:now )?(?:completed|finished|implemented|fixed|updated|made|created|added|"
    rf"verified) "
    rf"(?:\w+ ){{1,4}}?{_WORK}\b",
    r"(?:reading|editing|opening|inspecting|checking|viewing|searching|testing|updating|fixing) (?:the "
    r"(?:file )?)?"
    r"`?[\w~-]*[./][\w./~-]*`? to (?:understand|see|check|find|fix|verify|look|confirm|figure|learn)\b",
    r"working (?:on|in) .{0,60}(?:; ?next|branch|right now|now\b)",
    # Waiting
    r"(?:waiting (?:for|on)|awaiting) (?:the )?(?:user|your|instructions|input|confirmation|approval|"
    r"response|reply|"
    r"further|next)\b(?! (?:is|are)\b)",
    rf"waiting (?:for|on) (?:the )?(?:\w+ )?{_JOB}(?: to\b|[.;,]|\Z)",
    # Where a session or a plan stands
    r"(?:in this session|session (?:state|status|summary|progress)|current (?:state|status|task|step|focus|"
    r"activity|progress|goal|file)) ?(?::|,| is\b| the\b| we\b| i\b)",
    r"(?:the )?(?:context|conversation|session) (?:was|has been|is being) (?:compacted|summari[sz]ed)",
    r"context (?:window |usage )?(?:is |usage )?(?:at |nearly |almost )?(?:\d+ ?(?:%|percent)|full)",
    r"the plan has \w+ (?:steps|parts|phases)",
    r"(?:step|task|phase|item) \d+ (?:of \d+ )?(?:is |was )?(?:now )?(?:done|complete|in progress|finished|"
    r"pending|next)",
    r"(?:the )?task (?:is|was|has been) (?:now )?(?:complete|done|finished|in progress|pending|started)",
    r"\d+ (?:of|/) \d+ (?:files|steps|tests|tasks|items|todos) (?:are |were |have been )?(?:done|completed?|"
    r"remaining|"
    r"left|migrated|finished)",
    r"todo list ?:|todos? ?: ?\[",
    # What a person has in front of them
    r"(?:the )?user (?:just |has just |is currently |is now |is |has )?(?:opened (?:the )?file|viewing|"
    r"selected (?:the )?lines?|"
    r"looking at (?:(?:the )?file|.{0,50} right now)|ran (?:the )?command|(?:the )?file .{0,60} open)",
    r"(?:the )?(?:currently )?open (?:file|tab)s? ?(?::|is|are)",
    # What programs said
    rf"{_TOOL} (?:returned|took|printed|exited|passed|failed|finished|produced|found|gave|shows?|showed|says|"
    rf"lists|"
    r"listed|reported|reports|added|installed|completed) (?:\d|no \w+|with (?:code|error|exit))",
    rf"(?:the )?{_JOB} #?\d+ (?:has )?(?:failed|passed|succeeded|finished|completed)"
    r"(?:\W*\Z| with (?:exit )?(?:code|status)| (?:in|after) \d)",
    rf"(?:the )?(?:\w+ )?{_JOB}(?: (?:in|of|for|on) [\w./-]+)? (?:is|are) (?:now |still |currently "
    rf")*(?:running|in progress|"
    rf"being (?:run|built|deployed|installed|executed)|under ?way|pending|queued|executing|compiling|"
    rf"starting){_NOW}"
    r"\s*(?:[.;,!…]|\Z|and\b)",
    rf"(?:the )?(?:\w+ )?{_JOB} (?:is|are) (?:now |still |currently )*(?:up|back up|down)(?: and "
    rf"running)?(?: on| at|{_NOW}\W*\Z)",
    rf"(?:the )?{_JOB} (?:of .{{0,60}} )?is (?:now )?(?:at )?\d+ ?(?:%|percent)(?: done| complete| "
    rf"finished)?\W*\Z",
    r"(?:the )?branch \S+ is (?:currently |now )?checked out",
    rf"(?:the )?(?:\w+ )?{_JOB} (?:is|are) (?:now |still |currently )*running .{{0,60}}\b(?:pid \d|in the "
    r"background|background process)",
    rf"(?:the )?{_JOB} (?:in progress|running|pending|queued|under way)(?=[,.;:]|\Z| on )",
    rf"(?:the )?{_JOB} (?:have |has )?just (?:finished|passed|failed|started|completed)\b",
    r"(?:the )?(?:dev )?server (?:re)?(?:started|stopped)(?:, watching| and (?:is )?watching|\W*\Z)",
    r"(?:the )?pr (?:#\d+ )?is (?:open |ready |up )?(?:and )?(?:waiting|awaiting)\b",
    r"(?:\w+ )?(?:subagents?|background (?:jobs?|tasks?|processes)) (?:is|are) (?:still |now )?running\b",
    r"(?:the )?(?:terminal|screen|console|editor|browser|page) .{0,60}\b(?:right now|at the moment)\W*\Z",
    r"remaining (?:work|steps|tasks|todos|items) ?:",
    r"inbox checked\b|checked the inbox\b",
    r"we(?: are|['’]re) (?:now )?(?:at|on) step \d",
    rf"(?:the )?{_JOB} (?:is|are) (?:still|now|currently|again) (?:red|green|failing|stuck|hanging)\b",
    r"the (?:last|previous|latest) (?:command|run|build|test|request|tool call) (?:exited|failed|passed|"
    r"returned|"
    r"finished|succeeded)\b(?!.*\b(?:because|due to|since|unless|when|if)\b)",
    # What a person does just now
    rf"(?:the )?user is (?:currently |now |still )*(?:running (?:the |an? )?(?:\w+ )?{_JOB}\b|"
    rf"waiting (?:for|on) (?:the |an? )?(?:\w+ )?{_JOB}\b|debugging|(?:typing|online|offline|idle|afk)\W*\Z|"
    rf".{{0,60}}\b(?:right now|at the moment)\W*\Z)",
    r"(?:the )?user (?:has )?(?:approved|accepted|rejected|confirmed) (?:the |this |my |your )?(?:plan|"
    r"changes?|"
    r"edits?|command|tool (?:use|call)|request|suggestion|diff)\W*\Z",
    r"(?:the )?user (?:sent|wrote|posted) (?:an?|the|another) message (?:at|on)\b",
    r"(?:the )?(?:conversation|session|chat) (?:started|began|ended) (?:at|on)\b",
    # What a look around showed
    r"there (?:are|is) (?:\d+|an?|some|several) (?:uncommitted|unstaged|untracked|unpushed) ",
    r"(?:\w+ )?tests? (?:is|are) still failing\b",
    r"git status ?:",
    r"gateway status ?:|heartbeat (?:ran|at|of) |cron job \w+ ran at|last heartbeat\b",
    r"nothing (?:new|urgent|to report|has changed) (?:since|in|at|for|today)\b",
    r"no (?:new|urgent|unread|pending) (?:e-?mails?|messages?|notifications?|alerts?|events?)"
    r"(?=\W*\Z| in | at | since | right )",
    r"battery (?:is |level )?(?:at |: ?)\d+ ?(?:%|percent)",
    rf"todo ?: (?:finish|fix|continue|complete|clean up) (?:\w+ ){{0,3}}{_WORK}\b",
    r"about to (?:push|run|commit|start|merge|deploy|edit|write|open|create|test)\b",
    r"(?:downloading|uploading|installing|compiling|indexing|cloning) .{0,60}\b(?:left|remaining|to go|"
    r"\d+ ?%)\W*\Z",
    r"working (?:on|through) (?:step|task|item|part|phase) \d",
)
_PASSING = re.compile(BEGIN + "(?:" + "|".join(_BEGINNINGS) + ")", re.IGNORECASE)
_FIRSTS = """
    currently right now at still presently as i we i'm i’m i've i’ve i'll i’ll we're we'll agent
    assistant claude codex gemini the waiting awaiting just next in session current context conversation
    step task phase item working todo todos user open tests test build reading editing opening
    inspecting checking viewing searching testing updating fixing bash read grep glob webfetch websearch
    apply_patch shell browser memory_search edit pytest ruff mypy eslint git npm pnpm yarn pip uv cargo
    make docker command deploy deployment pipeline migration installation download ci job upload
    backfill import sync copy branch dev server script there gateway cron heartbeat last nothing no battery
    some several all terminal screen console browser page remaining
    inbox checked pr two three four several one background
    subagent subagents rebase merge bisect
    about downloading uploading installing compiling indexing cloning chat
"""
_FIRST = frozenset(_FIRSTS.split())
_DATED = re.compile(
    r"\b(?:19|20)\d\d\b|\b\d{1,2}\.? (?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)|"
    r"\b\d{1,2}/\d{1,2}/\d{2,4}\b|"
    r"\b(?:jan|feb|mar|apr|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.? \d{1,4}\b",
    re.IGNORECASE,
)


def passing(text: str) -> Leftover | None:
    """Return a leftover for a text that tells what was going on for a moment, or None."""
    space = text.find(" ")
    first = text[: space if space > 0 else len(text)].strip("\"'“‘*_#>-,:").lower()
    if first not in _FIRST and first[:1] != "`" and not first.isdigit():
        return None
    match = _PASSING.match(text)
    if match is None or _DATED.search(text):
        return None
    return Leftover(TRANSIENT, *trimmed(text, match.span()), 0.75)
