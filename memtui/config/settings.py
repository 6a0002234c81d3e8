"""Every setting: its name, default, what it may be, and the sentence that documents it.

The string under a field is its documentation: `writing.default_file` turns these records into the
commented file that `memtui config init` writes. Whoever needs a setting takes it from here.
"""

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any

from memtui.config.places import homes_of_agents
from memtui.config.values import (
    BY_ACTION,
    BY_CATEGORY,
    FLAG,
    NAMES,
    RECIPIENTS,
    SCOPES,
    TEXT,
    Rule,
    Table,
    checked_source,
    number,
    one_of,
    some_of,
    whole,
)
from memtui.domain.decay import MAX_HALF_LIFE, MIN_HALF_LIFE, DecayRules
from memtui.domain.durations import Duration
from memtui.domain.memory import MemoryType
from memtui.domain.scope import ROOT, is_in_any
from memtui.installed import format_names

STORE, HOLD, ASK = GATES = ("store", "hold", "ask")
"""What can become of an addition that nobody was asked about."""
_BY_SOURCE = Table(one_of(*GATES), checked_source)
_HALF_LIFE = number(MIN_HALF_LIFE, MAX_HALF_LIFE)
_DAYS = number(0, 36_500)
_SHARE = number(0, 1)
_NATURAL = whole(0)
_SECONDS = number(1, 3600)
_MONEY = number(0)
_PAUSE = number(0)
_STAYS = frozenset({"local", "ephemeral"})
"""Names of scopes that never leave a machine."""


def _setting(default: object, rule: Rule, *, grants: bool = False) -> Any:
    """Return a field with what it may be. With `grants` it lets others act, pay or read without asking."""
    return field(default=default, metadata={"rule": rule, "grants": grants})


def _table(default: Mapping[str, object], table: Table, *, grants: bool = False) -> Any:
    return field(default_factory=lambda: dict(default), metadata={"table": table, "grants": grants})


def grants(key: str) -> bool:
    """Say whether a setting such as `review.auto_apply` lets others act, pay or read without asking."""
    record: Any = Settings
    for name in key.split("."):
        setting = next((item for item in fields(record) if item.name == name), None)
        if setting is None:
            return False
        record = section_of(setting)
        if record is None:  # a value, or a table whose entries go by one rule
            return bool(setting.metadata.get("grants", False))
    return False


def section_of(item: Field[Any]) -> Any:
    """Return the record that a field holds as a section of its own, or None for a plain value."""
    return item.default_factory if is_dataclass(item.default_factory) else None


@dataclass(frozen=True, slots=True)
class HalfLives:
    """Half-lives in days, by type. Constitutional memories never fade."""

    episodic: float = _setting(7.0, _HALF_LIFE)
    """What happened."""
    semantic: float = _setting(30.0, _HALF_LIFE)
    """A fact."""
    procedural: float = _setting(180.0, _HALF_LIFE)
    """How to do something."""


@dataclass(frozen=True, slots=True)
class Decay:
    """How memories fade and are forgotten: strength = importance × 2^(−idle days / half-life)."""

    enabled: bool = _setting(True, FLAG)
    """Off: strength is importance, nothing fades."""
    half_life_days: float = _setting(30.0, _HALF_LIFE)
    """For every type that this file does not list under [decay.half_lives]."""
    prune_threshold: float = _setting(0.05, _SHARE)
    """A memory weaker than this may be proposed for removal …"""
    prune_after_days: float = _setting(30.0, _DAYS)
    """… once nobody has used it for this many days."""
    stretch: float = _setting(1.0, number(0, 5))
    """How much use slows the fading. At 1 a half-life is 1.5 times as long after 2 sessions, twice after 4,
    three times after 8; 0 leaves it as it is, 2 adds twice as much."""
    exempt_scopes: tuple[str, ...] = _setting(("/user",), SCOPES)
    """Scopes, each with all below it, in which nothing fades."""
    half_lives: HalfLives = field(default_factory=HalfLives)


