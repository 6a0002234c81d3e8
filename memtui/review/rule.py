"""Defines the rules of the review pass, and what each rule is given.

There are three sorts. A MemoryRule looks at one memory at a time, a PairRule at two that are alike, a
StoreRule at whole scopes. A new kind of proposal is one file in `review/rules/` with a `RULE`, and one line
in `review.registry`.

A rule changes nothing and reads only what it is given, so the same memories at the same time give the same
findings, and a card that went stale is found anew by asking its rule about the memories as they are now.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memtui.config.settings import Settings
from memtui.domain.card_kinds import Kind
from memtui.domain.decay import DecayRules
from memtui.domain.instant import Instant
from memtui.domain.memory import Memory, Origin
from memtui.domain.proposal import Finding
from memtui.domain.watch import Stages
from memtui.llm.embeddings import Embedder
from memtui.review.code.project import Projects
from memtui.review.disk import Disk
from memtui.review.git_history import GitHistory
from memtui.review.readers import reader_of_instructions
from memtui.review.surroundings import Surroundings
from memtui.sources.secrets_between import beside_each
from memtui.store import replicas, review_state
from memtui.store.database import Store

if TYPE_CHECKING:
    from memtui.review.learned.homes import Homes
    from memtui.review.learned.model import Opinion
    from memtui.review.learned.speaking import Speech
    from memtui.review.learned.taste import Taste
    from memtui.sources.holding_secrets import InFile

Asking = Callable[[str, str], str]
"""Asks a model: (system text, user text) to its answer. Raises LlmError."""


@dataclass(slots=True)
class Context:
    """What the rules of one pass share."""

    store: Store
    settings: Settings
    now: Instant
    full: bool = False
    """The pass looks at the whole store, not only at what changed."""
    embedder: Embedder | None = None
    judge: Asking | None = None
    """A model to ask; None works by rules alone."""
    clock_back: bool = False
    """The clock is behind the last pass, so what rests on time is not to be trusted."""
    notes: list[str] = field(default_factory=list)
    """What the run's report should say besides: a cap that was met, a model that failed."""
    disk: Disk = field(default_factory=Disk)
    """What this machine's files are asked through."""
    git: GitHistory = field(default_factory=GitHistory)
    """Tells when files went, and how."""
    projects: Projects = field(init=False)
    """The code of projects that are on this machine."""
    surroundings: Surroundings = field(init=False)
    """The words among which memories stand."""
    checkouts: dict[str, list[str]] = field(default_factory=dict)
    """The checkouts of projects, by the first levels of their scope; see `review.folders`."""
    homes: "Homes | None" = None
    """Asks the model that was learned from people's verdicts; None if it is not used."""
    taste: "Taste | None" = None
    """What the verdicts in this store taught besides."""
    opinions: "dict[int, Opinion]" = field(default_factory=dict)
    """What the model says of the memories that are looked at now, by id."""
    speeches: "dict[int, Speech]" = field(default_factory=dict)
    """Why it does, for those of them that it would have a person drop."""
    _beside: "Mapping[int, Sequence[InFile]] | None" = None
    withdrawn: int = 0
    """Cards of other rules that a model took back."""
    read: int = 0
    """Memories that the model has read."""
    untold: int = 0
    """Pairs of memories that may disagree, and that take a model to tell."""
    dry_run: bool = False
    """Nothing is written by this pass, so nothing counts as read."""
    at: Stages | None = None
    """Raises when the pass must stop."""
    crowded: set[Kind] = field(default_factory=set)
    """Kinds that the queue has no room for: what is found now would only be found again."""
    _decay: DecayRules | None = None
    _shared_scopes: "Sequence[str] | None" = None
    _uses: dict[str, Instant | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Have the code of projects asked for through the same git, and words read from the same store."""
        self.projects = Projects(self.git)
        self.surroundings = Surroundings(self.store, self.embedder)

    @property
    def shared_scopes(self) -> Sequence[str]:
        """Scopes that are shared with other people, as they were when this pass first asked."""
        if self._shared_scopes is None:
            self._shared_scopes = replicas.shared_scopes(self.store)
        return self._shared_scopes

    @property
    def secrets_beside(self) -> "Mapping[int, Sequence[InFile]]":
        """Return the secrets that linked files hold in no record, by the memory that they stand beside."""
        if self._beside is None:
            self._beside = beside_each(self.store)
        return self._beside

    @property
    def decay(self) -> DecayRules:
        """How memories fade, as it was when this pass first asked: rules ask for each memory."""
        if self._decay is None:
            self._decay = self.store.decay
        return self._decay

    def usage_known(self, memory: Memory) -> bool:
        """Say whether it means anything that a memory was not used."""
        return self.usage_known_since(memory) is not None

    def usage_known_since(self, memory: Memory) -> Instant | None:
        """Return since when it means something that a memory was not used; None where it means nothing.

        memtui sees every use of memories written in it. Of imported ones it sees uses only if their source
        reports them, and only since it does; and none of what an agent loads whole with its instructions.
        """
        if reader_of_instructions(memory):
            return None
        return self.uses_reported_since(memory) if memory.origin is Origin.IMPORTED else memory.created_at

    def uses_reported(self, memory: Memory) -> bool:
        """Say whether an agent ever used any memory that came from where this one did.

        If not, the program that writes them may never ask for them, or never say so.
        """
        return self.uses_reported_since(memory) is not None

    def uses_reported_since(self, memory: Memory) -> Instant | None:
        """Return since when agents' uses of what came from where a memory did are known; None for never."""
        source = memory.source
        if source not in self._uses:
            self._uses[source] = review_state.uses_reported_since(self.store, source)
        return self._uses[source]


class Rule(ABC):
    """What all sorts have in common."""

    kind: Kind
    version: int = 1
    """Raised when the rule gets better: it may ask again what was rejected, and looks at everything anew."""
    one_by_one: bool = False
    """Whether each finding is put into the queue at once, because what led to it is not done again."""
    by_time: bool = False
    """Whether it rests on how long ago something was; then it is left out while the clock is set back."""
    by_files: bool = False
    """Whether it rests on files outside the store; its cards are held against them in each pass."""


class MemoryRule(Rule):
    """Looks at one memory at a time."""

    @abstractmethod
    def look(self, memory: Memory, now: Context) -> Finding | None:
        """Return what is to be proposed about a live memory, or None."""

    def prepare(self, memories: Sequence[Memory], now: Context) -> None:
        """Hear which live memories are looked at next, for what is cheaper done for many at once."""
        del memories, now

    def look_again(self, memory: Memory, now: Context) -> Instant | None:
        """Return when, if nothing changes, `look` may answer differently; None for never.

        Asked when `look` found nothing. Always later than now.
        """
        del memory, now
        return None


class PairRule(Rule):
    """Looks at two memories that are alike; `review.pairs` finds which."""

    @abstractmethod
    def compare(self, older: Memory, newer: Memory, similarity: float | None, now: Context) -> Finding | None:
        """Return what is to be proposed about two live memories, or None.

        `similarity` is the cosine of their embeddings, where there are any.
        """


class StoreRule(Rule):
    """Looks at many memories together: a tier, a scope, a cluster."""

    @abstractmethod
    def survey(self, scopes: Sequence[str], now: Context) -> Iterator[Finding]:
        """Yield the proposals about the memories of some scopes, those that changed.

        With `now.full`, about the whole store. The cost must grow with those scopes, not with the store.
        """

    @abstractmethod
    def renew(self, memories: Iterable[Memory], now: Context) -> Finding | None:
        """Return what is to be proposed about just these memories as they are now, or None."""
