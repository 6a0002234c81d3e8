"""What a comparison of two statements has to know about English words: synonyms, opposites, small words.

Read by `statement` and `difference`. The lists are general (everyday and software words), written as
plain text so that a word is added by adding it. An unknown word only ever equals itself, so a missing
synonym costs a duplicate that goes unnoticed and never takes two different statements for one.
"""

import re

from memtui.language.stems import stem


def words(text: str) -> list[str]:
    """Return the words of a list that is written as one text."""
    return text.split()


STOP_WORDS = frozenset(
    words("""
    a an the this that these those there here it its he she they them his her hers their theirs him himself
    herself itself themselves themself i me my mine we us our ours you your yours who whom whose which what
    is are was were be been being am do does did doing done has have had having will would shall should can
    could may might must ought and or but so if then than as of at by for to from in on into onto upon with
    about over under through during while when where why how also too very just really quite rather actually
    currently now today still already both each every either any some such other another own same more most
    much many few lot lots one ones s t re ve ll d m let lets get gets got getting up down out off away
    across along around near toward towards against between among within inside outside behind before after
    above below beside next front because due per via etc eg ie kind sort piece pieces bit set group
    pair please well even only ever yet again once however therefore thus since until though although
    """)
)
"""Words that carry no content of their own; some of them are looked at again as signs (see below)."""

NEGATIONS = frozenset(
    words("""
    not no never none nobody nothing nowhere neither nor without cannot cant wont dont doesnt didnt isnt arent
    wasnt werent hasnt havent hadnt shouldnt wouldnt couldnt mustnt neednt aint hardly barely n't
    """)
)

NEGATIVE_VERBS = frozenset(
    stem(word)
    for word in words("""
    deny refuse decline reject fail cease quit avoid lack prohibit forbid prevent ban deprecate
    discontinue abandon unable
    """)
)
"""Verbs that turn what follows them into its opposite."""

QUANTIFIERS = {
    **dict.fromkeys(words("all every everyone everybody everything always entire whole entirely"), "all"),
    **dict.fromkeys(words("some several sometimes partly occasionally"), "some"),
    **dict.fromkeys(words("few rarely seldom little"), "few"),
    **dict.fromkeys(words("many most mostly usually often lots frequently"), "many"),
    **dict.fromkeys(words("only solely exclusively alone just"), "only"),
    **dict.fromkeys(words("half"), "half"),
    **dict.fromkeys(words("at_least minimum least"), "least"),
    **dict.fromkeys(words("at_most maximum"), "most"),
}
QUANTIFIERS_APART = frozenset(
    frozenset(pair.split())
    for pair in ("all some", "all few", "all half", "few many", "some many", "least most", "all only")
)
"""Two quantities that cannot both be meant."""

MANY_VALUED = frozenset(
    stem(word)
    for word in words("""
    like enjoy love hate dislike visit own include contain support mention list offer see read hear meet
    speak play
    """)
)
"""Verbs that can be true of several things at once: two memories with different objects agree."""

RELATING = MANY_VALUED | frozenset(
    stem(word)
    for word in words("""
    use update call implement manage extend depend subscribe has enable persist process orchestrate sync
    invoke trigger provide integrate belong relate create produce consume import export require handle render
    store send receive connect
    """)
)
"""Verbs of relations in a graph: one thing may do the same to several."""

AFFIRMED = frozenset(
    stem(word) for word in words("forget stop give let hesitate fail miss worry neglect lose")
)
"""Verbs that say yes when they are denied: who is told not to give up is told to go on."""

NUMBERED = re.compile(
    r"(?:\b(?P<sort>steps?|issues?|pr|prs|pull request|ticket|bug|chapters?|sections?|pages?|parts?|phases?|"
    r"lessons?|episodes?|migrations?|exercises?|questions?|tasks?|items?|figures?|tables?|appendix|rfc|adr|pep|"
    r"story|milestones?|lines?|commit|round|test case|level|week|day|batch|slide|volume|act|scene)"
    r"[ -]?(?:no\.? ?)?#?|(?<!\w)#)(?P<number>\d+(?:\.\d+)*)\b",
    re.IGNORECASE,
)
"""Numbers that say which one is meant, not how much."""

