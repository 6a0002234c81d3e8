"""The features of a text for the learned model: its words, their neighbours, and sorts of words that meet.

Each feature is a place in a table of `SIZE`. Words of one role are also counted as a sort (`SORTS`),
because even a new attack needs somebody to send, something to take and somewhere to send it. The small
words that every sentence is built with (`SMALL`) say nothing by themselves. Everything is linear in the
length of the text. Standard library only.
"""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

from memtui.word_sorts import WordSorts

BITS = 15
"""The table has 2¹⁵ places, a byte for each in the shipped file."""
SIZE = 1 << BITS
PIECE = 250
"""Characters that are read together: a planted sentence must not drown in a long text."""
SHORTEST = 40
"""Characters of a text that is read: a few words tell too little."""
_SENTENCE = re.compile(r"(?:[.!?;](?=\s)|[\n。！？；])+\s*")
_WORD = re.compile(
    r"[^\W\d_\u3040-\u30ff\u3400-\u9fff]+(?:['’][a-z]+)?|[\u3040-\u30ff\u3400-\u9fff]|\d+|[@`|$]"
)
"""A word, one sign of Chinese or Japanese, a number, or a mark that tells of an address or of code."""
_SAME = dict.fromkeys(("example", "com", "net", "org", "io"), "com")
"""Ends of addresses: they show who invented the address, not its purpose."""
_STEM = 5
"""Letters by which forms of a word are the same: `ignore`, `ignores`, `ignoring`."""
_SORT_COUNTS = 3
"""So many places a sort takes, where a word takes one: there are fewer of them and each tells more. A word of
several sorts, such as `transfer`, takes no more in all, because it means one of them."""
_NEAR = 4
"""Two sorts of words count as near within this many words, small ones left out: in a long list all sorts come
up.
"""

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
_HOW = {"always", "forbids"}
"""Sorts of words that show the manner of a request, not its matter."""

_SMALL = (
    "a an the and or of to in on at by for with from into onto over under about as than then so is are "
    "was were be been being am it it's this that these those there here i me my mine we us our ours you "
    "your yours one ones he him his she her they them their theirs which who whom whose what when where "
    "while if has have had having do does did done will would can could should may might shall also too "
    "very just more most some any such own same other another both few much many between through during "
    "again further up down out only der die das den dem des ein eine einen einem einer und oder ist sind "
    "war im auf zu zum zur von vom mit bei für es er sie wir ich ihr du dass wie le la les l un une de d "
    "et ou est sont au aux en dans sur pour par que qui ce cette il elle nous vous s el los las una unos "
    "y o son del al con se lo su sus"
)
"""Function words: they show how somebody writes, not what they want."""
SMALL = frozenset(_SMALL.split())


class _Word(NamedTuple):
    """The features of a word that do not depend on its neighbours."""

    number: int
    small: bool
    alone: tuple[int, ...]
    """The places of the word itself and of its stem; none for a small one."""
    sorts: tuple[str, ...]


@lru_cache(maxsize=1 << 15)  # most words of a store are the same few thousand
def _known(word: str) -> _Word:
    number, small = crc32(word.encode()), word in SMALL
    stem = [crc32(b"s" + word[:_STEM].encode()) % SIZE] if len(word) > _STEM else []
    return _Word(number, small, () if small else (number % SIZE, *stem), () if small else _SORTS.of(word))


@lru_cache(maxsize=1024)
def sort_places(sort: str) -> tuple[int, ...]:
    """Return the places of a sort."""
    return tuple(crc32(f"sort {number} {sort}".encode()) % SIZE for number in range(_SORT_COUNTS))


@lru_cache(maxsize=1024)
def _meeting_place(first: str, second: str) -> int:
    return crc32(f"sort 0 {first} {second}".encode()) % SIZE


def words_in(text: str) -> list[str]:
    """Return the words of a text in lower case; numbers are one word, and so are the ends of addresses."""
    return [_SAME.get(word) or ("0" if word.isdecimal() else word) for word in _WORD.findall(text.lower())]


def is_small(word: str) -> bool:
    """Say whether a word tells nothing by itself."""
    return word in SMALL


def is_shown(word: str) -> bool:
    """Say whether a word helps a person see what a text asks for.

    Function words, `always` and `never`, numbers, marks and parts of addresses do not.
    """
    sorts = set(sorts_of(word))
    matters = not sorts or bool(sorts - _HOW)
    return len(word) > 2 and matters and not is_small(word) and word not in {"com", "http", "https", "www"}


def sorts_of(word: str) -> tuple[str, ...]:
    """Return the sorts of a word."""
    return _known(word).sorts


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
    hashes: set[int] = set()
    for start, end in spans:
        words = words_in(text[start:end])
        for places in by_word(words):
            hashes.update(places)
        hashes.update(_meetings(words))
    return hashes


def by_word(words: Sequence[str]) -> Iterator[list[int]]:
    """Yield for each word of a sentence its places: its own, its stem's, and with the two before it.

    A small word has places only beside another that is not.
    """
    before = previous = _START
    for word in map(_known, words):
        places = list(word.alone)
        if not (word.small and previous.small):
            places.append(_together(previous.number, word.number, 3))
        if not (word.small and before.small):
            places.append(_together(before.number, word.number, 5))
        yield places
        before, previous = previous, word


_START = _Word(1, False, (), ())
"""Stands before the first word of a sentence."""


def _together(one: int, other: int, apart: int) -> int:
    return ((one * 0x9E3779B1 + other * apart) & 0xFFFFFFFF) >> (32 - BITS)


def _meetings(words: Sequence[str]) -> set[int]:
    """Return the places of the sorts of words in a sentence, and of each two that meet in it."""
    pairs: set[int] = set()
    near: deque[tuple[str, ...]] = deque(maxlen=_NEAR)
    for word in map(_known, words):
        if word.small:
            continue
        for sort in word.sorts:
            pairs.update(sort_places(sort)[: _SORT_COUNTS // len(word.sorts)])
            pairs.update(_meeting_place(other, sort) for others in near for other in others if other != sort)
        near.append(word.sorts)
    return pairs
