"""The features of a sentence for the learned model: words, pairs, sorts of words, form and speaker.

Each feature is a place in a table of `SIZE`. A single word says little about worth, and a small set of
examples holds few words; whether a sentence forbids, gives a reason, asks, or reports a deed says much. So
words are also counted by sort (`SORTS`), with the speaker, and in pairs of sorts.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from zlib import crc32

from memtui.word_sorts import WordSorts

BITS = 14
"""The table has 2¹⁴ places, and each head a byte for each of them in the shipped file."""
SIZE = 1 << BITS
USER, AGENT, TEXT, NAMED = "user", "agent", "text", "named"
"""Who may say a sentence: the person, the agent, a document, or somebody named before it."""
_LONGEST = 600
"""Characters of a sentence that are read; a longer one has shown what it is by then."""
_WORD = re.compile(
    r"`[^`\n]{1,80}`|https?://\S+|[\w.~-]*/[\w./~-]+|\w+\(\)|[\w-]+\.(?:py|[jt]sx?|rs|go|md|json|toml|ya?ml|sql|css|html|sh)\b"
    r"|[$€£]?\d[\d.,:/-]*%?|[^\W\d_\u3040-\u30ff\u3400-\u9fff]+(?:['’][a-z]+)?|[\u3040-\u30ff\u3400-\u9fff]|[?!:;#@()]"
)
_STEM = 5
"""Letters by which forms of a word are the same: `prefer`, `prefers`, `preferred`."""
_SIZES = (3, 6, 10, 16, 27)
_NAME = re.compile(r"(?<=[a-z,;)] )[A-Z][a-z]+")
_MARKS = ((" — ", "dash"), (": ", "colon"), ("`", "code"), ("(", "bracket"), ('"', "quotes"))

SORTS = {
    "I": "i i'm i've i'll i'd me my mine myself ich mir mein meine je j'ai moi mon ma mes yo mi mis",
    "we": (
        "we we're we've we'll we'd us our ours wir uns unser nous notre nos nosotros nuestro nuestra nuestros"
    ),
    "you": "you you're you've you'll your yours yourself du sie ihr dein vous tu votre vos ton usted tú su",
    "points": (
        "this that these those it it's its he she they them his her their here there ce cette ces cela "
        "il elle ils este esta estos eso él ella dies diese* es er ihm"
    ),
    "must": (
        "must need* required requires mandatory has have shall needs obliged muss müssen darf dürfen "
        "doit doivent faut obligatoire* debe deben hay obligatorio* necesit* braucht"
    ),
    "never": (
        "never not no don't doesn't can't cannot won't nobody nothing without neither nor isn't aren't "
        "nicht nie kein* none ne pas jamais aucun* nunca jamás ningun* ni sin sans ohne"
    ),
    "always": (
        "always every each all any only whenever everywhere immer jede* nur stets toujours chaque tous "
        "toutes siempre cada todos todas"
    ),
    "because": (
        "because since due cause* reason* therefore so otherwise unless hence weil wegen da car puisque "
        "parce pues porque debido grund deshalb"
    ),
    "decide": (
        "decide* decision* chose* choose* pick* settle* agree* reject* approve* opt* adopt* drop* "
        "switch* move* replace* cancel* postpone* delay* stay* entschieden beschlossen verschoben "
        "décid* valid* choisi* abandon* reporté* acuerd* decid* aprueb* aplaz* beschl* entsch* "
        "genehmigt"
    ),
    "prefer": (
        "prefer* rather favour* favor* like* hate* love* want* wants lieber möchte* préfèr* prefier* "
        "bevorzug*"
    ),
    "from now": "now forward onwards anymore longer henceforth instead künftig",
    "remember": "remember* note mind forget*",
    "fails": (
        "fail* break* crash* error* bug* wrong slow* lose* lost leak* deadlock* race hang* stuck "
        "outage* expire* broken flaky timeout* missing échou* panne* erreur* fall* ausfäll* fiel* fehl*"
    ),
    "must not": "forbidden prohibited banned refuse* avoid* stop interdit* prohibid* verboten",
    "date": (
        "january february march april may june july august september october november december monday "
        "tuesday wednesday thursday friday saturday sunday januar februar märz mai juni juli oktober "
        "dezember janvier février mars avril juin juillet août septembre octobre novembre décembre "
        "lundi mardi mercredi jeudi vendredi samedi dimanche enero febrero marzo abril mayo junio julio "
        "agosto septiembre octubre noviembre diciembre lunes martes miércoles jueves viernes sábado "
        "domingo montag dienstag mittwoch donnerstag freitag samstag sonntag"
    ),
    "soon": (
        "today tomorrow tonight yesterday later soon next week morning lunch weekend recently currently "
        "demain hier bientôt aujourd'hui mañana ayer hoy pronto morgen gestern heute bald"
    ),
    "time": (
        "utc hour* minute* second* day* week* month* year* deadline until by before after noon heure* "
        "jour* semaine* mois an ans avant après jusqu'* hora* día* semana* mes meses año* antes hasta "
        "stunde* tag* woche* monat* jahr* uhr bis vor"
    ),
    "money": (
        "euro* dollar* budget price* cost* pay* payment* eur usd prix coût* cotisation* precio* cuota* "
        "presupuesto* kosten beitrag* preis*"
    ),
    "maybe": (
        "maybe perhaps might could possibly probably seems looks think guess suppose sure wonder* "
        "imagine peut-être pourrait quizá* podría vielleicht könnte*"
    ),
    "did": (
        "added fixed updated created implemented removed renamed refactored merged pushed finished "
        "done completed wrote built tested cleaned deployed installed changed ran checked passed "
        "passes green"
    ),
    "doing": "let let's i'll going start* continu* proceed look* check* read* try trying working",
    "option": (
        "option* alternative* either could choose suggest* propos* recommend* pros cons approach* ways "
        "opción opciones"
    ),
    "please": "please can could would bitte",
    "order": (
        "add create fix make write run show give remove delete rename move implement refactor explain "
        "translate test check read use keep commit push update change build set draw print find open"
    ),
    "thanks": (
        "thank* thanks great perfect nice good sorry wow haha congrats awesome amazing wonderful lovely "
        "hope welcome hello hi hey merci bonjour salut gracias hola bienvenid* danke hallo grüße viel"
    ),
    "teaches": (
        "is are means called allows helps ensures provides supports includes contains describes returns "
        "takes exports consists permet* signifie* permite* consiste* ermöglicht besteht"
    ),
    "general": (
        "many most some people world important better best good life modern simple easy fast things "
        "monde meilleur* important* mundo mejor* importante*"
    ),
    "person": (
        "team customer* client* user* manager boss vendor* supplier* committee board accountant "
        "colleague* patient* tenant* member* mr mrs ms dr équipe* utilisateur* membre* adhérent* "
        "equipo* cliente* usuario* socio* mitglied* kunde* vorstand*"
    ),
    "role": (
        "owns leads lead manager engineer nurse teacher works work live lives born name sister brother "
        "daughter son wife husband parents mother father kids dog cat allergic vegetarian moved started "
        "travaille* habite* trabaja* vive* leitet leitung arbeitet wohnt"
    ),
    "limit": (
        "limit* least most than above below up maximum minimum max min default* timeout port version* "
        "moins plus máximo mínimo menos mindestens höchstens"
    ),
    "doc": (
        "document section chapter figure table example* following readme documentation page article "
        "list document* ci-dessous exemple* chapitre* página* ejemplo* siguiente* dokument* beispiel* "
        "kapitel"
    ),
    "says": (
        "says said say claims told asks according suggests instructs wrote reported selon según dit "
        "dice* sagte laut"
    ),
    "status": "progress phase sprint step branch pr commit coverage blockers ticket* tests build review",
    "local": (
        "page button* modal dialog* function* file* paragraph* banner* header footer row* form field* "
        "component endpoint script image* ticket story character session thing step now yet list "
        "colour* color* line* section example* answer task method above below attached screenshot"
    ),
    "lasting": (
        "repo repository project code base codebase team house convention* rule* style standard* "
        "policy everywhere whenever anything nobody nothing name* prefix* language english british "
        "german docs comments commit* message* tests database* dependenc* migration* branch* release* "
        "price* customers"
    ),
    "will": "will won't we'll i'll promised plan* werden wird sera seront será serán",
    "was": "was were had went came took made gave saw felt était était* fue era wurde war hatte",
}
_SORTS = WordSorts(SORTS)


@dataclass(frozen=True, slots=True)
class _Word:
    """What is known of a word, so that it is looked up once."""

    number: int
    """Of the word itself, to be mixed with others."""
    places: tuple[int, ...]
    """Its own, and its stem's."""
    sorts: tuple[str, ...]