LIGHT = frozenset(
    stem(word) for word in words("make take get give go come put keep let do have seem try want need")
)
"""Verbs that say little without what follows them."""

INSTRUCTIONS = frozenset(
    stem(word)
    for word in words("""
    use run keep avoid prefer write add make call put store send set check test build deploy read ask
    tell give take show start stop open close commit push pull merge format name log cache pin bump
    update upgrade remove delete drop skip ignore include exclude return raise catch handle follow apply
    document explain review note remember ensure let wait reply answer sort group split move copy load
    save print import export install restart reset enable disable limit allow block wrap quote escape
    validate never always do don't
    """)
)
"""Verbs that an instruction begins with; a name is none of them."""

RANKING = frozenset(
    stem(word)
    for word in words("over under before after above below than to from into onto instead behind for as")
)
"""Small words between two others whose places cannot be changed: tabs over spaces, A before B."""

SCALE = frozenset(
    stem(word)
    for word in words("""
    little big great small large huge tiny few many several most some all minor major low high short long
    slight severe mild strong weak partial full rarely often sometimes always never slow fast early late
    """)
)
"""Words that say how much, how big or how often: another one is another statement."""

INDEFINITE = frozenset(words("a an some someone somebody something several another there one any many few"))
"""First words of statements about nobody in particular: two of them need not be about the same."""

CHANGES = re.compile(
    r"\b(?:now|instead|no longer|any ?more|switch(?:ed|es|ing)?|migrat(?:ed|es|ing)|moved|changed|"
    r"replac(?:ed|es|ing)|upgraded|downgraded|renamed|as of|from now on|previously|formerly|used to|updated|"
    r"correction|corrected|rather than|in favou?r of|superseded|revised|rescheduled|postponed|increased|"
    r"decreased|raised|lowered)\b",
    re.IGNORECASE,
)
"""Words by which a statement says that something else held before."""

ENDS = re.compile(
    r"\b(?:no longer|(?:not|doesn't|don't|isn't|aren't)\b[^.;]{0,200}\bany ?more|"
    r"stopped using|gave up|(?:was|were|is|are|been|being|got)\s+(?:now\s+)?(?:removed|deleted|dropped|"
    r"deprecated|retired|decommissioned|abandoned|discontinued|cancelled|canceled|shut down|turned off|"
    r"scrapped|withdrawn|revoked))\b",
    re.IGNORECASE,
)
"""Words by which a statement says that something has ended."""

SUCCEEDS = re.compile(
    r"\b(?:instead|replaced (?:by|with)|in favou?r of|switched to|migrated to|moved to|changed to|"
    r"superseded by|but\b|now (?:use[sd]?|run|runs|on|in)|uses?\b[^.;]*\bnow)\b",
    re.IGNORECASE,
)
"""Words by which a statement names what came in the place of what ended."""

_ALIASES = """
app apps application applications
repo repository
db database
postgres postgresql
k8s kubernetes
js javascript
ts typescript
py python
docs documentation
doc document
env environment
prod production
dev development
auth authentication
authz authorization authorisation
admin administrator
dir directory
func function
param parameter
arg argument
lib library
config configuration
info information
spec specification
repo repository
msg message
perf performance
ml machine-learning
gh github
vscode vs-code
email e-mail
request req reqs
minute min mins
second sec secs
hour hr hrs
login log-in
signin sign-in
setup set-up
cellphone cell-phone
tv television
bike bicycle
phone telephone
plane airplane aeroplane
photo photograph
ok okay
utilise utilize
colour color
grey gray
favour favor
favourite favorite
organise organize
organisation organization
centre center
licence license
behaviour behavior
optimise optimize
analyse analyze
""".strip().splitlines()
"""One word, spelled shorter or elsewhere."""

