"""A proposal as scripts get it (one JSON object), as a line of a list, and as a card in words.

Called by the `review` commands. A secret that a memory holds is masked in all of them: what the queue shows
ends up in logs and screenshots.
"""

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from memtui.cli import output
from memtui.cli.rows import iso_or_none
from memtui.cli.telling import local
from memtui.domain.card_kinds import Kind
from memtui.domain.counting import listed
from memtui.domain.decay import strength_of
from memtui.domain.deed_record import Offer, Sentence, before_the_text
from memtui.domain.deeds import Change
from memtui.domain.instant import Instant, to_iso
from memtui.domain.memory import Memory, State
from memtui.domain.proposal import REVIEW, Proposal, Spans, Target
from memtui.domain.proposal_status import WAITING, Status
from memtui.domain.text import Longest, one_line, printable
from memtui.review.new_text import rewording, to_read
from memtui.review.rule_words import heading_words
from memtui.secrets.masking import headline, masked, masked_value
from memtui.store import memories, proposals
from memtui.store.database import Store

_PAGE = 200
_LABEL = 10
_KIND = 9
UNDO = "`memtui undo`"
"""What undoes a yes, on the command line."""
_CHOICES = {
    Offer.WINNER: "--keep UID chooses the other",
    Offer.BOTH: "--both keeps both, dated where their days differ",
    Offer.ARCHIVE: "--archive keeps it searchable",
    Offer.WHOLE: "--whole drops all of it",
}
_SURE = 4
_WORDS = 72
"""Fewer columns for reason and memory together than this, and the scope gives way."""
_AGAINST = " ≠ "
"""What stands between the two sides of a conflict."""
_INDENT = " " * (_LABEL + 1)


@dataclass(frozen=True, slots=True)
class Decision:
    """A proposal with the memories it is about, by id; one that was erased is missing."""

    proposal: Proposal
    memories: Mapping[int, Memory]

    @property
    def sides(self) -> tuple[str, ...]:
        """The two memories of a conflict, each in a line, so that one can judge between them; else none."""
        both = [self.memories[t.id] for t in self.proposal.targets if t.id in self.memories]
        apart = self.proposal.kind is Kind.CONFLICT and len(both) == 2
        return tuple(one_line(headline(memory)) for memory in both) if apart else ()

    @property
    def about(self) -> str:
        """The memory it is about, in a line: the one that goes, where another stays."""
        targets = [self.memories[t.id] for t in self.proposal.targets if t.id in self.memories]
        going = [memory for memory in targets if memory.id in self.proposal.change.gone]
        named = (going or targets)[:1]
        if not named:
            draft = str(self.proposal.change.draft.get("text", ""))
            return one_line(masked(draft)) or "erased since"
        more = f" and {len(targets) - 1:,} more" if len(targets) > 2 else ""
        return f"{one_line(headline(named[0]))}{more}"


def load(store: Store, ids: Sequence[int]) -> Iterator[Decision]:
    """Yield proposals in the order of `ids`, a page at a time; missing ones are left out."""
    for start in range(0, len(ids), _PAGE):
        page = proposals.get_many(store, ids[start : start + _PAGE])
        wanted = {target.id for proposal in page for target in proposal.targets}
        known = {memory.id: memory for memory in memories.get_many(store, sorted(wanted))}
        for proposal in page:
            yield Decision(proposal, {t.id: known[t.id] for t in proposal.targets if t.id in known})


# -- for scripts -------------------------------------------------------------------------------


def as_json(decision: Decision, now: Instant) -> dict[str, object]:
    """Return the fields of a proposal that scripts rely on; memories are named by uid."""
    proposal = decision.proposal
    return {
        "id": proposal.id,
        "kind": proposal.kind,
        "rule": proposal.rule,
        "status": proposal.status,
        "stale": proposal.stale,
        "reason": masked(proposal.reason),
        "confidence": proposal.confidence,
        "scope": proposal.scope,
        "batch": proposal.batch,
        "saves": proposal.saves,
        "origin": proposal.origin,
        "targets": [_target_json(decision, target, now) for target in proposal.targets],
        "evidence": _evidence_json(decision),
        "change": change_json(proposal.change, decision.memories),
        "created_at": to_iso(proposal.created_at),
        "until": iso_or_none(proposal.until),
        "decided_at": iso_or_none(proposal.decided_at),
        "op": proposal.op_id,
    }