@lru_cache(maxsize=1 << 15)
def _known(word: str) -> _Word:
    stem = [_place(f"t {word[:_STEM]}")] if len(word) > _STEM and word[0] != "<" else []
    number = crc32(word.encode("utf-8", "replace"))
    return _Word(number, (_place(f"w {word}"), *stem), _SORTS.of(word))


@lru_cache(maxsize=1 << 15)
def _place(feature: str) -> int:
    return crc32(feature.encode("utf-8", "replace")) % SIZE


@lru_cache(maxsize=1 << 14)
def _of_sorts(one: str, other: str) -> int:
    return _place(f"ss {one} {other}" if one < other else f"ss {other} {one}")


def _together(one: int, other: int) -> int:
    return ((one * 0x9E3779B1 + other * 3) & 0xFFFFFFFF) >> (32 - BITS)


def features(text: str, by: str, known: Sequence[str] = ()) -> set[int]:
    """Return the places of all that the model sees in a sentence.

    `by` is one of USER, AGENT, TEXT, NAMED; `known` are more signs, such as the kind of statement it is.
    """
    text = text[:_LONGEST]
    words = list(_tokens(text))
    places = {_place(f"by {by}"), *_of_form(text, len(words))}
    before = 1  # a number that no word has: where a sentence starts
    signs: dict[str, None] = {}
    for word in map(_known, words):
        places.update(word.places)
        places.add(_together(before, word.number))
        before = word.number
        signs.update(dict.fromkeys(word.sorts))
    signs.update((f"={sign}", None) for sign in known)
    for at, sign in enumerate(signs):
        places.add(_place(f"s {sign}"))
        places.add(_place(f"s {by} {sign}"))
        places.update(_of_sorts(other, sign) for other in islice(signs, at))
    if words:
        places.update(_of_ends(words, by))
    return places


