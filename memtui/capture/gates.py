"""The gates a candidate passes before it is compared with what is known: cheap, certain, in a fixed order.

The pipeline puts every candidate through `check`, whoever extracted it. Each gate is a function that
returns None to let a candidate pass, or the sentence a person reads beside the one that was held back.
`check` says which gate it was; the pipeline counts them.
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace

from memtui import secrets
from memtui.capture import trivia
from memtui.capture.facts import Candidate, Fact, Outcome, SecondLook, Window
from memtui.capture.grounding import Source, invented_beside_dates
from memtui.capture.grounding import is_unsure as is_unsure_in
from memtui.capture.grounding import unfounded as unfounded_in
from memtui.capture.markup import without_emphasis
from memtui.capture.quotes import APART, locate
from memtui.capture.support.word_for_word import stands_in
from memtui.capture.went import how_it_went
from memtui.domain import roles
from memtui.domain.memory import Draft, State, ValueRefused, checked_category
from memtui.domain.sanitise import sanitise
from memtui.domain.text import MAX_LENGTH, normalised, well_formed
from memtui.lifecycle.withheld import Withheld
from memtui.store import inserting, memories, tombstones
from memtui.store.database import Store

LONGEST = 1_200
"""Characters of a fact: more is a passage, and passages are not stored as memories."""


@dataclass(slots=True)
class Checking:
    """What the gates know besides the candidate: its window, and how strict to be."""

    window: Window
    source: Source
    min_importance: float = 0.3
    recalled: Collection[str] = field(default_factory=frozenset)
    """Normalised texts of what was recalled in this session."""
    looked_again: SecondLook = field(default_factory=SecondLook)
    """What the extractor said of statements that the last gate is unsure of."""


def tidied(candidate: Candidate) -> Candidate:
    """Return a candidate with its texts as they would be stored and shown, secrets redacted."""
    categories = []
    for category in candidate.categories:
        try:
            categories.append(checked_category(category.replace(" ", "_")))
        except ValueRefused:
            continue
    return replace(
        candidate,
        text=_plain(_one_paragraph(candidate.text)),
        quote=secrets.redact(well_formed(candidate.quote))[0],
        abstract=_plain(_one_paragraph(candidate.abstract)),
        categories=tuple(dict.fromkeys(categories)),
        reason=_one_paragraph(candidate.reason),
    )


def check(candidate: Candidate, checking: Checking) -> Fact | None:
    """Return the candidate as a fact that a gate held back, or None when it passes them all."""
    for outcome, gate in GATES:
        why = gate(candidate, checking)
        if why is not None:
            return Fact(candidate, outcome, why)
    return None


def malformed(candidate: Candidate, checking: Checking) -> str | None:
    """Refuse what is no statement: empty, a passage, an importance outside 0…1."""
    if not candidate.text or not any(character.isalpha() for character in candidate.text):
        return "there is no text in it"
    if len(candidate.text) > min(LONGEST, MAX_LENGTH):
        return f"{len(candidate.text):,} characters are a passage, not a fact"
    if not 0.0 <= candidate.importance <= 1.0:
        return f"an importance of {candidate.importance:g} lies outside 0 to 1"
    if candidate.window != checking.window.index:
        return "it claims to come from another part of the text"
    return None


def without_quote(candidate: Candidate, checking: Checking) -> str | None:
    """Refuse what does not name its words in the window."""
    quote = candidate.quote.strip()
    if not quote:
        return "it quotes nothing"
    if locate(quote, checking.window.text) is None:
        return "its quote is not in the text"
    wide = any(character > "\u2e7f" for character in quote)
    if len(quote.split()) < 2 and not wide and len(quote) < min(12, len(checking.window.text.strip())):
        return "its quote is too short to show anything"
    return None


def unfounded(candidate: Candidate, checking: Checking) -> str | None:
    """Refuse a number or name that the text does not hold; `unsupported` weighs its days."""
    texts = [text for text in (candidate.text, candidate.abstract) if not stands_in(text, candidate.quote)]
    word = next((word for text in texts if (word := invented_beside_dates(text, checking.source))), None)
    return None if word is None else f"“{word}” is not in the text"


def unsupported(candidate: Candidate, checking: Checking) -> str | None:
    """Refuse what the words around its quote do not say: denied, only planned, of another, about
    something else.

    A value that was corrected stands in one of its two places only, so those are not weighed. What the
    extractor says when it is asked once more goes before what the signs say.
    """
    word = checking.looked_again.words.get((candidate.text, candidate.quote))
    if word is not None:
        return word or None
    quoted = _quoted(candidate, checking)
    return None if quoted is None else unfounded_in(candidate.text, checking.source, quoted)


def is_unsure(candidate: Candidate, checking: Checking) -> bool:
    """Say whether nothing but the last gate may hold a candidate back, and that is unsure."""
    if any(gate(candidate, checking) for _, gate in GATES if gate is not unsupported):
        return False
    quoted = _quoted(candidate, checking)
    return quoted is not None and is_unsure_in(candidate.text, checking.source, quoted)


def _quoted(candidate: Candidate, checking: Checking) -> tuple[int, int] | None:
    """Return where in the whole text a quote stands that its statement can be weighed against."""
    span = None if APART in candidate.quote else locate(candidate.quote, checking.window.text)
    first = checking.window.start
    return None if span is None else (first + span[0], first + span[1])


def unimportant(candidate: Candidate, checking: Checking) -> str | None:
    """Refuse what its extractor finds less important than the person asked for."""
    if candidate.importance < checking.min_importance:
        return f"importance {candidate.importance:.2f} is below {checking.min_importance:g}"
    return None


def trivial(candidate: Candidate, _checking: Checking) -> str | None:
    """Refuse greetings, refusals, talk about the talk, and the extractor's own JSON."""
    return trivia.trivial(candidate.text)


