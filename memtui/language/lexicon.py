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

_SYNONYMS = """
kid child youngster toddler
boy lad
girl lass
man guy gentleman bloke
woman lady
dad father
mom mum mother mommy
people folk crowd
person individual human someone somebody anyone
user customer client
team squad
company firm business employer
boss manager supervisor
colleague coworker teammate
friend buddy pal
dog puppy canine hound pooch
cat kitten feline kitty
bike bicycle cycle
motorbike motorcycle motocross
cyclist bicyclist biker bicycler
car automobile
truck lorry
plane airplane aeroplane aircraft jet
boat canoe kayak ship
phone telephone cellphone mobile smartphone
tv television
photo picture photograph image
movie film
house home
street road
path trail track
forest wood woods woodland
ocean sea
rock stone boulder
sofa couch
stairs stair steps staircase
trash garbage rubbish
shop store
meal dinner lunch
speak talk chat converse
say tell state mention
look gaze stare watch view
see notice observe
hear listen
eat consume dine munch
drink sip
cook prepare fry
cut slice chop dice
peel skin
throw toss hurl
jump leap hop
run jog sprint dash
walk stroll wander hike
climb scale ascend
hold carry grip grasp
hit strike beat
push shove
pull drag tug
fight wrestle spar brawl
fix repair mend
break smash shatter
make create build produce construct
develop implement
start begin launch initiate commence
finish complete end conclude
stop halt cease quit
buy purchase
sell vend
show display present exhibit demonstrate
hide conceal
shut close
big large huge great giant enormous massive
small little tiny mini
fast quick rapid swift quickly rapidly
slow sluggish
happy glad cheerful joyful
sad unhappy
angry mad furious
hard difficult tough
easy simple
near close beside next nearby
old elderly aged elder senior
young youthful
pretty beautiful lovely attractive
smart clever intelligent
rich wealthy
loud noisy
quiet silent
empty vacant
wet damp soaked
shallow thin
grass lawn
yard backyard garden
field meadow
water sea lake river
snow snowy
air midair airborne mid-air
wave surf
guitar ukulele
gun firearm pistol rifle
clothes clothing outfit dress attire
coat jacket
hat cap
sunglasses shades
gray grey
blond blonde
cartoon animated
sport game match
soccer football
gather group assemble
stand wait
sit seat
lie lay
smile grin
laugh giggle
cry weep
sing chant
dance dancing
play perform
ride mount
drive steer
fly soar
swim paddle
sleep nap doze asleep
dig burrow
mix stir blend combine
add put place pour insert
remove delete take strip erase
spread smear
wear dress clothe clad
use utilise utilize employ apply
need require
want wish desire
prefer favour favor
like enjoy love
dislike hate
think believe
know understand
decide choose select pick opt
recommend suggest advise propose
change modify alter edit adjust
update upgrade refresh
replace substitute swap
move migrate transfer
keep retain preserve maintain
save store persist
send transmit
receive obtain
help assist aid support
try attempt
plan intend
work operate function
fail crash
error failure fault bug defect
issue problem trouble
answer reply respond response
ask inquire enquire
explain clarify
describe depict
check verify validate
test testing
deploy deployment release rollout ship
run execute
host serve
configure configuration config setting settings
setup install installation
login signin log-in sign-in
password passphrase
dir directory folder
lib library package
pr pull-request
ci continuous-integration
async asynchronous
sync synchronous
cost price expense
pay spend
per each
monthly month
yearly annual annually year
daily day
weekly week
job role position occupation
live reside dwell
born birth
study learn
attend visit participate
teach instruct
write author compose
award prize
win earn
join enroll enrol
leave depart
marry wed
trip journey travel
hobby pastime
meeting appointment
schedule timetable
deadline due
important crucial essential vital key
whole entire complete
right correct
wrong incorrect
lots many
vegetable veggie
potato spud
shrimp prawn
meat beef pork chicken
onion onions
instrument drum
ball football
pool swimming-pool
cliff precipice
bag sack
purse handbag
box container
cup mug
pan skillet
shirt t-shirt tee
pants trousers jeans
piece slice
email e-mail mail
barbell weight
podium stage
monument memorial
side edge
top peak
hill mountain
group bunch
practice train exercise workout
trainer coach
doctor physician
lawyer attorney
kitchen countertop
stream creek brook
hut cabin shack
sheet page
machine device apparatus
noise sound
path route
gather collect
search seek look-for
find discover locate
lift raise
lean bend
lower reduce decrease
raise increase grow
roll rotate spin
shoot fire
catch grab capture
guard protect protective protection defend
race racing
pose posing
swing sway
crowd audience
perform stunt trick
beach shore seaside coast
pier dock
sand sandy
sun sunny
rain rainy
ground floor
fence barrier
gate door
wool woollen
wood wooden
leather leathery
protective protection
deep profound
""".strip().splitlines()

