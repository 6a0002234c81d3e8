"""What every deed says of itself and can do: the record that each class of `domain.deeds` fills in.

A face asks the record for its words and its choices, the verdict for what it does. Neither knows which deed
it is, so a new one needs no change there.

No sentence names a key: `Sentence.back` says `{undo}`, and each face puts there what undoes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from memtui.domain.memory import Memory, MemoryType, State, ValueRefused
from memtui.domain.text import Longest, one_line

if TYPE_CHECKING:
    from memtui.domain.deed_steps import Step


class Offer(StrEnum):
    """How a yes may differ from what is proposed."""

    WINNER = "winner"
    """Another of its memories stays."""
    BOTH = "both"
    """All of them stay, each with its date."""
    ARCHIVE = "archive"
    """What would be dropped is archived."""
    WHOLE = "whole"
    """All of a memory is dropped that would lose a part, or that only a person can judge."""
    TEXT = "text"
    """What stays or is added says something else."""


class Sentence(NamedTuple):
    """What a yes does, or a part of it."""

    text: str
    back: str = ""
    """How it is undone, such as `{undo} brings it back`; empty where that is not told."""

    def worded(self, undo: str) -> str:
        """Return it for a face where `undo` undoes; the words alone where that is empty."""
        return f"{self.text}; {self.back.format(undo=undo)}" if self.back and undo else self.text


def before_the_text(sentences: Iterable[Sentence]) -> list[Sentence]:
    """Return what leads to the new text, which is shown by itself: the first sentence without its colon."""
    return [Sentence(first.text.removesuffix(":"), first.back) for first in islice(sentences, 1)]


class Terms(Protocol):
    """What a change says besides which deed it is; `domain.deeds.Change` is one."""

    @property
    def gone(self) -> tuple[int, ...]:
        """The ids of the memories that do not stay as they are."""

    @property
    def type(self) -> MemoryType | None:
        """The type that a memory gets."""

    @property
    def text(self) -> str:
        """The text that the kept memory gets; empty to leave it as it is."""

    @property
    def draft(self) -> Mapping[str, Any]:
        """Fields of a new memory."""

    @property
    def open_question(self) -> bool:
        """Whether the card asks which of several memories stays, so that a plain yes does not decide it."""

    @property
    def new_text(self) -> str:
        """The words that a yes brings into the store."""


class About(NamedTuple):
    """A change, with the memories that it is about as they are now."""

    change: Terms
    gone: Sequence[Memory] = ()
    kept: Memory | None = None
    shown: int = 0
    """How many memories its card shows."""

    @property
    def stays(self) -> Memory:
        """The memory that stays. Raises ValueRefused where the change names none."""
        if self.kept is None:
            raise ValueRefused("this proposal does not say which memory stays")
        return self.kept

    @property
    def name(self) -> str:
        """The memory that stays, in quotes."""
        return f"“{one_line(self.kept.headline, Longest.PHRASE)}”" if self.kept is not None else ""


class DeedRecord:
    """All that memtui knows of a deed. A subclass says what is otherwise."""

    noun: ClassVar[str]
    """What History calls it: `merge` of …"""
    done: ClassVar[str]
    """What is said when it is done: `Merged` …"""
    noun_alone: ClassVar[str] = ""
    """What History calls it where no memory goes; empty where that makes no difference."""
    done_alone: ClassVar[str] = ""
    """What is said then when it is done."""
    all_are: ClassVar[str] = "carried out, each as it says"
    """What a yes to many does: all 12 are …"""
    all_back: ClassVar[str] = "{undo} takes it back"
    """How a yes to many is undone; empty where nothing undoes it."""
    gone_word: ClassVar[str] = "dropped"
    """What becomes of the memories that do not stay, on the command line."""
    kept_word: ClassVar[str] = "stays"
    """What becomes of the memory that is kept, on the command line."""
    asked_word: ClassVar[str] = "changes"
    """The noun for several such requests by an agent: `removals` asked by …"""
    model_word: ClassVar[str] = ""
    """How a model is told what such a card does; when empty, the deed's name."""
    offers: ClassVar[frozenset[Offer]] = frozenset()
    """How a yes may differ from it."""
    about: ClassVar[State] = State.LIVE
    """Where its memories stand for as long as it makes sense."""
    removes: ClassVar[bool] = False
    """It takes memories out of view and puts nothing in their place."""
    shortens: ClassVar[bool] = False
    """Whether the new text is a part of the old one, so that no new words come in."""
    final: ClassVar[bool] = False
    """It cannot be undone."""
    adds: ClassVar[bool] = False
    """It adds a memory, whether or not that takes the place of others."""
    weighs: ClassVar[bool] = False
    """It gives a memory more weight, so that who did not say so before should read it."""

    def called(self, terms: Terms) -> tuple[str, str]:
        """Return the noun for a change and what is said when it is done, by what that change does."""
        alone = self.noun_alone and not terms.gone
        return (self.noun_alone, self.done_alone) if alone else (self.noun, self.done)

    def if_yes(self, about: About) -> list[Sentence]:
        """Return what a yes does, in a few short lines."""
        raise NotImplementedError

    def steps(self, about: About) -> Iterable[Step]:
        """Return what a yes does to the memories. Raises ValueRefused where the change says too little."""
        raise NotImplementedError