def secret(candidate: Candidate, _checking: Checking) -> str | None:
    """Refuse what holds a key, token or password, or where one was redacted."""
    return holds_secret(candidate)


def holds_secret(candidate: Candidate) -> str | None:
    """Return that a candidate holds a secret, or held one; None when it does not."""
    for text in (candidate.text, candidate.quote, candidate.abstract):
        hits = secrets.find_secrets(text)
        if hits:
            return f"it holds a secret ({hits[0].kind})"
    redacted = _REDACTED.search(candidate.text)
    return None if redacted is None else f"it was about a secret ({redacted[1]})"


def recalled(candidate: Candidate, checking: Checking) -> str | None:
    """Refuse what memtui itself told the agent in this session."""
    if checking.recalled and normalised(candidate.text) in checking.recalled:
        return "memtui recalled it in this session"
    return None


Gate = Callable[[Candidate, Checking], str | None]

GATES: Sequence[tuple[Outcome, Gate]] = (
    (Outcome.MALFORMED, malformed),
    (Outcome.NO_QUOTE, without_quote),
    (Outcome.INVENTED, unfounded),
    (Outcome.UNIMPORTANT, unimportant),
    (Outcome.TRIVIAL, trivial),
    (Outcome.SECRET, secret),
    (Outcome.INVENTED, unsupported),
)
"""What needs no store. Known texts come next (`known`), then what was recalled (`recalled`)."""


def known(
    store: Store,
    scope: str,
    candidates: Sequence[Candidate],
    *,
    allow_dropped: bool = False,
    everywhere: bool = False,
) -> list[Fact | None]:
    """Return for each candidate the fact that the store has its text, or that it was dropped, else None.

    With `everywhere` what was dropped in another project counts as well (see `lifecycle.withheld`).
    """
    drafts = [Draft(candidate.text, scope=scope) for candidate in candidates]
    matches = inserting.look_up(store, drafts, inserting.hashes_of(drafts))
    buried = set() if allow_dropped else tombstones.buried(store, drafts)
    targets = {m.id: m for m in memories.get_many(store, [match[0] for match in matches if match])}
    withheld = None if allow_dropped else Withheld(store, everywhere=everywhere)
    facts: list[Fact | None] = []
    for position, (candidate, match) in enumerate(zip(candidates, matches, strict=True)):
        fact = None
        if match is not None and match[1] is not State.DROPPED:
            fact = Fact(candidate, Outcome.DUPLICATE, "the store has it already", targets.get(match[0]))
        elif match is not None and not allow_dropped:
            fact = Fact(candidate, Outcome.SUPPRESSED, how_it_went(store, match[0]), targets.get(match[0]))
        elif position in buried:
            fact = Fact(candidate, Outcome.SUPPRESSED, "you erased this on purpose")
        elif withheld is not None and (held := withheld.find(drafts[position])) and held.known is None:
            fact = Fact(candidate, Outcome.SUPPRESSED, how_it_went(store, held.memory.id), held.memory)
        facts.append(fact)
    return facts


def _one_paragraph(text: str) -> str:
    return secrets.redact(" ".join(sanitise(well_formed(text), raw=True).split()))[0]


def _plain(text: str) -> str:
    """Return a statement without the name of who spoke and without marks for emphasis."""
    spoken = _SPEAKER.sub("", text)
    return without_emphasis(spoken if len(spoken.split()) >= _LEAST_SAID else text)


_SPEAKER = re.compile(
    rf"^(?:[*_]{{0,2}}\(?(?:{roles.PERSON}|{roles.AGENT}|agent)\)?[*_]{{0,2}}"
    r"(?: ?:[*_]{0,2}\s+|：[*_]{0,2}\s*))+",
    re.IGNORECASE,
)
_LEAST_SAID = 3
"""The fewest words behind a name for it to be a speaker's: `User: admin` says who the user is."""
_REDACTED = re.compile(r"\[redacted ([^\[\]\n]{3,80})\]")
