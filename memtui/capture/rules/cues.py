"""The signs by which a sentence is worth remembering, and what kind of statement they make it.

One record for each kind: how a memory of it is filed, how important it is, and the patterns that show it.
A sentence may show several kinds; the first in `KINDS` wins, so the order is from specific to general.
The patterns name how people speak of decisions, limits and so on, never what they speak about.
"""

import re
from dataclasses import dataclass
from functools import cached_property

from memtui.domain.memory import MemoryType


@dataclass(frozen=True)
class Kind:
    """One kind of statement."""

    name: str
    said: str
    """What it is called in the reason a person reads: `a decision`."""
    importance: float
    categories: tuple[str, ...]
    pattern: str
    type: MemoryType = MemoryType.SEMANTIC
    headings: str = ""
    """Words of a heading whose items are of this kind."""

    @cached_property
    def regex(self) -> re.Pattern[str]:
        """The compiled pattern."""
        return re.compile(self.pattern, re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Cue:
    """The sign that a sentence shows."""

    kind: Kind
    words: str
    """The words that showed it, as they stand in the sentence; the heading's when it was that."""
    importance: float


_NUMBER = r"(?:\d[\d,.]*|two|three|four|five|six|seven|eight|nine|ten|twelve|dozen|hundred)"
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|januar|februar|märz|mai|juni|juli|oktober|dezember)"
)
_DATE = (
    rf"(?:{_MONTH}\.?\s+\d{{1,2}}|\d{{1,2}}\.?\s+{_MONTH}|\d{{4}}-\d\d-\d\d|"
    rf"\d{{1,2}}\.\d{{1,2}}\.\d{{4}})"
)