SYNONYMS = """
kid child
dad father
mom mum mother mommy
colleague coworker teammate
boss supervisor
company firm
friend buddy pal
automobile car
truck lorry
bike bicycle
plane airplane aeroplane
phone telephone
photo picture photograph
movie film
couch sofa
trash garbage rubbish
begin start commence
finish complete
stop halt cease
buy purchase
big large
small little
fast quick rapid quickly rapidly
happy glad
hard difficult
easy simple
clever intelligent
need require
want wish
keep retain
try attempt
help assist
use utilise utilize employ
make create
fix repair
change modify alter
delete remove erase
choose select pick
show display
check verify
answer reply respond
ask inquire enquire
obtain receive
live reside
speak talk
like enjoy
job occupation
trip journey
lawyer attorney
doctor physician
meeting appointment
error failure
bug defect
issue problem
deploy deployment rollout
folder directory dir
configure configuration config setting settings
install installation
login signin log-in sign-in
pr pull-request
ci continuous-integration
async asynchronous
sync synchronous
cost price
monthly month
yearly annual annually year
daily day
weekly week
important crucial essential
wrong incorrect
email e-mail mail
search seek
find discover locate
lower reduce decrease
raise increase
""".strip().splitlines()
"""Words that mean the same in most places; things of one kind are none. The tests give examples of each."""

_BROADER = """
database: postgresql mysql sqlite mariadb
""".strip().splitlines()

_OPPOSITES = """
on off
in out
into out
inside outside
indoors outdoors
indoors outside
inside outdoors
indoor outdoor
up down
above below
over under
before after
front behind
front back
to from
with without
near far
onto off
left right
top bottom
north south
east west
start stop
begin end
open close
open shut
enable disable
enabled disabled
allow forbid
allow deny
allow block
allow prevent
permit prohibit
permit forbid
accept reject
accept refuse
accept decline
approve reject
grant deny
grant revoke
include exclude
add remove
insert remove
increase decrease
increase reduce
raise lower
rise fall
grow shrink
expand shrink
gain lose
win lose
find lose
success failure
succeed fail
pass fail
works broken
work break
fix break
build destroy
create destroy
create delete
keep remove
keep delete
keep drop
keep discard
save delete
install uninstall
connect disconnect
lock unlock
load unload
subscribe unsubscribe
encrypt decrypt
encode decode
compress decompress
push pull
send receive
buy sell
give take
borrow lend
lend return
import export
upload download
read write
attach detach
join leave
arrive leave
arrive depart
enter exit
enter leave
love hate
like dislike
like hate
enjoy hate
prefer avoid
prefer dislike
trust distrust
agree disagree
support oppose
use avoid
always never
always rarely
often rarely
everyone nobody
everything nothing
true false
yes no
right wrong
correct incorrect
valid invalid
legal illegal
possible impossible
available unavailable
required optional
mandatory optional
public private
internal external
local remote
local global
online offline
manual automatic
static dynamic
sync async
synchronous asynchronous
stable unstable
safe unsafe
safe dangerous
secure insecure
reliable unreliable
active inactive
complete incomplete
visible invisible
visible hidden
known unknown
mutable immutable
major minor
minimum maximum
min max
first last
early late
earlier later
new old
young old
fast slow
quick slow
big small
large small
big tiny
huge tiny
huge small
great small
high low
tall short
long short
wide narrow
thick thin
deep shallow
heavy light
strong weak
hard soft
hard easy
simple complex
hot cold
warm cool
warm cold
wet dry
full empty
rich poor
cheap expensive
happy sad
good bad
better worse
best worst
loud quiet
noisy quiet
clean dirty
light dark
bright dark
black white
day night
morning evening
morning night
summer winter
alive dead
awake asleep
sleep awake
hold drop
follow ignore
remember forget
reveal conceal
show hide
appear disappear
ascend descend
advance retreat
man woman
boy girl
male female
father mother
dad mom
brother sister
son daughter
husband wife
king queen
he she
single married
married divorced
employed unemployed
vegetarian carnivore
adult child
odd even
positive negative
plus minus
maximum minimum
upper lower
uppercase lowercase
client server
frontend backend
ascending descending
horizontal vertical
staging production
prefix suffix
singular plural
serial parallel
sequential parallel
blocking nonblocking
stateful stateless
centralized decentralized
managed self-hosted
monolith microservice
tabs spaces
merge rebase
merge squash
light-mode dark-mode
teacher student
buyer seller
question answer
free paid
fresh stale
sharp blunt
smooth rough
tight loose
polite rude
brave afraid
lazy busy
idle busy
healthy sick
guilty innocent
partial full
temporary permanent
relative absolute
strict lenient
verbose terse
verbose concise
formal informal
formal casual
spicy mild
sweet sour
sweet savory
raw cooked""".strip().splitlines()


