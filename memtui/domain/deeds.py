"""What a card does when a person says yes: one class for each deed, and all that is said of it.

A deed is added here and nowhere else: a class below and its line in `Deed`. A yes takes its `steps` one by
one (`lifecycle.amend`), History and the cards speak in its words, and the screen and the command line offer
the choices that it names. Were one of these kept elsewhere, a new deed could be forgotten there, and a person
would say yes to something that is not told.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, ClassVar, Self

from memtui.domain.dating import dated
from memtui.domain.deed_record import About, DeedRecord, Offer, Sentence
from memtui.domain.deed_steps import Add, BringBack, Confirm, Copy, Give, Link, PutInState, Step, TakeOverUses
from memtui.domain.instant import Instant
from memtui.domain.memory import LinkKind, Memory, MemoryType, Origin, State, ValueRefused
from memtui.domain.scope import contains
from memtui.domain.statements import cut_words
from memtui.domain.text import Longest, filled_lines, one_line


class _Away(DeedRecord):
    """`gone` are put into the state `to`."""

    to: ClassVar[State]
    all_back = "{undo} brings them back"
    removes = True

    def if_yes(self, about: About) -> list[Sentence]:
        lines = filled_lines(about.gone[0].text) if len(about.gone) == 1 else 0
        with_it = f", all {lines:,} lines of it" if lines > 1 else ""
        return [Sentence(f"{_they_are(about.gone)} {self.all_are}{with_it}", _brings_back(about.gone))]

    def steps(self, about: About) -> Iterator[Step]:
        yield PutInState(about.change.gone, self.to)


class _Drop(_Away):
    """`gone` are dropped."""

    to = State.DROPPED
    noun, done, all_are = "drop", "Dropped", "dropped"
    asked_word, model_word = "removals", "drop"
    offers = frozenset({Offer.ARCHIVE})


class _Archive(_Away):
    """`gone` are archived."""

    to = State.ARCHIVED
    noun, done = "archiving", "Archived"
    all_are = "archived: no longer recalled, still found on request"
    gone_word = "archived"


class _Merge(DeedRecord):
    """`gone` are dropped; `keep` takes over their categories and uses, and `text` when it is given."""

    noun, done = "merge", "Merged"
    all_are = "merged with what they repeat"
    asked_word, model_word = "merges", "merge as the same"
    offers = frozenset({Offer.WINNER, Offer.TEXT})

    def if_yes(self, about: About) -> list[Sentence]:
        stays = f"{_as_it_stays(about)}, with the categories and uses of both; the other is dropped"
        return [Sentence(stays), *_says(about)]

    def steps(self, about: About) -> Iterator[Step]:
        kept, together = about.stays, [about.stays, *about.gone]
        values: dict[str, object] = {
            "categories": [category for memory in together for category in memory.categories],
            "importance": max(memory.importance for memory in together),
            "pinned": any(memory.pinned for memory in together),
        }
        yield Give(kept, values, about.change.text)
        yield TakeOverUses(kept, about.gone)
        yield Link(kept, about.change.gone, LinkKind.DERIVED_FROM)
        yield PutInState(about.change.gone, State.DROPPED)


class _Keep(DeedRecord):
    """`keep` stays as what holds, and supersedes `gone`, which are dropped."""

    noun, done = "choice", "Kept one of"
    noun_alone, done_alone = "new wording", "Reworded"
    model_word = "conflict"
    offers = frozenset({Offer.WINNER, Offer.BOTH, Offer.TEXT})

    def if_yes(self, about: About) -> list[Sentence]:
        if about.change.open_question and about.shown == 1:
            return [
                Sentence(
                    "only you can say which is right: edit it to what is so, drop it, or say no and it stays"
                )
            ]
        if about.change.open_question:
            return [Sentence("you choose the one that stays, edit it to what is so, or keep both")]
        if not about.gone:
            return [Sentence(f"{about.name} changes"), *_says(about)]
        others = "the others are" if len(about.gone) > 1 else "the other is"
        goes = f"{_as_it_stays(about)}, {others} dropped and marked as superseded"
        return [Sentence(goes, _brings_back(about.gone)), *_says(about)]

    def steps(self, about: About) -> Iterator[Step]:
        kept = about.stays
        live = {} if kept.state is State.LIVE else {"state": State.LIVE}
        yield Give(kept, live, about.change.text)
        yield Link(kept, about.change.gone, LinkKind.SUPERSEDES)
        yield PutInState(about.change.gone, State.DROPPED)
        yield Confirm(kept)


class _Cut(DeedRecord):
    """`keep` loses a part of what it says: `text` is what is left."""

    noun, done = "cut", "Cut lines from"
    kept_word = "is cut"
    all_are = "cut to what of them is to stay"
    offers = frozenset({Offer.WHOLE, Offer.TEXT})
    shortens = True

    def if_yes(self, about: About) -> list[Sentence]:
        if about.kept is None:
            return [Sentence("what is marked is cut out, and the rest stays", "{undo} brings it back")]
        return [Sentence(cut_words(about.kept.text, about.change.text), "{undo} brings it all back")]

    def steps(self, about: About) -> Iterator[Step]:
        yield Give(about.stays, text=about.change.text)


class _Both(DeedRecord):
    """All of `gone` stay, each with the date it is from in its text, where that is known and not said yet."""

    noun, done = "dating", "Kept both:"
    gone_word = "stays"

    def if_yes(self, about: About) -> list[Sentence]:
        texts = dated(about.gone)
        if not texts:
            why = "one says its own or has none, or both are of one day"
            return [Sentence(f"both stay as they are; no date is added, as {why}")]
        lines = [Sentence(one_line(text, Longest.SENTENCE)) for text in texts]
        return [Sentence("both stay, each with its date:"), *lines]

    def steps(self, about: About) -> Iterator[Step]:
        for memory, text in zip(about.gone, dated(about.gone), strict=False):
            yield Give(memory, {"text": text})
        for memory in about.gone[1:]:
            yield Link(about.gone[0], [memory.id], LinkKind.CONTRADICTS)


class _Retype(DeedRecord):
    """`keep` becomes a memory of `type`."""

    noun, done = "new type", "Gave a new type to"
    all_are = "given their new type"
    kept_word, asked_word, model_word = "changes", "promotions", "promote"
    offers = frozenset({Offer.TEXT})
    weighs = True

    def if_yes(self, about: About) -> list[Sentence]:
        was = f", and was {about.kept.type}" if about.kept is not None else ""
        return [Sentence(f"it becomes {about.change.type}{was}"), *_says(about)]

    def steps(self, about: About) -> Iterator[Step]:
        if about.change.type is None:
            raise ValueRefused("this proposal does not say which type the memory gets")
        yield Give(about.stays, {"type": about.change.type}, about.change.text)


class _Compact(DeedRecord):
    """`gone` are archived, and `draft` is added, derived from them."""

    noun, done = "summary", "Summed up"
    gone_word = "archived"
    offers = frozenset({Offer.TEXT})

    def if_yes(self, about: About) -> list[Sentence]:
        head = f"{len(about.change.gone)} memories are archived, and this is added:"
        return [Sentence(head), Sentence(about.change.new_text)]

    def steps(self, about: About) -> Iterator[Step]:
        settled = {
            "origin": Origin.COMPACTED,
            "created_at": max(memory.created_at for memory in about.gone),
            "depth": max(memory.depth for memory in about.gone) + 1,
        }
        yield PutInState(about.change.gone, State.ARCHIVED)
        yield Add(about.change.gone, LinkKind.DERIVED_FROM, settled)


class _Learn(DeedRecord):
    """`draft` is added; it supersedes `gone`, which are dropped."""

    noun, done = "update", "Brought up to date"
    noun_alone, done_alone = "addition", "Added"
    asked_word = "additions"
    offers = frozenset({Offer.TEXT})
    adds = True

    def if_yes(self, about: About) -> list[Sentence]:
        after = f", and {_they_are(about.gone)} dropped as superseded" if about.gone else ""
        after = (
            ", and what it is held against stays: a card asks which holds"
            if about.shown and not about.gone
            else after
        )
        where = about.change.draft.get("scope")
        return [
            Sentence(f"this is added{f' to {where}' if where else ''}{after}:"),
            Sentence(about.change.new_text),
        ]

    def steps(self, about: About) -> Iterator[Step]:
        yield Add(about.change.gone, LinkKind.SUPERSEDES)
        yield PutInState(about.change.gone, State.DROPPED)


class _Expire(DeedRecord):
    """`keep` holds until the time that `draft` names as `expires_at`."""

    noun, done = "end", "Set the end of"
    all_are, kept_word = "given their end", "changes"

    def if_yes(self, about: About) -> list[Sentence]:
        end = datetime.fromtimestamp(float(about.change.draft.get("expires_at", 0.0)), UTC)
        after = "after that Review asks whether to archive it"
        return [Sentence(f"{about.name} holds until {end:%Y-%m-%d}; {after}")]

    def steps(self, about: About) -> Iterator[Step]:
        end = about.change.draft.get("expires_at")
        if not isinstance(end, int | float):
            raise ValueRefused("this proposal does not say until when the memory holds")
        yield Give(about.stays, {"expires_at": float(end)})


class _Move(DeedRecord):
    """`keep` is filed under the `scope` of `draft`."""

    noun, done = "move", "Moved"
    all_are, kept_word = "filed where it says", "changes"

    def if_yes(self, about: About) -> list[Sentence]:
        return [Sentence(f"{about.name} is filed under {about.change.draft.get('scope')}")]

    def steps(self, about: About) -> Iterator[Step]:
        scope = about.change.draft.get("scope")
        if not isinstance(scope, str):
            raise ValueRefused("this proposal does not say where the memory belongs")
        yield Give(about.stays, {"scope": scope})


class _Share(DeedRecord):
    """`keep` goes to all who share the `scope` of `draft`, and stays where it is."""

    noun, done = "sharing", "Shared"
    all_are, kept_word = "shared, each as it says", "is shared"

    def if_yes(self, about: About) -> list[Sentence]:
        scope = about.change.draft.get("scope")
        return [Sentence(f"everyone who shares {scope} is told {about.name}", "{undo} takes it back")]

    def steps(self, about: About) -> Iterator[Step]:
        scope, memory = about.change.draft.get("scope"), about.stays
        if not isinstance(scope, str):
            raise ValueRefused("this proposal does not say with whom to share the memory")
        if contains(scope, memory.scope):
            yield Give(memory, {"provenance": {**memory.provenance, "shared": "by hand"}})
        else:
            yield Copy(memory, scope)


class _Restore(DeedRecord):
    """`gone` come back from the archive."""

    noun, done = "return", "Brought back"
    gone_word = "comes back"
    about = State.ARCHIVED

    def if_yes(self, about: About) -> list[Sentence]:
        return [Sentence(f"{_they_are(about.gone)} live again, and recalled like any other")]

    def steps(self, about: About) -> Iterator[Step]:
        yield BringBack(about.change.gone)


class _Redact(DeedRecord):
    """`gone` are purged, each replaced by a copy without the secret."""

    noun, done = "erasure", "Erased the secret of"
    all_back, gone_word = "", "erased"
    removes = final = True

    def if_yes(self, about: About) -> list[Sentence]:
        del about
        return [
            Sentence("the secret is erased for good, everywhere; the rest of the memory stays. No undo"),
            Sentence("change the secret too: agents have read it"),
        ]

    def steps(self, about: About) -> Iterable[Step]:
        del about
        raise ValueRefused("a secret is erased for good, one at a time: that cannot be undone")


class _Blot(_Redact):
    """In the linked files in which `gone` stand, a note takes the place of the secret."""

    gone_word = "kept without it"

    def if_yes(self, about: About) -> list[Sentence]:
        del about
        return [
            Sentence("the secret goes out of the file; a note of its kind takes its place there. No undo"),
            Sentence("change the secret too: agents have read it"),
        ]


class Deed(StrEnum):
    """What is done when a person says yes: its name in the store, and its record."""

    record: DeedRecord

    def __new__(cls, name: str, record: DeedRecord) -> Self:
        """Return the member of that name."""
        member = str.__new__(cls, name)
        member._value_ = name
        member.record = record
        return member

    DROP = "drop", _Drop()
    ARCHIVE = "archive", _Archive()
    MERGE = "merge", _Merge()
    KEEP = "keep", _Keep()
    CUT = "cut", _Cut()
    BOTH = "both", _Both()
    RETYPE = "retype", _Retype()
    COMPACT = "compact", _Compact()
    LEARN = "learn", _Learn()
    EXPIRE = "expire", _Expire()
    MOVE = "move", _Move()
    SHARE = "share", _Share()
    RESTORE = "restore", _Restore()
    REDACT = "redact", _Redact()
    BLOT = "blot", _Blot()


@dataclass(frozen=True, slots=True)
class Change:
    """What a proposal would do, by memory ids."""

    deed: Deed
    keep: int | None = None
    gone: tuple[int, ...] = ()
    type: MemoryType | None = None
    text: str = ""
    """The text that the kept memory gets; empty to leave it as it is."""
    draft: Mapping[str, Any] = field(default_factory=dict)
    """Fields of a new memory, as `domain.memory.Draft` names them: for COMPACT and LEARN."""
    said_at: Instant | None = None
    """When the words of `text` were said, where that was before they were proposed."""

    @property
    def called(self) -> tuple[str, str]:
        """What History calls it, and what is said when it is done."""
        return self.deed.record.called(self)

    @property
    def removes(self) -> bool:
        """Whether it takes memories out of view and puts nothing in their place."""
        return self.deed.record.removes

    @property
    def open_question(self) -> bool:
        """Whether a plain yes decides nothing: the person has to choose what stays, or to say what is so."""
        return Offer.WINNER in self.deed.record.offers and self.keep is None

    @property
    def final(self) -> bool:
        """Whether it cannot be undone."""
        return self.deed.record.final

    @property
    def new_text(self) -> str:
        """The words that a yes brings into the store; empty when it brings none."""
        return self.text or str(self.draft.get("text", ""))

    def offers(self, targets: int) -> frozenset[Offer]:
        """Return how a yes to it may differ, where it is about `targets` memories."""
        if targets > 1:
            return self.deed.record.offers
        going = {Offer.WHOLE} if self.open_question and targets else set[Offer]()
        return self.deed.record.offers - {Offer.WINNER, Offer.BOTH} | going

    def about(self, known: Mapping[int, Memory]) -> About:
        """Return it with the memories it is about; one that is not known is left out."""
        kept = known.get(self.keep) if self.keep is not None else None
        return About(self, [known[i] for i in self.gone if i in known], kept, len(known))

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values; fields that say nothing are left out."""
        return {key: value for key, value in asdict(self).items() if value not in (None, (), "", {})}

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Self:
        """Return what `to_json` wrote."""
        kind = fields.get("type")
        return cls(
            Deed(fields["deed"]),  # type: ignore[call-arg]  # a look-up by name, not a call of `__new__`
            fields.get("keep"),
            tuple(fields.get("gone", ())),
            None if kind is None else MemoryType(kind),
            fields.get("text", ""),
            fields.get("draft", {}),
            fields.get("said_at"),
        )


def if_yes(change: Change, known: Mapping[int, Memory], count: int = 1) -> list[Sentence]:
    """Return what a yes does, as short lines for a person; for a batch, for all its `count` memories."""
    record = change.deed.record
    if count > 1:
        return [Sentence(f"all {count:,} are {record.all_are}", record.all_back)]
    return record.if_yes(change.about(known))


def _says(about: About) -> list[Sentence]:
    """Return a memory's whole text after the deed, if the deed changes it."""
    text = about.change.text
    if about.kept is None or not text or text == about.kept.text:
        return []
    return [Sentence("it will say:"), Sentence(text)]


def _as_it_stays(about: About) -> str:
    """Return that the kept memory stays; one that will say something else does not stay as it is read."""
    return f"{about.name} {'is reworded' if _says(about) else 'stays'}"


def _they_are(gone: Sequence[Memory]) -> str:
    return "it is" if len(gone) == 1 else f"{len(gone):,} memories are"


def _brings_back(gone: Sequence[Memory]) -> str:
    return "{undo} brings it back" if len(gone) == 1 else "{undo} brings them back"