@dataclass(frozen=True, slots=True)
class Promote:
    """When a memory that is used again and again is proposed for a more lasting type."""

    accesses: int = _setting(5, _NATURAL)
    """Uses, at least."""
    sessions: int = _setting(3, _NATURAL)
    """In this many distinct sessions, at least."""
    days: int = _setting(14, _NATURAL)
    """Spread over this many days, at least."""


@dataclass(frozen=True, slots=True)
class Review:
    """The review pass: it proposes, a person decides."""

    on_start: str = _setting("daily", one_of("daily", "always", "never"))
    """Whether it runs in the background when the screen opens."""
    auto_apply: tuple[str, ...] = _setting((), some_of("exact_duplicate", "prune"), grants=True)
    """Rules that may act without asking; each can still be undone."""
    judge: str = _setting("ask", one_of("ask", "changes", "never"), grants=True)
    """When the model in llm.model reads the memories: when you "ask" for it, each time told what it takes;
    what "changes" too, in passes that start by themselves; or "never"."""
    scripted: bool = _setting(False, FLAG, grants=True)
    """Lets scripts decide, purge and change what is allowed, without a terminal. MEMTUI_SCRIPTED=1 does the
    same once."""
    promote: Promote = field(default_factory=Promote)


@dataclass(frozen=True, slots=True)
class Budget:
    """How many tokens of memory an agent should have to carry, by tier."""

    identity: int = _setting(50, _NATURAL)
    """Constitutional memories under /user."""
    critical: int = _setting(200, _NATURAL)
    """Pinned memories."""
    project: int = _setting(5000, _NATURAL)
    """Each project's live memories. Filing a memory of the category "finished" in its scope ends one."""
    historical: int = _setting(50_000, _NATURAL)
    """All the rest."""
    max_memories: int = _setting(0, _NATURAL)
    """Live memories in all; 0 for no cap."""


@dataclass(frozen=True, slots=True)
class Capture:
    """What you stated in sessions of agents; what else they teach waits for you whatever stands here."""

    interval: int = _setting(5, _NATURAL)
    """Tool turns between two looks at a running session; 0 for none."""
    window: int = _setting(15, whole(1))
    """Turns that are read at once."""
    window_tokens: int = _setting(4000, whole(100))
    """Tokens that are read at once, at most."""
    post_session: bool = _setting(True, FLAG)
    """Read the whole session when it has ended."""
    min_importance: float = _setting(0.3, _SHARE)
    """Facts of less importance are not kept."""
    check_quotes: bool = _setting(True, FLAG)
    """Where a model reads and it is unsure whether a quote bears its fact, ask the model once more about that
    fact, for some 200 tokens each; a no holds it back."""
    model: str = _setting("", TEXT, grants=True)
    """The model for running sessions; empty for llm.model."""
    post_model: str = _setting("", TEXT, grants=True)
    """The model for ended sessions; empty for llm.model."""


@dataclass(frozen=True, slots=True)
class Llm:
    """The language model. Without one, memtui works by rules alone."""

    model: str = _setting("", TEXT, grants=True)
    """Any name litellm knows, such as "ollama/llama3.2"; or a program of an agent on this machine, which
    needs no key: "cli/claude", "cli/codex", "cli/gemini", "cli/opencode", "cli/ollama", or one of its models,
    such as "cli/claude/haiku". MEMTUI_LLM_MODEL does the same. A key comes from the environment, under the
    provider's usual name such as OPENAI_API_KEY, never from this file."""
    api_base: str = _setting("", TEXT, grants=True)
    """Where the model is served, when that is not the usual place, such as "http://127.0.0.1:8080/v1".
    MEMTUI_LLM_API_BASE does the same."""
    timeout_s: float = _setting(60.0, _SECONDS)
    """Seconds to wait for an answer to begin, and then for more of it to come."""
    max_usd_per_day: float = _setting(1.0, _MONEY, grants=True)
    """What calls may cost within 24 hours, in US dollars. No call is made that could go beyond it."""
    max_usd_per_run: float = _setting(0.5, _MONEY, grants=True)
    """What the calls of one run, such as the extraction of one text, may cost."""
    max_unpriced_calls_per_day: int = _setting(1_000, _NATURAL, grants=True)
    """Calls within 24 hours of a model whose price nobody knows, which the caps in dollars cannot bind."""
    max_unpriced_tokens_per_day: int = _setting(2_000_000, _NATURAL, grants=True)
    """Tokens, in and out, that such calls may take within 24 hours."""