_BROADER = """
person: man woman boy girl child kid adult player hockey-player cyclist biker rider surfer skier skater dancer
person: singer musician chef cook teacher student worker developer engineer colleague friend user lady guy
person: baby
person: rider motorcyclist climber runner swimmer soldier cowboy skateboarder performer athlete golfer father
person: mother
people: men women boys girls children kids players dancers students workers adults couple family team friends
child: boy girl baby toddler
man: father boy rider
woman: mother
animal: dog cat horse bird fish cow monkey bear lion tiger elephant rabbit mouse panda lemur hamster squirrel
animal: snake turtle sheep goat pig kangaroo cheetah rhino deer
instrument: guitar piano drum flute violin trumpet cello keyboard saxophone
vehicle: car truck bus bike motorcycle boat train van
food: bread pizza meat fish fruit vegetable cheese rice pasta potato egg
fruit: apple banana orange berry
vegetable: carrot potato onion tomato pepper cucumber broccoli garlic
meat: beef pork chicken ham steak
plant: tree flower bush grass
water: ocean sea lake river pool
clothes: shirt jacket coat hat dress pants uniform swimsuit
gear: helmet uniform
sky: star
cut: slice chop dice
cook: fry bake grill boil roast
move: run walk jump ride
play: perform
exercise: lift
sport: soccer football tennis basketball baseball hockey rugby golf
toy: doll
ball: football soccer basketball
tree: oak pine
road: highway
building: house church barn castle school
bird: duck crane eagle parrot
insect: bee ant
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
put remove
pour remove
place remove
put take
spread remove
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
fold unfold
wrap unwrap
dress undress
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
crowded empty
rich poor
cheap expensive
happy sad
happy angry
good bad
better worse
best worst
loud quiet
noisy quiet
talk silent
speak silent
clean dirty
clean soil
light dark
bright dark
black white
blond dark
day night
morning evening
morning night
summer winter
alive dead
awake asleep
sleep awake
sleep wake
stand sit
stand lie
stand jump
stand run
stand walk
sit run
sit walk
sit jump
sit lie
sit wade
sit fly
lie run
lie walk
lie jump
lie stand
rest run
rest jump
rest play
rest bounce
stop run
run walk
stop walk
hold drop
hit miss
strike miss
catch miss
catch throw
catch drop
catch free
follow shun
follow ignore
listen ignore
watch ignore
eat fast
swim immobile
move immobile
move still
ride fall
ride push
load shoot
remember forget
laugh cry
smile frown
tie untie
zip unzip
turn return
wear naked
clothed naked
dressed naked
reveal conceal
show hide
play put
appear disappear
ascend descend
climb descend
attack defend
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
adult baby
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
introvert extrovert
guest host
teacher student
buyer seller
question answer
import ban
free paid
free catch
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
raw cooked
""".strip().splitlines()


_CANONICAL = {stem(word): stem(line.split()[0]) for line in _ALIASES for word in line.split()}


def root(stemmed: str) -> str:
    """Return the stem that stands for all spellings of a word: `db` for `database`."""
    return _CANONICAL.get(stemmed, stemmed)


def _groups() -> dict[str, frozenset[str]]:
    """Map a stem to the names of the groups it belongs to: a word may have several meanings."""
    found: dict[str, set[str]] = {}
    for number, line in enumerate(_SYNONYMS):
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


def has_relatives(word: str) -> bool:
    """Say whether any other word is listed as a synonym of this one, or as broader or narrower."""
    return word in GROUPS or word in BROADER or word in _HEADS


def has_opposite(word: str) -> bool:
    """Say whether any word excludes this one."""
    return word in OPPOSITES
