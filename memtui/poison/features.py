"""What the learned model sees of a text: its words, what they stand beside, and which sorts of words meet.

Each feature is a place in a table of `SIZE`. Words that do the same are also counted as one sort (`SORTS`),
because an attack that nobody has seen yet still needs somebody to send, something to take and somewhere to
send it. Everything is linear in the length of the text. Standard library only.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from zlib import crc32

from memtui.word_sorts import WordSorts

BITS = 15
SIZE = 1 << BITS
PIECE = 250
"""Characters that are read together: a planted sentence must not drown in a long text."""
_SENTENCE = re.compile(r"(?:[.!?;](?=\s)|[\n。！？；])+\s*")
_WORD = re.compile(
    r"[^\W\d_\u3040-\u30ff\u3400-\u9fff]+(?:['’][a-z]+)?|[\u3040-\u30ff\u3400-\u9fff]|\d+|[@`|$]"
)
"""A word, one sign of Chinese or Japanese, a number, or a mark that tells of an address or of code."""
_SAME = dict.fromkeys(("example", "com", "net", "org", "io"), "com")
"""Ends of addresses: which one it is tells who invented the address, not what it is for."""
_STEM = 5
_SORT_COUNTS = 3
"""So many places a sort takes, where a word takes one: there are fewer of them and each tells more."""

Span = tuple[int, int]

SORTS = {
    "send": (
        "send* sent upload* post posts posted forward* leak* transmit* submit* report* copy copies copied "
        "append* attach* export* dump* mirror* sync* push* mail* email* share* publish* beam* ping* bcc cc "
        "sende* schick* envoi* envoy* enví* envia* publica* copia* sube* 发送 上传 抄送"
    ),
    "private": (
        "secret* credential* token tokens key keys password* passwd passphrase* cookie* env keychain vault "
        "ssh aws transcript* conversation* history prompt prompts salary iban customer* contract* database "
        "passwor* zugangsdaten schlüssel contraseña* clave* clé clés kubeconfig kundendaten"
    ),
    "elsewhere": "http https www @ webhook* endpoint server host url gist public pastebin bucket relay inbox",
    "always": (
        "always every each all whenever automatically everywhere everyone immer jede* toujours chaque "
        "siempre cada todos"
    ),
    "forbids": "never not don't don’t cannot must no refuse* forbid* nie nicht kein* jamais pas nunca sin",
    "person": (
        "user users user's human owner person people customer* client* nobody anyone nutzer* benutzer* "
        "utilisateur* client* usuario* cliente*"
    ),
    "off": (
        "disable* skip* bypass* off ignore* suppress* remove* without unnecessary trust* accept* approve* "
        "allow* whitelist* exempt* drop* delete* lower* waive* deaktivier* désactiv* ignorer desactiv* omit*"
    ),
    "guard": (
        "check* verif* review* test* scan* auth* tls ssl cert* sandbox* permission* approval* audit* log "
        "logs logging lint* hash* signature* lock* 2fa mfa backup* protect* firewall* alert* "
        "warning* finding* prüf* revis* contrôl* verific*"
    ),
    "does": (
        "add run execute put use set include paste fetch follow treat reply answer commit keep store write "
        "open load pull download grant give invite replace change point switch register enable install "
        "print mark tell say recommend prefer transfer pay"
    ),
    "authority": (
        "approved authorised authorized policy compliance mandated required team department admin security "
        "legal management confirmed official agreed pre finance leadership board audit signed ciso cto ceo"
    ),
    "quiet": (
        "quietly silently silent background mention* tell told inform* notify notice* ask asking bother* "
        "omit* hide hidden show needn't unnoticed discreet* erwähn* mencion* commentar* still fragen"
    ),
    "agent": "agent agents assistant* ai llm* claude model* copilot codex bot bots chatbot* sub ki ia",
    "why": "because since so after broke fail* slow flaky bug decided prefer* until why weil parce porque",
    "money": "wallet* payment* invoice* bank iban btc eth usdt card refund* payout* transfer* konto 0x",
    "access": "admin root sudo owner collaborator* maintainer* guest write access role* member* iam",
}
_SORTS = WordSorts(SORTS)


@lru_cache(maxsize=1 << 15)  # most words of a store are the same few thousand
def _known(word: str) -> tuple[int, int, tuple[str, ...]]:
    """Return a word's number, its stem's number and its sorts."""
    stem = crc32(b"s" + word[:_STEM].encode()) if len(word) > _STEM else 0
    return crc32(word.encode()), stem, _SORTS.of(word)


@lru_cache(maxsize=1024)
def _sort_places(told: str) -> tuple[int, ...]:
    return tuple(crc32(f"sort {number} {told}".encode()) % SIZE for number in range(_SORT_COUNTS))


def words(text: str) -> list[str]:
    """Return the words of a text in lower case; numbers are one word, and so are the ends of addresses."""
    return [_SAME.get(word) or ("0" if word.isdecimal() else word) for word in _WORD.findall(text.lower())]


def is_shown(word: str) -> bool:
    """Say whether a word tells a person something by itself: no number, mark or part of an address."""
    return len(word) > 2 and word not in {"com", "http", "https", "www"}


def sentences(text: str) -> Iterator[Span]:
    """Yield from where to where the sentences of a text reach."""
    start = 0
    for match in _SENTENCE.finditer(text):
        if match.start() > start:
            yield start, match.start()
        start = match.end()
    if start < len(text):
        yield start, len(text)


def pieces(text: str) -> list[list[Span]]:
    """Return the sentences of a text, those together that are read together."""
    packed: list[list[Span]] = []
    for start, end in sentences(text):
        if packed and end - packed[-1][0][0] <= PIECE:
            packed[-1].append((start, end))
        else:
            packed.append([(start, end)])
    return packed


def features(text: str, spans: Sequence[Span]) -> set[int]:
    """Return the places of all that the model sees in some sentences of a text."""
    found: set[int] = set()
    for start, end in spans:
        said = words(text[start:end])
        for places in by_word(said):
            found.update(places)
        found.update(_meetings(said))
    return found


def by_word(said: Sequence[str]) -> Iterator[list[int]]:
    """Yield for each word of a sentence its places: its own, its stem's, and with the two before it."""
    before = previous = 1  # a number that no word has: where a sentence starts
    for word in said:
        number, stem, _ = _known(word)
        places = [number % SIZE, _together(previous, number, 3), _together(before, number, 5)]
        if stem:
            places.append(stem % SIZE)
        yield places
        before, previous = previous, number


def _together(one: int, other: int, apart: int) -> int:
    return ((one * 0x9E3779B1 + other * apart) & 0xFFFFFFFF) >> (32 - BITS)


def _meetings(said: Sequence[str]) -> set[int]:
    """Return the places of the sorts of words in a sentence, and of each two that meet in it."""
    sorts = list(dict.fromkeys(sort for word in said for sort in _known(word)[2]))
    found = {place for sort in sorts for place in _sort_places(sort)}
    for at, one in enumerate(sorts):
        for other in sorts[at + 1 :]:
            found.update(_sort_places(f"{one} {other}" if one < other else f"{other} {one}"))
    return found