@dataclass(frozen=True, slots=True)
class Embeddings:
    """Similarity beyond shared words."""

    model: str = _setting("wordllama", TEXT, grants=True)
    """Works offline: "wordllama", or the path of a folder with a static model (`*.safetensors` and
    `tokenizer.json`, as model2vec writes them). Or any embedding model litellm knows; empty for none."""


@dataclass(frozen=True, slots=True)
class Recall:
    """What agents are told when they ask, and what hooks tell them."""

    elsewhere: bool = _setting(False, FLAG, grants=True)
    """Where an agent's own project knows nothing, search the other projects too, and say where each memory is
    from. Off, no agent is told what another project's agents learned."""
    start_tokens: int = _setting(1500, _NATURAL)
    """Most tokens that hooks tell an agent as a session starts; 0 tells nothing."""
    prompt_tokens: int = _setting(600, _NATURAL)
    """Most tokens that hooks add to a prompt; 0 adds nothing."""
    instructions_of_others: bool = _setting(False, FLAG, grants=True)
    """Tell every agent also what you wrote for another one: in its own file, such as ~/.codex/AGENTS.md, or
    in its folder of rules, such as .cursor/rules."""

    def asking_as(self, agent: str) -> str:
        """Return an agent as whom to ask; empty for any, where all may be told everything."""
        return "" if self.instructions_of_others else agent


@dataclass(frozen=True, slots=True)
class Gate:
    """What becomes of what agents add, sessions teach and files bring: "store" it; "hold" it back from every
    agent until you have seen its card in Review; or "ask" on a card before anything is stored."""

    agents: str = _setting("store", one_of(*GATES), grants=True)
    """What agents add over MCP in their own project."""
    sessions: str = _setting("store", one_of(*GATES), grants=True)
    """What you stated in sessions of agents; what else they teach waits for you whatever stands here."""
    trusted: tuple[str, ...] = _setting((), NAMES, grants=True)
    """Programs whose additions are stored whatever stands above, by the name they give themselves."""
    files: str = _setting("store", one_of(*GATES), grants=True)
    """What linked files and imports bring, new lines and changed ones."""
    sources: Mapping[str, str] = _table({}, _BY_SOURCE, grants=True)
    """Files that go by a rule of their own, by their format or the path of a file or folder, such as
    claude = "hold" or "~/notes/vendor" = "ask". The nearest path counts, and before the format."""

    def for_agent(self, client: str) -> str:
        """Say whether a memory that an agent adds is stored, held back, or asked about."""
        return STORE if client in self.trusted else self.agents

    def for_session(self, client: str) -> str:
        """Say whether facts from a program's session are stored, held back, or asked about."""
        return STORE if client in self.trusted else self.sessions

    def for_file(self, format_name: str, path: Path) -> str:
        """Say whether memories from a file of a format are stored, held back, or asked about."""
        named = {
            Path(name).expanduser().resolve(): gate
            for name, gate in self.sources.items()
            if name not in format_names()
        }
        for place in (path.resolve(), *path.resolve().parents) if named else ():
            if place in named:
                return named[place]
        return self.sources.get(format_name, self.files)


@dataclass(frozen=True, slots=True)
class Mcp:
    """The MCP server, which agents talk to."""

    form: str = _setting("many", one_of("many", "one"))
    """Many tools, or one: memory(action=…)."""
    tokens: int = _setting(2000, whole(100))
    """Tokens in an answer, at most."""