KINDS = (
    Kind(
        "question",
        "an open question",
        0.45,
        ("observation", "question"),
        r"\bopen (?:question|issue|point)s?\b|\b(?:still )?(?:to be|needs? to be|remains? to be|yet to be) "
        r"(?:decided|determined|clarified|resolved|settled|confirmed)\b|\bTBD\b|\b(?:is|are|it'?s|"
        r"remains?) (?:still )?"
        r"(?:unclear|undecided|unresolved|unknown|an? open)\b|\bwe (?:still )?(?:don'?t|do not) know\b|"
        r"\b(?:still )?need(?:s|ed)? to (?:decide|figure out|find out|clarify|determine)\b|\boffene frage|"
        r"\bnoch (?:offen|unklar|zu klären)\b|\bhaven'?t (?:yet )?decided\b|\bnot (?:yet )?decided\b",
        headings=r"open (?:questions?|issues?|points?)|questions|unresolved|offene (?:fragen|punkte)|"
        r"unknowns",
    ),
    Kind(
        "preference",
        "a preference",
        0.65,
        ("preference",),
        r"\b(?:strongly |really |generally |always |still |much )?prefer(?:s|red|ring|ence|ences)?\b|"
        r"\bfavou?rs?\b|"
        r"\bfavou?rites?\b|\bwould rather\b|\b(?:i|we|he|she|they)'d rather\b|\brather (?:than|"
        r"not)\b.{0,40}\bplease\b|"
        r"\b(?:(?-i:[A-Z])\w+|i|we|he|she|they|users?|team|everyone|who) (?:\w+ly |also |still )?(?:likes?|"
        r"loves?|enjoys?|hates?|dislikes?|can'?t stand|detests?|is fond of|is partial to|"
        r"insists? on|"
        r"is allergic to|swears? by)\b(?! (?:that|this|it|to see)\b)|"
        r"\b(?:wants?|would like|asked|asks|told|expects?)\b (?:me|us|you|the (?:user|assistant|agent|"
        r"team)|everyone|"
        r"(?-i:[A-Z])\w+) (?:not )?to\b|\bplease (?:always|never|don'?t|do not|use|avoid|keep|stop)\b|"
        r"\b(?:bevorzug\w+|lieber|am liebsten|mag (?:keine?n?|lieber)|möchte(?:n|st)? (?:lieber|keine?n?)|"
        r"préfèr\w+|"
        r"prefier\w+)\b",
        headings=r"preferences?|likes|dislikes|style|vorlieben",
    ),
    Kind(
        "decision",
        "a decision",
        0.7,
        ("decision",),
        r"\b(?:decided|decides|deciding|decision (?:made|is|was|to|on|for)|chose|chosen|opted|"
        r"settled (?:on|for)|"
        r"agreed|agreement|went with|go(?:ing)? with|stick(?:ing)? with|picked|selected|recommends?|"
        r"recommended|"
        r"approved|signed off on|rejected|ruled out|vetoed|voted|resolved to|concluded|conclusion|"
        r"adopt(?:s|ed|ing)?|"
        r"standardi[sz]e[ds]? on|standardi[sz]ing on|commit(?:ted)? to using|deprecat(?:e|ed|ing)|"
        r"sunset(?:ting)?|"
        r"replac(?:e|es|ed|ing)\b.{1,60}\b(?:with|by)|migrat(?:e|es|ed|ing)\b.{0,60}\bto|"
        r"switch(?:ed|es|ing)?\b.{0,80}?\b(?:to|from|over)|mov(?:e|ed|ing)\b.{0,40}\b(?:away from|over to)|"
        r"no (?:more|longer)|from now on|going forward|instead of|in favou?r of|scrapp(?:ed|ing)|"
        r"(?:delay|postpone|defer|cancel)(?:s|ed|ing)?\b|reserved for|the plan is|we(?:'re| are) (?:using|"
        r"keeping|"
        r"dropping|building)|will (?:use|keep|adopt|drop|replace|stay with|be (?:replaced|migrated|moved|"
        r"removed)))\b|"
        r"\b(?:(?:hat|haben) (?:sich|uns) (?:für|gegen)\b|entschieden|entschied|beschlossen|einigten|"
        r"wir nehmen|"
        r"ab sofort|décidé|choisi|decidi(?:do|ó|mos)|elegi(?:do|mos))\b",
        headings=r"decisions?|decided|resolutions?|conclusions?|outcomes?|agreements?|beschlüsse|"
        r"entscheidungen",
    ),
    Kind(
        "constraint",
        "a constraint",
        0.75,
        ("finding", "constraint"),
        r"\b(?:must(?:n'?t| not)?|shall(?: not)?|have to|has to|required (?:to|by|for)|requires?|"
        r"requirement|mandatory|"
        r"prohibited|forbidden|not allowed|isn'?t allowed|aren'?t allowed|not permitted|may not|"
        r"only allowed|"
        r"needs? to (?:be|stay|remain|happen|run|support|comply)|at (?:most|least) \d|no (?:more|less|"
        r"later|fewer) than|"
        r"limit(?:ed)? (?:is|of|to)|cap(?:ped)? (?:is|of|at)|deadline|hard limit|compliance|comply|"
        r"non-negotiable|by law|(?:never|always) (?=[a-z])|under no circumstances|cannot exceed|"
        r"can'?t exceed|"
        r"won'?t accept|only (?:works?|valid|effective|available|supports?|if|when|after|on|for|runs?))\b|"
        r"\b(?:muss|müssen|darf (?:nicht|nur|kein\w*)|dürfen (?:nicht|nur|kein\w*)|zwingend|"
        r"vorgeschrieben|doit|doivent|"
        r"debe|deben)\b",
        headings=r"constraints?|requirements?|rules|limits?|must[- ]haves?|guidelines|conventions|"
        r"anforderungen|regeln",
    ),
    Kind(
        "gotcha",
        "a gotcha",
        0.65,
        ("gotcha",),
        r"\b(?:gotcha|pitfall|caveat|beware|watch out|careful|workaround|known (?:issue|bug|problem)|flaky|"
        r"(?:don'?t|do not|never) (?:forget|use|run|call|rely|assume|edit|commit|touch|mix)\b|make sure|"
        r"remember to|"
        r"fails? (?:when|if|unless|on|with|because|silently)|breaks? (?:when|if|unless|on|the)|"
        r"crash(?:es)? (?:when|if|on|during)|(?:does|do)n'?t (?:work|handle|support)|does not (?:work|"
        r"handle|"
        r"support)|"
        r"not supported|unsupported|silently|deadlocks?|race condition|leaks?|regress(?:ed|es)|"
        r"otherwise\b.{0,60}\b(?:fail|break|hang|lose)|blocking|blocked by|turned out)\b",
        headings=r"gotchas?|pitfalls?|caveats?|lessons(?: learned)?|warnings?|known issues|risks?|learnings?|"
        r"notes? to self",
    ),
    Kind(
        "identity",
        "who someone is",
        0.7,
        ("identity",),
        r"\bmy name(?:['’]s| is)\b|\bi(?:['’]m| am) (?-i:[A-Z])[a-z]+|\bname is\b|\b(?:is|are|am) called\b|"
        r"\bwork(?:s|ed|ing)? (?:at|for|as|with) (?:an? |the )?(?-i:[A-Z])|"
        r"\bworks? (?:at|for|as (?:an?|the))\b|\blives? in\b|"
        r"\bborn (?:in|on)\b|"
        r"\b(?:is|am|was|as) (?:the|a|an|our|their|his|her|my)\s+(?:\w+[ -]){0,3}(?:lead|manager|engineer|"
        r"developer|"
        r"director|head|owner|founder|cto|ceo|cfo|coo|designer|architect|maintainer|contact|editor|author|"
        r"coordinator|"
        r"consultant|analyst|scientist|researcher|teacher|doctor|nurse|lawyer|accountant|student|"
        r"intern|"
        r"colleague|boss|wife|husband|partner|son|daughter|brother|sister|mother|father|officer|"
        r"administrator|president"
        r"|chair|treasurer|doctor|dentist|landlord|tutor|coach)\b|\b(?:reports to|is responsible for|"
        r"is in charge of|owns|"
        r"leads|heads|manages|maintains|runs) (?:the|our|all|its|(?-i:[A-Z]))|\b(?:pronouns are|birthday|"
        r"time ?zone is|"
        r"speaks (?:(?-i:[A-Z])|fluent)|email(?: address)? is|phone number)\b|\bheiß(?:t|e)\b|"
        r"\barbeite(?:t|n)? (?:bei|als)\b|\bich bin (?-i:[A-Z])|\bmein name ist\b|"
        r"\bje m['’]appelle\b|\b(?:travaille|travailles) (?:chez|pour|comme)\b|"
        r"\b(?:me llamo|mi nombre es|trabajo (?:en|para|como)|trabaja (?:en|para|como))\b|"
        r"私の名前は|と申します|で働いてい|我叫|我的名字|我在.{1,20}工作",
    ),
    Kind(
        "commitment",
        "a commitment",
        0.55,
        ("project_status", "commitment"),
        r"\b(?:promised|promises|promising|commit(?:s|ted|ting|ment)?(?! (?:[0-9a-f]{7}|message|hash)) to|"
        r"pledged|vowed|"
        r"guarantee[ds]?|agreed to|offered to|volunteered|signed up|on the hook for|owe[sd]?|assigned to|"
        r"(?:i|we|he|she|they)(?:'ll| will| am going to|'m going to|'re going to| are going to)|"
        r"will (?:[a-z]+ly )?(?:send|deliver|provide|share|review|finish|prepare|attend|run|write|ship|"
        r"fix|start|begin|"
        r"handle|draft|update|present|organi[sz]e|schedule|follow up|take|meet|join|complete|release|"
        r"publish)|"
        r"(?:plan(?:s|ned|ning)?|intends?|aims?|scheduled|expects?|hopes?) to|"
        r"(?:i|we)'ve (?:committed|promised|agreed)|action item|todo|to-do|next steps?|follow[- ]up)\b|"
        r"\b(?:wird|werden|werde) .{3,80}(?:en|ern)\b(?=[.!]|$)|\bverspr(?:ach|ochen)\b",
        type=MemoryType.EPISODIC,
        headings=r"action items?|actions|next steps?|to-?dos?|tasks|commitments?|follow[- ]ups?|aufgaben",
    ),
    Kind(
        "deadline",
        "a date",
        0.55,
        ("finding",),
        rf"\b(?:deadline|due(?! to)|launch|release|meeting|review|appointment|conference|"
        rf"starts?|begins?|ends?|"
        rf"expires?|renews?|scheduled|planned|until|by|before|since|on|from|takes place|frist|termin|ab|"
        rf"bis|am)\b"
        rf"[^.]{{0,60}}\b{_DATE}|\b{_DATE}\b[^.]{{0,40}}\b(?:deadline|cut-?off|release|launch|meeting)|"
        rf"\b(?:is|was|are|falls) (?:on |due )?{_DATE}|\b(?:deadline|due date|cut-?off)\b",
        headings=r"dates?|deadlines?|schedule|timeline|milestones?|termine",
    ),
    Kind(
        "cause",
        "a cause",
        0.55,
        ("finding",),
        r"\b(?:because|due to|caused by|the (?:root )?cause|root[- ]caused?|reason (?:is|was|for|why|"
        r"being)|reasoning|"
        r"as a result|results? (?:in|from)|leads? to|led to|stems? from|thanks to|owing to|which (?:means|"
        r"is why|makes|"
        r"explains)|so that|therefore|hence|makes? it (?:possible|impossible|easier|harder)|"
        r"traced (?:it )?(?:back )?to|"
        r"(?:that|this) is why|the fix (?:is|was|turned)|fixed by|solved by)\b|\b(?:weil|wegen|aufgrund|"
        r"deshalb|"
        r"ursache|parce que|porque)\b",
        headings=r"(?:root )?causes?|reasons?|rationale|why|diagnosis|ursachen?",
    ),
    Kind(
        "finding",
        "a finding",
        0.55,
        ("finding",),
        r"\b(?:confirmed|verified|discovered|found (?:that|out|a|an|the)|it turns out|turns? out|learned|"
        r"realised|"
        r"realized|noticed|measured|observed|showed|shows that|proved|revealed|established|determined|"
        r"according to|"
        r"fact|facts|flagged|reported|the (?:data|results?|benchmarks?|tests?|logs?|records?) (?:show|say|"
        r"suggest|"
        r"indicate|confirm)s?|says? that|worth (?:knowing|noting|remembering|filing)|"
        r"useful to know|"
        r"keep in mind|good to know|fyi|important(?:ly)?|note that|naturally|typically|by default)\b|"
        r"\b(?:festgestellt|gefunden|herausgefunden|ergab|zeigt|standardmäßig)\b",
        headings=r"findings?|facts?|key (?:facts?|points?|findings?|takeaways?)|takeaways?|results?|summary|"
        r"background|context|discoveries|what we (?:know|learned)|insights?|erkenntnisse|ergebnisse|fakten",
    ),
    Kind(
        "opinion",
        "an opinion",
        0.4,
        ("observation", "opinion"),
        r"\b(?:i|we) (?:\w+ly )?(?:think|believe|feel|suspect|doubt|find|consider|guess|reckon|suppose|"
        r"worry|fear)\b|"
        r"\bi(?:'m| am) (?:\w+ly )?(?:skeptical|sceptical|convinced|worried|confident|unsure|inclined|"
        r"in favou?r)\b|"
        r"\bmy (?:take|view|read|opinion|sense|hunch|impression|bet)\b|\bin my (?:opinion|view|"
        r"experience)\b|\bimho\b|"
        r"\b(?:overrated|underrated|overkill|overhyped|oversold|worth (?:it|the|doing|trying)|not worth|"
        r"the right (?:choice|call|approach|tool|one)|the wrong|a mistake|better (?:off|than|fit|"
        r"choice)|"
        r"too (?:slow|complex|noisy|expensive|risky|early|late|hard)|should (?:be|have|never|not|always|"
        r"probably)|"
        r"ought to|deserves?)\b|\b(?:meiner meinung nach|ich (?:finde|glaube|denke|halte))\b",
        headings=r"opinions?|views?|thoughts|assessment|impressions?|meinungen",
    ),
    Kind(
        "procedure",
        "how something is done",
        0.55,
        ("finding", "procedure"),
        r"^(?:to|in order to) [a-z]+\b[^,]{2,80}, (?:you |we |first |just |simply )?[a-z]+\b|"
        r"\b(?:before|after) (?:[a-z]+ing|every|each|the|a)\b[^,]{2,60}, (?:always |first |you )?(?:run|"
        r"check|tag|wait|"
        r"build|use|set|call|restart|update|deploy)\b|\bhow to\b|\bstep \d|\bthe (?:procedure|process|"
        r"workflow) is\b|"
        r"\b(?:releases?|deploys?|deployments?|builds?): [a-z]",
        type=MemoryType.PROCEDURAL,
        headings=r"how[- ]?to|steps|procedures?|process|workflow|instructions|runbook|ablauf",
    ),
    Kind(
        "quantity",
        "a figure",
        0.5,
        ("finding",),
        rf"(?:[$€£¥]\s?\d|\d\s?(?:%|percent|prozent|€|dollars?|euros?|usd|eur|gbp)|\b{_NUMBER}\s?-?(?:°|"
        rf"k\b|m\b|gb|mb|kb|"
        rf"tb|ms\b|seconds?|minutes?|hours?|days?|weeks?|months?|years?|quarters?|users?|customers?|people|"
        rf"employees|"
        rf"requests?|rows?|records?|tokens?|nodes?|cores?|servers?|replicas?|instances?|tables?|pages?|"
        rf"files?|times|km|"
        rf"meters?|metres?|kg|lbs?|miles|acres|hectares|tage|wochen|monate|jahre|stunden|minuten|nutzer)\b|"
        rf"\bversion \d|\bv\d+\.\d|\b(?:port|room|floor|extension|build) \d|\b\d+(?:\.\d+)? ?x\b|"
        rf"\b(?-i:[A-Z])\w+ \d+(?:\.\d+)+\b)",
        headings=r"numbers|figures|metrics|costs?|budget|measurements?|benchmarks?|zahlen|kosten",
    ),
    Kind(
        "event",
        "an event",
        0.45,
        ("observation",),
        r"\b(?:shipped|released|deployed|launched|rolled (?:out|back)|went live|merged|migrated|upgraded|"
        r"downgraded|"
        r"crashed|failed|broke|went down|outage|resigned|hired|joined|left|retired|promoted|moved to|"
        r"acquired|published|"
        r"won|lost|cancelled|canceled|postponed|completed|finished|closed|started|launched|"
        r"veröffentlicht|"
        r"ausgeliefert|umgezogen)\b",
        type=MemoryType.EPISODIC,
        headings=r"events?|history|changelog|timeline|incidents?|log",
    ),
    Kind(
        "statement",
        "a statement of fact",
        0.4,
        ("finding",),
        r"\b(?:is|are|uses?|runs?|has|have|contains?|stores?|supports?|provides?|includes?|consists? of|"
        r"depends? on|"
        r"belongs? to|lies?|sits|stands for|means|handles?|lives?|works? with|connects? to|talks? to|"
        r"writes? to|reads? "
        r"from|exposes?|serves?|hosts?|costs?|takes?|covers?|funds?|funded|located|based (?:in|on)|ist|"
        r"sind|nutzt|"
        r"verwendet|läuft|hat|liegt|kostet)\b",
    ),
)
BY_NAME = {kind.name: kind for kind in KINDS}

