"""What each tool of the server does, without the protocol: methods that take and return JSON values.

`server` gives them to agents. Answers are kept within a token budget, because an agent reads all of them, and
refusals are sentences an agent can act on. There is no verdict here: what removes or changes a memory
becomes a proposal, and says so. Everything but `extract` uses the one connection, from one thread at a time.
"""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from memtui.config.settings import ASK, HOLD, Settings
from memtui.domain.actor import Actor
from memtui.domain.deeds import Change, Deed
from memtui.domain.durations import Duration
from memtui.domain.filter import Filter, parse
from memtui.domain.memory import Draft, Memory, MemoryType, Origin, State, checked_importance, checked_type
from memtui.domain.proposal import EXTRACT, LONGEST_SUGGESTED, REVIEW
from memtui.domain.scope import ROOT, USER, contains, normalise
from memtui.domain.text import Longest, one_line
from memtui.lifecycle import holding
from memtui.lifecycle.access import Use, touch
from memtui.lifecycle.add import add
from memtui.lifecycle.checks import checked
from memtui.lifecycle.propose import as_told
from memtui.mcp.adding import asked_about
from memtui.mcp.bounds import MOST_IMPORTANT
from memtui.mcp.errors import ToolRefused
from memtui.mcp.near import near
from memtui.mcp.place import Place, own_place
from memtui.mcp.reach import Reach, about
from memtui.mcp.refusals import checked_categories, in_sentences
from memtui.mcp.suggesting import Suggestions, change_for, one_of, shared
from memtui.recall import rows
from memtui.recall.at_odds import Odds
from memtui.recall.briefing import BEARS_LITTLE, CALL_HITS, Briefing, Why, on_call
from memtui.recall.offering import offer_back
from memtui.recall.search import Recalled, recall, use
from memtui.recall.told_block import NOTES, outgoing
from memtui.recall.written_for import for_others
from memtui.store import memories, selection, teams
from memtui.store.database import Store
from memtui.store.errors import LookupRefused, StoreError
from memtui.store.listing import listing
from memtui.store.reach import around

if TYPE_CHECKING:
    from memtui.llm.embeddings import Embedder
    from memtui.mcp.extracting import Reading
    from memtui.recall.meaning import Signs

_MOST_RECALLED = 50  # in one answer: more would fill an agent's context
_MOST_LISTED = 100  # lines in one answer
_MOST_NAMED = 100
"""Memories that one proposal may name."""
_MOST_FORGOTTEN = 2_000
"""Memories that one request may propose to forget."""
_LONGEST_READ = 200_000
"""Characters of a text to extract from."""
_NAME = 40
"""Characters of a client's name that are kept."""
_TAKEN = {"", REVIEW, EXTRACT, *Origin}
"""Names under which memtui itself proposes and files: a client that calls itself so gets another."""