def change_json(change: Change, known: Mapping[int, Memory]) -> dict[str, object]:
    """Return what a yes does, by uids; the uid of a memory that was erased is null."""
    fields: dict[str, object] = masked_value(change.to_json())
    if change.keep is not None:
        fields["keep"] = _uid(change.keep, known)
    if change.gone:
        fields["gone"] = [_uid(i, known) for i in change.gone]
    return fields


def _uid(memory_id: int, known: Mapping[int, Memory]) -> str | None:
    return known[memory_id].uid if memory_id in known else None


def _target_json(decision: Decision, target: Target, now: Instant) -> dict[str, object]:
    memory = decision.memories.get(target.id)
    if memory is None:
        return {"uid": None, "text": None, "version": target.version, "changed": True}
    return {
        "uid": memory.uid,
        "text": masked(memory.text),
        "scope": memory.scope,
        "type": memory.type,
        "state": memory.state,
        "pinned": memory.pinned,
        "strength": strength_of(memory, now),
        "created_at": to_iso(memory.created_at),
        "source": memory.source,
        "version": target.version,
        "changed": memory.version != target.version,
    }


def _evidence_json(decision: Decision) -> dict[str, object]:
    """Return the evidence; marks are by uid, and left out of a masked text, where they would not fit."""
    evidence = decision.proposal.evidence
    fields: dict[str, object] = masked_value({k: v for k, v in evidence.to_json().items() if k != "marks"})
    marks = {
        memory.uid: [list(span) for span in evidence.marks[memory.id]]
        for memory in decision.memories.values()
        if memory.id in evidence.marks and masked(memory.text) == memory.text
    }
    return {**fields, "marks": marks} if marks else fields