@dataclass(frozen=True, slots=True)
class Sync:
    """What goes to your other machines, once `memtui sync init` has said where they meet."""

    share: tuple[str, ...] = _setting((ROOT,), SCOPES)
    """Scopes, each with all below it, that go there."""
    keep: tuple[str, ...] = _setting(("/agent/local",), SCOPES)
    """Scopes among them that stay on this machine; so does every scope called "local" or "ephemeral"."""
    come: tuple[str, ...] = _setting((ROOT,), SCOPES)
    """Scopes, each with all below it, of which the memories of your other machines come to this one. What has
    come stays. Somewhere a machine has to take in everything, which newcomers are told of."""
    every: float = _setting(60.0, _PAUSE)
    """Seconds between two exchanges by the open screen, `memtui work --watch` and the server for agents; 0
    leaves it to `memtui sync`. A PostgreSQL database calls in between, so that others hear at once."""

    person: str = _setting("", TEXT)
    """What the others of a team know you by; empty for the name that git signs your commits with."""

    recipients: tuple[str, ...] = _setting((), RECIPIENTS, grants=True)
    """Who can read what goes there, by their age recipients (age1…), besides the key below. When it changes,
    this machine tells everything anew."""
    key: str = _setting("", TEXT)
    """Your age key file. With it all that goes there is sealed: who carries or keeps it cannot read it."""

    @property
    def scopes(self) -> str:
        """The scopes that go there, as one text: when it changes, this machine tells everything anew."""
        return f"{' '.join(self.share)} but {' '.join(self.keep)}"

    def comes(self, scope: str) -> bool:
        """Say whether what other machines file under a scope comes to this one."""
        return is_in_any(scope, self.come)

    def shares(self, scope: str) -> bool:
        """Say whether what is filed under a scope goes to other machines."""
        return (
            is_in_any(scope, self.share)
            and not is_in_any(scope, self.keep)
            and not _STAYS.intersection(scope.split("/"))
        )


@dataclass(frozen=True, slots=True)
class Screen:
    """How the screen looks."""

    theme: str = _setting("auto", one_of("auto", "dark", "light", "ansi"))
    """With "auto" the terminal says whether it is dark or light, and dark is used where it says nothing. With
    "ansi" the terminal's own sixteen colours are used."""
    rows: str = _setting("one", one_of("one", "two"))
    """With "two" each memory of a list takes two lines, so that more of its text is read."""
    scopes_width: int = _setting(0, _NATURAL)
    """Columns of the tree of scopes; 0 for what suits the screen. Dragging its border sets this."""
    text_width: int = _setting(0, _NATURAL)
    """Columns of the text in Extract, likewise."""
    page_height: int = _setting(0, _NATURAL)
    """Lines of the pane below a list, likewise."""


_TTL = {
    "session_state": Duration(1, "d"),
    "tool_output": Duration(7, "d"),
    "project_status": Duration(30, "d"),
    "decision": Duration(365, "d"),
    "preference": Duration(730, "d"),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. A part of the program takes the section it needs, never the file."""

    decay: Decay = field(default_factory=Decay)
    review: Review = field(default_factory=Review)
    ttl: Mapping[str, Duration] = _table(_TTL, BY_CATEGORY)
    """How long memories of a category last, from their creation. Any category may be listed. The longest
    of a memory's categories wins; an expiry date of its own overrides."""
    budget: Budget = field(default_factory=Budget)
    capture: Capture = field(default_factory=Capture)
    llm: Llm = field(default_factory=Llm)
    embeddings: Embeddings = field(default_factory=Embeddings)
    recall: Recall = field(default_factory=Recall)
    mcp: Mcp = field(default_factory=Mcp)
    gate: Gate = field(default_factory=Gate)
    sync: Sync = field(default_factory=Sync)
    screen: Screen = field(default_factory=Screen)
    keys: Mapping[str, str] = _table({}, BY_ACTION)
    """Other keys for the screen's actions, by action id; docs/keys.md lists them. For example drop = "d"."""

    @property
    def decay_rules(self) -> DecayRules:
        """The `[decay]` section as the store takes it."""
        decay = self.decay
        return DecayRules(
            enabled=decay.enabled,
            half_life_days=decay.half_life_days,
            half_lives={
                MemoryType.EPISODIC: decay.half_lives.episodic,
                MemoryType.SEMANTIC: decay.half_lives.semantic,
                MemoryType.PROCEDURAL: decay.half_lives.procedural,
                MemoryType.CONSTITUTIONAL: None,
            },
            exempt_scopes=decay.exempt_scopes,
            prune_threshold=decay.prune_threshold,
            prune_after_days=decay.prune_after_days,
            stretch=decay.stretch,
            homes=homes_of_agents(),
        )