@dataclass(slots=True)
class Tools:
    """The tools, for one agent at one store."""

    store: Store
    settings: Settings
    by: Actor
    """The agent."""
    place: Place = Place()  # noqa: RUF009 - it cannot be changed
    """Where the agent works: recall looks around it. In no project it has what is filed at the top itself and
    about the user."""
    prompts: Path | None = None
    """The folder with a person's own prompts."""
    embedder: "Embedder | None" = None
    """What compares meanings, when the server has one already."""
    added: Callable[[], None] = lambda: None
    """Called when there are new memories."""
    _embedder: "Embedder | None" = field(default=None, init=False)
    _signs: "Signs | None" = field(default=None, init=False)

    # -- adding and asking -------------------------------------------------------------------

    def add(
        self,
        text: str,
        scope: str = "",
        type: str = MemoryType.SEMANTIC,  # noqa: A002 - the field's name
        categories: Sequence[str] = (),
        importance: float = 0.5,
    ) -> dict[str, Any]:
        """Store one statement in the agent's own place; what goes further is only proposed."""
        if len(text) > LONGEST_SUGGESTED:
            raise ToolRefused(
                f"a memory is one statement of at most {LONGEST_SUGGESTED:,} characters, and this text has "
                f"{len(text):,}; store what matters in it, or have the facts in it extracted"
            )
        with in_sentences():
            wanted = checked_type(type)
            place = normalise(scope) if scope.strip() else self._place
            if not contains(self._place, place) and teams.shared_scope_of(self.store, place):
                return self._add_and_ask_to_share(place, self.add(text, "", type, categories, importance))
            draft = Draft(
                text=text,
                scope=place,
                type=wanted,
                categories=checked_categories(categories) or ("observation",),
                importance=min(checked_importance(importance), MOST_IMPORTANT),
                origin=Origin.AGENT,
                provenance={"source": self._client, "session": self.by.session, **about(self.place.folder)},
            )
            gate = self.settings.gate.for_agent(self._client)
            if gate == HOLD:
                draft = replace(draft, provenance={**draft.provenance, **holding.MARK})
            if not contains(self._place, place):
                return self._ask_to_add(checked(draft), f"you add to {self._place} and below")
            if gate == ASK:
                return self._ask_to_add(checked(draft), "additions wait for the person")
            kind = MemoryType.SEMANTIC if wanted is MemoryType.CONSTITUTIONAL else wanted
            added = add(self.store, replace(draft, type=kind), by=self.by)
        memory = added.memory
        answer = {"uid": memory.uid, "scope": memory.scope, "added": not added.duplicate}
        if not added.duplicate and (like := near(self.store, memory, self._looked_in(""), self._asking_as)):
            answer["near"] = like
        if importance > MOST_IMPORTANT and not added.duplicate:
            answer["importance"] = memory.importance
        if added.duplicate:
            where = " in the archive" if memory.state is State.ARCHIVED else ""
            return answer | {"said": f"known already{where}"}
        self.added()
        return answer | asked_about(memory, wanted, self._suggestions, held=gate == HOLD)

    def _add_and_ask_to_share(self, team: str, answer: dict[str, Any]) -> dict[str, Any]:
        """Ask the person to share what was just added for a team in the agent's own place."""
        if "uid" not in answer:
            return answer
        memory = memories.find_uid(self.store, answer["uid"])
        card = self._suggestions.ask_to_share(memory, team, "it was added for the team")
        sentence = f"{answer['said']} in {memory.scope}; the person is asked to share it with {team}"
        return answer | {
            "proposal": card["proposal"],
            "said": sentence if card["proposal"] else answer["said"],
        }

    def _ask_to_add(self, draft: Draft, why: str) -> dict[str, Any]:
        """Propose to add what an agent may not add by itself."""
        change = Change(Deed.LEARN, draft=as_told(draft))
        card = self._suggestions.ask("add", [], change, f"add this to {draft.scope}")
        sentence = f"{why}; the person is asked to add this to {draft.scope}"
        return (
            card | {"added": False, "scope": draft.scope} | ({"said": sentence} if card["proposal"] else {})
        )

    def recall(
        self, query: str, scope: str = "", limit: int = CALL_HITS, budget: int = 0, archived: bool = False
    ) -> dict[str, Any]:
        """Return the memories that bear on a question, the best first; they count as used.

        Where nothing around the agent's own project does, all of the store is searched if a setting says so.
        """
        if not query.strip():
            raise ToolRefused("say in `query` what you want to know")
        allowed = min(budget, self._budget) if budget > 0 else self._budget
        briefing = on_call(
            lambda where: self._found_about(query, where, limit, archived),
            self._looked_in(scope),
            self.store.now(),
            allowed,
            elsewhere=not scope.strip() and self._reach.everywhere,
        )
        recalled = briefing.recalled or Recalled()
        offered = self._count_use(briefing, query)
        answer: dict[str, Any] = {"about": NOTES, "memories": [entry.row for entry in briefing.told]}
        if briefing.elsewhere and briefing.told:
            answer["note"] = f"nothing about this around {self._reach.place_name}; these are from elsewhere"
        if more := sum(entry.why is Why.BUDGET for entry in briefing.left_out):
            answer["more"] = more
        if weak := sum(entry.why in BEARS_LITTLE for entry in briefing.left_out):
            answer["weak"] = f"{weak:,} more, only weakly related, left out"
        if recalled.beyond:
            answer["query"] = " ".join(recalled.beyond)
        if recalled.archived:
            answer["archived"] = f"{len(recalled.archived):,} archived match too; ask with archived=true"
        if offered:
            answer["archived"] = "the person is asked whether the archived ones are to come back"
        return answer | _at_most(limit, _MOST_RECALLED)

    def browse(self, filter: str = "", scope: str = "", limit: int = 20) -> dict[str, Any]:  # noqa: A002
        """Return memories by strength that a filter selects, such as `type:episodic older:30d`.

        Where there are none in the agent's own project, those of all the store if a setting says so.
        """
        with in_sentences():
            narrowed = parse(filter, Filter(scope=normalise(scope) if scope.strip() else ROOT))
            named = "" if narrowed.scope == ROOT and not scope.strip() else narrowed.scope
            wanted = replace(narrowed, scope=self._reach.looked_in(named) or USER)
        if State.DROPPED in wanted.states:
            raise ToolRefused("what the person dropped is theirs to look at, in memtui")
        lines = listing(self.store, wanted)
        if not lines.count and not named and self._reach.everywhere:
            lines = listing(self.store, narrowed)
        listed = memories.get_many(self.store, lines.ids(0, max(1, min(limit, _MOST_LISTED))))
        others = for_others(self.store, listed, self._asking_as)
        listed = [memory for memory in listed if memory.id not in others]
        tellable = holding.tellable(self.store, listed)
        odds = Odds.among(self.store, tellable, around(wanted.scope), self._asking_as)
        listed_rows = rows.rows(tellable, lines.now, self._budget, odds)
        answer: dict[str, Any] = {"about": NOTES, "total": lines.count, "memories": listed_rows.rows}
        if listed_rows.over:
            answer["more"] = len(listed_rows.over)
        if len(tellable) < len(listed):
            answer["held_back"] = f"{len(listed) - len(tellable):,}, until the person has looked at them"
        return answer | _at_most(limit, _MOST_LISTED)

    def get(self, uid: str) -> dict[str, Any]:
        """Return one memory with where it came from."""
        memory = self._memory_of(uid)
        odds = Odds.among(self.store, [memory], around(memory.scope), self._asking_as)
        answer = {"about": NOTES, **rows.rows([memory], self.store.now(), self._budget, odds).rows[0]}
        answer |= {
            "importance": memory.importance,
            "origin": memory.origin.value,
            "used": memory.access_count,
        }
        known = memory.provenance
        answer["from"] = {
            key: outgoing(one_line(str(known[key]), Longest.REASON))
            for key in ("source", "session", "file", "quote")
            if known.get(key)
        }
        return answer

    # -- extracting --------------------------------------------------------------------------

    def reading(self, content: str, scope: str = "") -> "Reading":
        """Return the reading of a text, which `extract` takes; another thread may stop it."""
        if len(content) > _LONGEST_READ:
            raise ToolRefused(
                f"a text to extract from has at most {_LONGEST_READ:,} characters and this one has "
                f"{len(content):,}; send it in parts"
            )
        if not content.strip():
            raise ToolRefused("there is no text in `content`")
        from memtui.mcp.extracting import Reading

        by = self.by._replace(client=self._client)
        with in_sentences():
            filed_under = normalise(scope) if scope.strip() else self._place
        if not contains(self._place, filed_under):
            raise ToolRefused(
                f"facts are filed under {self._place} and below; give a statement for {filed_under} to add"
            )
        return Reading(self.store, self.settings, content, scope=filed_under, by=by, prompts=self.prompts)

    def extract(self, reading: "Reading", *, keep: bool = True) -> dict[str, Any]:
        """Return the facts of a text; with `keep` what is new is stored, and what needs a person proposed.

        Runs in a thread of its own: it takes as long as the model does.
        """
        from memtui.llm.errors import LlmError
        from memtui.mcp.extracting import answer_of

        try:
            with in_sentences():
                done = reading.read(keep=keep)
        except LlmError as error:
            raise ToolRefused(f"{error} Nothing was stored.") from None
        if keep:
            self.added()
        return answer_of(done, self._budget, keep=keep)

    # -- proposing ---------------------------------------------------------------------------

    def update(self, uid: str, text: str, reason: str = "") -> dict[str, Any]:
        """Suggest that a memory says something else from now on; a person decides."""
        memory = self._memory_of(uid)
        if not text.strip():
            raise ToolRefused("say in `text` what is so now")
        if len(text) > LONGEST_SUGGESTED:
            raise ToolRefused(f"a memory has at most {LONGEST_SUGGESTED:,} characters, not {len(text):,}")
        with in_sentences():
            now_so = checked(Draft(text=text, scope=memory.scope)).text
        if now_so == memory.text:
            raise ToolRefused("it says that already")
        change = Change(Deed.KEEP, memory.id, text=now_so)
        return self._suggestions.ask("update", [memory], change, reason or "it is no longer so")

    def propose(
        self,
        what: str,
        uids: Sequence[str],
        reason: str,
        text: str = "",
        type: str = "",  # noqa: A002
        scope: str = "",
    ) -> dict[str, Any]:
        """Suggest to forget, merge, promote or share memories; a person decides."""
        named = list(dict.fromkeys(uids))
        if not named:
            raise ToolRefused("name the memories by their uids")
        if len(named) > _MOST_NAMED:
            raise ToolRefused(f"one proposal names at most {_MOST_NAMED} memories, not {len(named):,}")
        about = list({memory.id: memory for memory in map(self._memory_of, named)}.values())
        if what == "share":
            return self._suggestions.ask_to_share(one_of(about), shared(scope), reason)
        change = change_for(what, about, text, type)
        return self._suggestions.ask(what, about, change, reason)

    def forget(
        self, scope: str = "", older_than: str = "", categories: Sequence[str] = (), reason: str = ""
    ) -> dict[str, Any]:
        """Suggest to forget all that a scope, an age and categories select; nothing is removed by this.

        What is pinned or constitutional is left out: the person decides on those one by one.
        """
        with in_sentences():
            wanted = Filter(
                scope=normalise(scope) if scope else ROOT,
                categories=frozenset(checked_categories(categories)),
                older=Duration.parse(older_than) if older_than else None,
            )
        if not wanted.narrows:
            raise ToolRefused("give a scope, an age such as 30d, or categories; that would be everything")
        meant = wanted.describe()
        fading = frozenset(MemoryType) - {MemoryType.CONSTITUTIONAL}
        ids = selection.ids(self.store, replace(wanted, pinned=False, types=fading), _MOST_FORGOTTEN + 1)
        if not ids:
            return {
                "count": 0,
                "proposal": None,
                "said": "nothing matches; nothing removed, nothing proposed",
            }
        if len(ids) > _MOST_FORGOTTEN:
            raise ToolRefused(
                f"more than {_MOST_FORGOTTEN:,} memories match; narrow it down by scope, age or category"
            )
        about = memories.get_many(self.store, ids)
        return self._suggestions.ask_to_forget(about, meant, reason)

    def feedback(self, uid: str, verdict: str, note: str = "") -> dict[str, Any]:
        """Record that a memory was useful, or say that it is wrong, which proposes to drop it."""
        memory = self._memory_of(uid)
        if verdict == "useful":
            touch(self.store, [memory.id], by=self.by, use=Use.HELPED)
            return {"said": "counted as used"}
        if verdict != "wrong":
            raise ToolRefused("verdict is useful or wrong")
        change = Change(Deed.DROP, gone=(memory.id,))
        return self._suggestions.ask("wrong", [memory], change, note or "it is wrong")

    # -- what they share -----------------------------------------------------------------------

    @property
    def _client(self) -> str:
        name = one_line(self.by.client, _NAME)
        return f"agent {name}".strip() if name in _TAKEN else name

    @property
    def _asking_as(self) -> str:
        """The agent as whom memories are looked for; empty where every agent is told everything."""
        return self.settings.recall.asking_as(self.by.client)

    @property
    def _suggestions(self) -> Suggestions:
        return Suggestions(self.store, self._client, self.by.session)

    @property
    def _place(self) -> str:
        """Where the agent adds."""
        return own_place(self.place.scope, self._client)

    @property
    def _budget(self) -> int:
        return self.settings.mcp.tokens

    @property
    def _reach(self) -> Reach:
        scope, no_project = self.place.scope, self.place.no_project
        everywhere = self.settings.recall.elsewhere or (scope == ROOT and not no_project)
        if not no_project:
            return Reach(scope, everywhere)
        return Reach(self._place if scope == ROOT else None, everywhere)

    def _looked_in(self, given: str) -> str | None:
        with in_sentences():
            return self._reach.looked_in(normalise(given) if given.strip() else "")

    def _memory_of(self, uid: str) -> Memory:
        try:
            memory = memories.find_uid(self.store, uid)
        except LookupRefused as error:
            raise ToolRefused(f"{error}; recall names the uid of each memory") from None
        if not self._reach.holds(memory.scope):
            raise ToolRefused(f"that memory is of another project than {self._reach.place_name}")
        if memory.state is State.DROPPED:
            raise ToolRefused("the person dropped this memory; only they can bring it back")
        if holding.held_ids(self.store, [memory]):
            raise ToolRefused("this memory is held back until the person has looked at it")
        if for_others(self.store, [memory], self._asking_as):
            raise ToolRefused("the person wrote this for another agent")
        return memory

    def _found_about(self, query: str, scope: str | None, limit: int, archived: bool) -> Recalled:
        return recall(
            self.store,
            query,
            scope=scope,
            limit=max(1, min(limit, _MOST_RECALLED)),
            archived=archived,
            embedder=self._meaning(),
            signs=self._signs,
            agent=self._asking_as,
        )

    def _meaning(self) -> "Embedder | None":
        """Return what compares meanings: 134 MB, so only where the store holds vectors that it made."""
        if self._embedder is None and self.settings.embeddings.model:
            from memtui.llm.embeddings import embedder
            from memtui.recall.meaning import Signs
            from memtui.store import embeddings

            meaning = self.embedder or embedder(self.settings.embeddings, self.settings.llm)
            if meaning is not None and embeddings.any_of(self.store, meaning.name):
                self._embedder, self._signs = meaning, Signs()
        return self._embedder

    def _count_use(self, briefing: Briefing, question: str) -> int:
        """Count what was shown as used, and propose to bring back what is archived; return how many that is.

        A store that cannot be written now can still be read.
        """
        hits = [entry.hit for entry in briefing.told if entry.hit is not None]
        if hits and not self.store.read_only:
            with contextlib.suppress(StoreError):
                use(self.store, Recalled(hits), by=self.by)
                return offer_back(self.store, briefing.memories, question=question, client=self._client)
        return 0


def _at_most(wanted: int, most: int) -> dict[str, Any]:
    """Return what an answer says besides when more was asked for than it ever holds."""
    return {"limit": f"at most {most:,} at once, not {wanted:,}"} if wanted > most else {}