# -- a line of the list ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Columns:
    """How wide the columns of the list are."""

    id: int
    scope: int
    """0 leaves the column out."""
    reason: int
    text: int | None
    """None leaves reason and memory as long as they are."""

    @property
    def header(self) -> str:
        """The line above the list."""
        return self._joined("ID", "KIND", "SURE", "SCOPE", "WHY", "MEMORY")

    def line(self, decision: Decision) -> str:
        """Return one proposal as a line of the list."""
        proposal = decision.proposal
        why = masked(proposal.reason)
        if proposal.stale:
            why = f"[stale] {why}"
        return self._joined(
            str(proposal.id or "–"),
            proposal.kind,
            sure(proposal.confidence),
            proposal.scope,
            why,
            self._about(decision),
        )

    def _about(self, decision: Decision) -> str:
        """Return the memory, or each side of a conflict cut to half the room."""
        sides: Sequence[str] = decision.sides
        if not sides:
            return decision.about
        if self.text is not None:
            half = max((self.text - len(_AGAINST)) // 2, 1)
            room = [max(half, self.text - len(_AGAINST) - output.columns_of(other)) for other in sides[::-1]]
            sides = [output.fitted(side, columns) for side, columns in zip(sides, room, strict=True)]
        return _AGAINST.join(sides)

    def _joined(self, id: str, kind: str, likely: str, scope: str, why: str, about: str) -> str:  # noqa: A002
        cells = [id.rjust(self.id), kind.ljust(_KIND), likely.rjust(_SURE)]
        cells += [output.padded(scope, self.scope)] if self.scope else []
        if self.text is None:
            return "  ".join([*cells, output.padded(why, max(self.reason, output.columns_of(why))), about])
        return "  ".join([*cells, output.padded(why, self.reason), output.fitted(about, self.text)])


def columns(sample: Sequence[Decision], *, width: int | None) -> Columns:
    """Return the columns that fit `sample` into `width` columns, or have no limit when there is none."""
    longest_id = max(2, *(len(str(card.proposal.id)) for card in sample))
    scope = max(5, *(output.columns_of(card.proposal.scope) for card in sample))
    if width is None:
        longest = max(output.columns_of(masked(card.proposal.reason)) for card in sample)
        return Columns(longest_id, scope, longest, None)
    scope = min(scope, max(width // 6, 12))
    left = width - (longest_id + _KIND + _SURE + 3 * 2)
    if left - scope - 2 < _WORDS:
        scope = 0
    else:
        left -= scope + 2
    reason = min(max(output.columns_of(masked(s.proposal.reason)) for s in sample) + 8, left * 3 // 5)
    return Columns(longest_id, scope, reason, max(left - reason - 2, 1))


def sure(confidence: float) -> str:
    """Return a confidence as people read it."""
    return f"{confidence:.0%}"


# -- a card ------------------------------------------------------------------------------------


def heading(proposal: Proposal) -> str:
    """Return what a card is headed with: what happened, its number and its reason."""
    return f"{heading_words(proposal.rule).upper()} {proposal.id}  {masked(proposal.reason)}"


def card(
    decision: Decision,
    now: Instant,
    if_yes: Iterable[Sentence],
    also: Iterable[Sentence] = (),
    *,
    others: Sequence[int] = (),
    batch: int,
    width: int | None,
) -> Iterator[str]:
    """Yield the lines of a card; no line is longer than `width` columns, if there is one.

    `if_yes` says what a yes does, `also` what it changes in files besides, `others` which proposals are about
    its memories too, `batch` how many open proposals are decided with this one if one likes.
    """
    proposal = decision.proposal
    yield from _wrapped_line(heading(proposal), width)
    for target in proposal.targets:
        yield ""
        yield from _target(decision, target, now, width)
    yield from _new_text(decision, width)
    yield ""
    rows: list[tuple[str, str]] = [*_evidence(decision)]
    done = before_the_text(if_yes) if proposal.change.new_text else list(if_yes)
    done += also
    rows += [("if yes" if i == 0 else "", masked(line.worded(UNDO))) for i, line in enumerate(done)]
    rows += [*_standing(proposal)]
    if others:
        rows.append(
            ("also on", f"{listed([f'{each}' for each in others])}: `memtui review show {others[0]}`")
        )
    if batch > 1 and proposal.status is Status.OPEN:
        choose = f"--kind {proposal.kind} --batch {shlex.quote(proposal.batch)} --all"
        rows.append(("batch", f"one of {batch:,}: `memtui review accept {choose}` takes all"))
    if proposal.status in WAITING:
        rows.append(("decide", " · ".join(_ways(proposal))))
    for label, value in rows:
        yield from _labelled(label, value, width)


def _target(decision: Decision, target: Target, now: Instant, width: int | None) -> Iterator[str]:
    memory = decision.memories.get(target.id)
    if memory is None:
        yield from _labelled("", "a memory that was erased since", width)
        return
    hidden = masked(memory.text)
    says = rewording(decision.proposal.change, decision.memories)
    spans = decision.proposal.evidence.marks.get(target.id, ())
    if says is not None and memory.id == decision.proposal.change.keep:
        spans = says.goes
    spans = spans if hidden == memory.text else ()
    label = _becomes(decision.proposal, target.id)
    room = None if width is None else width - len(_INDENT)
    for position, line in enumerate(marked(hidden, spans, room)):
        yield f"{'' if position else label:<{_LABEL}} {line}".rstrip()
    facts = [memory.uid, memory.scope, memory.type, local(memory.created_at)[:10]]
    facts += [f"strength {strength_of(memory, now):.2f}"]
    facts += ["pinned"] if memory.pinned else []
    facts += [memory.state] if memory.state is not State.LIVE else []
    facts += [f"from {memory.source}"] if memory.source else []
    facts += ["changed since this was proposed"] if memory.version != target.version else []
    yield from _labelled("", " · ".join(facts), width)


def _new_text(decision: Decision, width: int | None) -> Iterator[str]:
    """Yield all of the text that a yes would store, with what is new in it marked by a line below."""
    change = decision.proposal.change
    says = rewording(change, decision.memories)
    text, spans = (says.text, says.comes) if says is not None else (change.new_text, ())
    if not text:
        return
    safe = masked(text)
    says_then = says is not None or change.deed.record.shortens
    label = "says then" if says_then else "is added"
    room = None if width is None else width - len(_INDENT)
    yield ""
    for position, line in enumerate(marked(safe, spans if safe == text else (), room)):
        yield f"{'' if position else label:<{_LABEL}} {line}".rstrip()


def to_be_read(decision: Decision, change: Change) -> str:
    """Return the text that a person has to have seen whole before a yes to `change`, safe to print."""
    return masked(to_read(decision.proposal, change, decision.memories))


def outcome(decision: Decision, change: Change) -> Iterator[str]:
    """Yield a line for each memory that `change` is about, under the word for what it makes of it."""
    proposal = replace(decision.proposal, change=change)
    for target in proposal.targets:
        memory = decision.memories.get(target.id)
        text = masked(memory.text) if memory is not None else "a memory that was erased since"
        yield f"{_becomes(proposal, target.id):<{_LABEL}} {one_line(text, Longest.PASSAGE)}".strip()


def _becomes(proposal: Proposal, memory_id: int) -> str:
    """Return in one word what a yes makes of a memory."""
    change, record = proposal.change, proposal.change.deed.record
    if memory_id == change.keep:
        return "reworded" if change.text and Offer.WINNER in record.offers else record.kept_word
    if memory_id in change.gone:
        return record.gone_word
    return "stays" if change.removes else ""


def _evidence(decision: Decision) -> Iterator[tuple[str, str]]:
    evidence = decision.proposal.evidence
    facts = [("" if label == "why" else label, value) for label, value in evidence.facts]
    longest = max((len(label) for label, _ in facts), default=0)
    first = "why"
    for label, value in facts:
        yield first, f"{label:<{longest}}  {masked(value)}" if label else masked(value)
        first = ""
    if evidence.quote:
        yield "quote", f"“{one_line(masked(evidence.quote), Longest.PASSAGE)}”"
    for position, (before, after) in enumerate(evidence.before_after):
        side = "before" if not position else ""
        if before == after:
            yield side, f"  {one_line(masked(before))}"
            continue
        if before:
            yield side, f"- {one_line(masked(before))}"
        if after:
            yield "" if before else side, f"+ {one_line(masked(after))}"


def _standing(proposal: Proposal) -> Iterator[tuple[str, str]]:
    by = "the review pass" if proposal.origin == REVIEW else proposal.origin
    saves = f", saves about {proposal.saves:,} tokens" if proposal.saves else ""
    yield "found", f"{local(proposal.created_at)} by {by}, {sure(proposal.confidence)} sure{saves}"
    yield "rule", proposal.rule
    if proposal.stale:
        yield "stale", "a memory has changed since: accepting looks again first"
    if proposal.status is Status.LATER and proposal.until is not None:
        yield "status", f"put off until {local(proposal.until)}"
    elif proposal.status is Status.MUTED:
        yield "status", "muted; `memtui review rules` says by what, and what lets it be heard"
    elif proposal.status is not Status.OPEN:
        when = "" if proposal.decided_at is None else f", {local(proposal.decided_at)}"
        op = "" if proposal.op_id is None else f" (op {proposal.op_id})"
        yield "status", f"{proposal.status}{when}{op}"


def _ways(proposal: Proposal) -> Iterator[str]:
    yield f"memtui review accept {proposal.id}"
    offers = proposal.change.offers(len(proposal.targets))
    yield from (choice for offer, choice in _CHOICES.items() if offer in offers)
    yield f"reject {proposal.id}"
    yield f"later {proposal.id}"


def _labelled(label: str, value: str, width: int | None) -> Iterator[str]:
    room = None if width is None else width - len(_INDENT)
    for position, line in enumerate(_wrapped_line(value, room)):
        yield f"{'' if position else label:<{_LABEL}} {line}".rstrip()


def _wrapped_line(text: str, width: int | None) -> Iterator[str]:
    line = printable(text)
    for start, end in _breaks(line, width):
        yield line[start:end].rstrip()


def marked(text: str, spans: Spans, width: int | None) -> Iterator[str]:
    """Yield `text` in lines of at most `width` columns, each followed by a line under what `spans` mark."""
    start = 0
    for line in text.split("\n"):
        safe = printable(line)  # one character for each, so that spans still fit
        for first, last in _breaks(safe, width):
            yield safe[first:last].rstrip()
            spans_here = [(a - start - first, b - start - first) for a, b in spans]
            if under := _under(safe[first:last].rstrip(), spans_here):
                yield under
        start += len(line) + 1


def _under(line: str, spans: Sequence[tuple[int, int]]) -> str:
    if not any(start < len(line) and end > 0 for start, end in spans):
        return ""
    return "".join(
        ("‾" if any(start <= i < end for start, end in spans) else " ") * output.columns_of(character)
        for i, character in enumerate(line)
    ).rstrip()


def _breaks(line: str, width: int | None) -> Iterator[tuple[int, int]]:
    """Yield where to break a line so that each part fits into `width` columns; after spaces if possible."""
    if width is None or output.columns_of(line) <= width:
        yield 0, len(line)
        return
    start = 0
    while start < len(line):
        end, used, space = start, 0, -1
        while end < len(line) and used + output.columns_of(line[end]) <= width:
            used += output.columns_of(line[end])
            space = end + 1 if line[end] == " " else space
            end += 1
        if end < len(line):
            end = space if space > start else max(end, start + 1)
        yield start, end
        start = end