_HEADINGS = [
    (
        kind,
        re.compile(
            rf"^(?:\d+[.)]?\s*)?(?:(?:key|main|our|other|important|agreed|new|"
            rf"the)\s+)*(?:{kind.headings})\b",
            re.I,
        ),
    )
    for kind in KINDS
    if kind.headings
]
_HARD = re.compile(
    r"\b(?:must|never|critical(?:ly)?|important(?:ly)?|strongly|always|mandatory|hard|urgent|"
    r"non-negotiable)\b",
    re.I,
)
_SOFT = re.compile(
    r"\b(?:maybe|perhaps|probably|might|possibly|not sure|i guess|kind of|sort of|for now|vielleicht)\b", re.I
)
_NAMED = re.compile(r"(?<=[\w,;:)] )[A-Z][\w-]*|\b\w*[a-z][A-Z]\w*|\b[A-Z]{2,}\w*|\b\w+[_/.]\w+|`[^`]+`|\d")


def kind_of_heading(heading: str) -> Kind | None:
    """Return the kind that the items under a heading are of, or None when it does not say."""
    words = heading.strip(" #*_:-–—").lower()
    return (
        next((kind for kind, pattern in _HEADINGS if pattern.match(words)), None)
        if len(words) <= 60
        else None
    )


def cue(sentence: str, heading: Kind | None = None, label: Kind | None = None) -> Cue | None:
    """Return the sign a sentence shows, or None when nothing in it asks to be remembered.

    What stands under a heading is of its kind. A label before the sentence (`Fact:`) only helps where the
    sentence itself shows nothing more specific.
    """
    if heading is not None:
        return Cue(heading, heading.name, _weighed(heading.importance, sentence))
    for kind in KINDS:
        if kind is label:
            break
        match = kind.regex.search(sentence)
        if match is None:
            continue
        if kind.name == "statement" and not _NAMED.search(sentence):
            return None
        return Cue(kind, " ".join(match[0].split())[:40], _weighed(kind.importance, sentence))
    return None if label is None else Cue(label, label.name, _weighed(label.importance, sentence))


def _weighed(importance: float, sentence: str) -> float:
    """Return an importance a little higher for hard words and a little lower for hedges."""
    importance += 0.05 if _HARD.search(sentence) else 0.0
    importance -= 0.1 if _SOFT.search(sentence) else 0.0
    return round(min(max(importance, 0.0), 0.9), 2)