def _of_ends(words: Sequence[str], by: str) -> Iterator[int]:
    yield _place(f"1 {by} {words[0]}")
    yield _place(f"2 {' '.join(words[:2])}")
    yield _place(f"$ {words[-1]}")
    for sort in _known(words[0]).sorts:
        yield _place(f"1s {by} {sort}")


def _tokens(text: str) -> Iterator[str]:
    """Yield the words of a text in lower case; what is code, an address or a number as what it is."""
    for match in _WORD.finditer(text):
        word = match[0]
        if word.isalpha():
            if len(word) > 2 and not word[1:].islower():
                yield "<name>"
            yield word.lower()
        elif word[0] == "`" or word.endswith("()"):
            yield "<code>"
        elif word.startswith("http"):
            yield "<url>"
        elif word[0].isdigit() or word[0] in "$€£":
            yield _number(word)
        elif "/" in word:
            yield "<path>"
        elif "." in word:
            yield "<file>"
        else:
            yield word.lower().replace("’", "'")


def _number(word: str) -> str:
    if word[0] in "$€£" or word.endswith("%"):
        return "<amount>"
    return "<figures>" if any(sign in word.strip(".,") for sign in ".:/-") else "<number>"


def _of_form(text: str, size: int) -> Iterator[int]:
    """Yield what is seen without reading: length, how it begins and ends, how many names."""
    yield _place(f"size {bisect_right(_SIZES, size)}")
    end = text.rstrip()[-1:]
    yield _place(f"ends {end if end in '.!?:…' else 'open'}")
    begins = text.lstrip()[:1]
    yield _place(f"begins {'upper' if begins.isupper() else 'lower' if begins.islower() else 'other'}")
    yield _place(f"names {min(len(_NAME.findall(text)), 3)}")
    yield _place(f"commas {min(text.count(','), 3)}")
    for sign, name in _MARKS:
        if sign in text:
            yield _place(f"has {name}")
