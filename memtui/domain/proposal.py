"""A proposal: a change to memories that someone suggests and a person decides.

The review pass, capture and agents make `Finding`s; the store keeps them as `Proposal`s; verdicts carry
their `Change` out. This module defines their parts, their JSON, when two are the same suggestion, and the
value of deciding one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from memtui.domain.card_kinds import Kind, rule_name
from memtui.domain.deeds import Change
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory, Origin
from memtui.domain.proposal_status import Status
from memtui.domain.text import fingerprint

REVIEW = "review"
"""The origin of what the review pass proposes."""
EXTRACT = "extract"
"""The origin of what capture proposes."""
SAID_BY, THE_USER = "said by", "you"
"""The label of a card's evidence for whose words it rests on, and what it says where they are the user's."""
Spans = tuple[tuple[int, int], ...]
"""Stretches of a text, in characters, start and end."""
TOLD_ELSEWHERE = 0.7
"""How sure a card is of what was decided elsewhere, chosen: somebody meant it, but not for here."""
LONGEST_SUGGESTED = 10_000
"""Characters of a text that an agent may suggest, the same as it may add."""


def words_of(rule: str, origin: str) -> Origin | None:
    """Return whose words the text of a proposal is; None for the review pass, which has a person's own."""
    if rule.startswith(rule_name(Kind.LEARNED, "agent-")):
        return Origin.AGENT
    if rule.startswith(f"{Kind.JUDGE}/"):
        return Origin.EXTRACTED
    if origin == EXTRACT:
        return Origin.EXTRACTED
    return None if origin == REVIEW else Origin.IMPORTED


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a person can check a proposal by."""

    facts: tuple[tuple[str, str], ...] = ()
    """Short lines: a label such as `strength` and a value such as `0.03`."""
    marks: Mapping[int, Spans] = field(default_factory=dict)
    """Stretches of the targets' texts to highlight, by memory id."""
    quote: str = ""
    """Words from outside the store that the proposal rests on."""
    before_after: tuple[tuple[str, str], ...] = ()
    """What an agent would see before and after, line by line; an empty side is a line that goes or comes."""
    file: str = ""
    """The whole path of the file that it is about; `facts` may hold it cut and masked."""
    over: int = 0
    """By how much something is too large, in tokens or memories; `facts` tells it in words."""

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values; parts that say nothing are left out."""
        fields: dict[str, Any] = {}
        if self.facts:
            fields["facts"] = dict(self.facts)
        if self.marks:
            fields["marks"] = {str(key): [list(span) for span in spans] for key, spans in self.marks.items()}
        if self.quote:
            fields["quote"] = self.quote
        if self.before_after:
            fields["before_after"] = [list(pair) for pair in self.before_after]
        if self.file:
            fields["file"] = self.file
        if self.over:
            fields["over"] = self.over
        return fields

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Self:
        """Return what `to_json` wrote."""
        return cls(
            tuple(fields.get("facts", {}).items()),
            {int(k): tuple((a, b) for a, b in spans) for k, spans in fields.get("marks", {}).items()},
            fields.get("quote", ""),
            tuple((a, b) for a, b in fields.get("before_after", ())),
            fields.get("file", ""),
            fields.get("over", 0),
        )


@dataclass(frozen=True, slots=True)
class Target:
    """A memory that a proposal is about, in the version that was seen."""

    id: int
    version: int
    fingerprint: int
    """Of its text: what makes two proposals the same."""

    @classmethod
    def of(cls, memory: Memory) -> Self:
        """Return `memory` as a target."""
        return cls(memory.id, memory.version, fingerprint(memory.text))


@dataclass(frozen=True, slots=True)
class Finding:
    """A suggestion that is about to be put into the queue."""

    kind: Kind
    rule: str
    """Which rule found it, such as `duplicate/exact`: what is learned about and muted."""
    targets: tuple[Target, ...]
    reason: str
    """One sentence, without a full stop, that a person understands."""
    change: Change
    scope: str
    """Where it is filed: the scope of its first target."""
    evidence: Evidence = field(default_factory=Evidence)
    confidence: float = 0.5
    """How sure it is, 0…1. Each rule chooses it by the evidence it has; it puts the cards in order."""
    saves: int = 0
    """About how many tokens an agent would no longer carry."""
    batch: str = ""
    """Findings with the same words here may be decided together: `expired tool outputs`. Empty for a single
    card."""
    version: int = 1
    """Of the rule: a better rule may ask again what was rejected."""
    bucket: int = 0
    """Of the evidence, coarse: a rejected proposal may come back only when this has changed."""
    origin: str = REVIEW
    """Who suggests it: the review pass, `extract`, or an agent's name."""

    @property
    def identity(self) -> int:
        """A signed 64-bit number, equal for the same suggestion about the same texts (BLAKE2b, cut)."""
        import hashlib  # loads OpenSSL: not before a proposal is made

        texts = sorted(target.fingerprint for target in self.targets)
        new = self.change.draft.get("text", "")
        named = (
            f"{self.kind}|{self.rule}|{self.version}|{self.bucket}|{texts}|{fingerprint(new) if new else ''}"
        )
        digest = hashlib.blake2b(named.encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big", signed=True)

    @property
    def worth(self) -> float:
        """What deciding it gains, for the order of the queue; see `worth`."""
        return worth(self.kind, self.confidence, self.saves)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A suggestion as the queue holds it."""

    id: int
    kind: Kind
    rule: str
    status: Status
    reason: str
    change: Change
    evidence: Evidence
    scope: str
    confidence: float
    saves: int
    batch: str
    origin: str
    created_at: Instant
    until: Instant | None
    """When a proposal that was put off comes back."""
    decided_at: Instant | None
    op_id: int | None
    """The op of the latest verdict."""
    targets: tuple[Target, ...]
    stale: bool
    """Whether a target was changed, dropped or purged since this was found."""


_TOKENS_PER_POINT = 200.0
"""Tokens saved that lift a card as much as a harm of 1: a long memory goes before a short one of its kind."""
_MOST_FOR_TOKENS = 3.0
"""However much is saved, the order is not by length alone."""
SINGLE_SECONDS = 6.0
"""What a person takes for one card, as `memtui simulate` assumes it too."""
BATCH_SECONDS = 12.0
"""What a person needs to decide a single card, and a batch. For the order, and for the time that is shown."""


def worth(kind: Kind, confidence: float, saves: int) -> float:
    """Return what a yes would gain: the harm of leaving it, weighted by how sure it is, and tokens saved."""
    return round(confidence * kind.record.harm + min(saves / _TOKENS_PER_POINT, _MOST_FOR_TOKENS), 4)


def minutes(singles: int, batches: int) -> float:
    """Return about how many minutes a person needs to decide these cards."""
    return (singles * SINGLE_SECONDS + batches * BATCH_SECONDS) / 60