_CANONICAL = {stem(word): stem(line.split()[0]) for line in _ALIASES for word in line.split()}


def root(stemmed: str) -> str:
    """Return the stem that stands for all spellings of a word: `db` for `database`."""
    return _CANONICAL.get(stemmed, stemmed)


def _groups() -> dict[str, frozenset[str]]:
    """Map a stem to the names of the groups it belongs to: a word may have several meanings."""
    found: dict[str, set[str]] = {}
    for number, line in enumerate(SYNONYMS):
        for word in line.split():
            found.setdefault(root(stem(word)), set()).add(f"g{number}")
    return {word: frozenset(groups) for word, groups in found.items()}


def _broader() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _BROADER:
        head, _, members = line.partition(":")
        for word in members.split():
            found.setdefault(root(stem(word)), set()).add(root(stem(head)))
    return {word: frozenset(heads) for word, heads in found.items()}


def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _OPPOSITES:
        first, second = (root(stem(word)) for word in line.split())
        if first != second:
            found.setdefault(first, set()).add(second)
            found.setdefault(second, set()).add(first)
    return {word: frozenset(others) for word, others in found.items()}


_NONE: frozenset[str] = frozenset()
_REVERSING = frozenset({"un", "dis", "non", "in", "im", "ir", "de", "mis"})
_PREFIXES = _REVERSING | {f"{prefix}-" for prefix in _REVERSING}
GROUPS = _groups()
BROADER = _broader()
_HEADS = frozenset(head for heads in BROADER.values() for head in heads)
OPPOSITES = _opposites()


def same_meaning(first: str, second: str) -> bool:
    """Say whether two stems are one, or synonyms."""
    return first == second or not GROUPS.get(first, _NONE).isdisjoint(GROUPS.get(second, _NONE))


def covers(broad: str, narrow: str) -> bool:
    """Say whether `broad` is a more general word for `narrow`."""
    heads = BROADER.get(narrow, _NONE)
    return broad in heads or any(same_meaning(broad, head) for head in heads)


def opposite(first: str, second: str) -> bool:
    """Say whether two stems exclude each other: listed opposites, and `un`, `dis`, `non` before one."""
    if second in OPPOSITES.get(first, _NONE):
        return True
    longer, shorter = (first, second) if len(first) > len(second) else (second, first)
    return len(shorter) > 3 and longer.endswith(shorter) and longer[: -len(shorter)].rstrip("-") in _REVERSING


def opposites_of(word: str) -> frozenset[str]:
    """Return all stems for which `opposite` says yes."""
    prefixed = {prefix + word for prefix in _PREFIXES} if len(word) > 3 else set()
    bare = {word.removeprefix(prefix) for prefix in _PREFIXES if word.startswith(prefix)}
    return OPPOSITES.get(word, _NONE) | prefixed | {each for each in bare if len(each) > 3}


def has_relatives(word: str) -> bool:
    """Say whether any other word is listed as a synonym of this one, or as broader or narrower."""
    return word in GROUPS or word in BROADER or word in _HEADS


def has_opposite(word: str) -> bool:
    """Say whether any word excludes this one."""
    return word in OPPOSITES
