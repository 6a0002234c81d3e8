"""Editing the text of a card, which then is accepted so: the box names the memory that it is about.

Where a person may choose which memory stays, each of them can be edited, and the one that is saved is the one
that stays. The box is open until its text is stored, so that nothing typed is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content

from memtui.domain.counting import plural
from memtui.domain.deed_record import Offer
from memtui.domain.memory import Memory
from memtui.domain.proposal import Proposal
from memtui.domain.text import Longest, one_line, printable_lines
from memtui.review.queue import Card
from memtui.secrets.masking import headline, masked
from memtui.tui.review.card_parts import offers
from memtui.tui.review.prompts import TextForm
from memtui.tui.themes import Look, look
from memtui.tui.widgets.dialogs import hint
from memtui.tui.widgets.pages import Line, Page, text_lines

_LEAST, _TALLEST = 4, 8
"""Lines of the text that what the others say leaves it, and that it has at most."""
_OTHER = "tab"
"""The key that goes to the text of the next memory."""


@dataclass(frozen=True, slots=True)
class Editable:
    """A text of a card as it may be edited."""

    text: str
    keep: int | None = None
    """The memory that it makes the one that stays, where that is not the proposed one."""
    stored: str = ""
    """What its memory says already; a yes to that changes no text."""
    title: str = TextForm.title_words
    note: str = ""
    """What becomes of the memories once it is saved."""
    others: Sequence[str] = ()
    """What the memories say that go for it, to write from."""


def editable_texts(card: Card, first: Proposal) -> list[Editable]:
    """Return the texts of a single card that may be edited: what it brings, or each memory that may stay."""
    change = first.change
    if Offer.WINNER not in offers(card):
        kept = card.memories.get(change.keep if change.keep is not None else first.targets[0].id)
        says = kept.text if kept is not None else ""
        if change.new_text:
            return [Editable(change.new_text)]
        return [Editable(says, stored=says)]
    about = [card.memories[target.id] for target in first.targets if target.id in card.memories]
    return [_of_one(memory, about, first) for memory in about]


def _of_one(memory: Memory, about: Sequence[Memory], first: Proposal) -> Editable:
    """Return the text of one of the memories of which one stays."""
    proposed = memory.id == first.change.keep
    text = first.change.text if proposed else ""
    others = [other for other in about if other.id != memory.id]
    goes = f"“{_name(others[0])}” is" if len(others) == 1 else f"the other {plural(len(others))} are"
    return Editable(
        text or memory.text,
        None if proposed else memory.id,
        "" if text else memory.text,
        f"Edit “{_name(memory)}”",
        f"ctrl+s: this one stays as you write it, and {goes} dropped",
        [masked(other.text) for other in others],
    )


def _name(memory: Memory) -> str:
    return one_line(headline(memory), Longest.NAME)


class EditBox(TextForm):
    """The text of a card to edit; of several memories one at a time, each with what was typed so far.

    What the others say stands above it, since dropping them loses what only they say.
    """

    DEFAULT_CSS = """
    EditBox { Page { max-height: 100%; } }
    """
    widest = 96

    keys: ClassVar[Sequence[tuple[str, str]]] = (
        ("ctrl+s", "accept it so"),
        (_OTHER, "edit the other one"),
        ("esc", "leave it as it was"),
    )

    def __init__(
        self, texts: Sequence[Editable], at: int, save: Callable[[EditBox, Editable, str], None]
    ) -> None:
        """Begin with the text at a place; `save` stores one, and closes the box or says in it why not."""
        super().__init__(texts[at].text)
        self._texts, self._at, self._save = list(texts), at, save
        self._typed = [printable_lines(each.text) for each in texts]
        self._others = Page()
        self._others.can_focus = False
        if len(texts) == 1:
            self.keys = TextForm.keys  # type: ignore[misc]  # of this box alone

    def compose(self) -> ComposeResult:
        """Lay out the text below what the others say."""
        yield self.panel(self._others, self.text, self._note, hint(*self.keys))

    def on_mount(self) -> None:
        """Start typing, and say what saving does."""
        super().on_mount()
        self._name_it()

    def share_room(self) -> None:
        """Give the text its lines first, and the others what is left."""
        width = min(self.widest, self.app.size.width) - 6
        self._others.show_lines(list(self._lines_of_others(width, look(self.app.theme))))
        note = self._texts[self._at].note
        room = self.room_beside(note, keys=self.keys) - (0 if self.has_class("-tight") else 1)
        above = min(self._others.count, max(room - _LEAST, 0))
        self._others.styles.height = above
        self._others.display = above > 0
        self.text.styles.height = min(max(room - above, 3), _TALLEST)

    def _lines_of_others(self, width: int, colours: Look) -> Iterator[Line]:
        others = self._texts[self._at].others
        for at, text in enumerate(others):
            which = "the other one" if len(others) == 1 else f"another, {at + 1} of {len(others):,},"
            yield from text_lines(f"{which} says", width, colours.accent)
            yield from text_lines(printable_lines(text), width, colours.text, indent=3)
            yield []

    def _name_it(self) -> None:
        """Say which text this is, and what saving it does."""
        shown = self._texts[self._at]
        self.query_one(".panel").border_title = Content(shown.title)
        self.say(shown.note)
        self.share_room()

    def pressed(self, key: str) -> bool:
        """Go to the text of the next memory; what was typed here is there on the way back."""
        if key != _OTHER or len(self._texts) == 1:
            return super().pressed(key)
        self._typed[self._at] = self.text.text
        self._at = (self._at + 1) % len(self._texts)
        self._before = self._texts[self._at].text
        self.text.load_text(self._typed[self._at])
        self.text.move_cursor(self.text.document.end)
        self._asked = False
        self._name_it()
        return True

    @property
    def changed(self) -> bool:
        """Whether anything was typed, into any of the texts."""
        typed = [*self._typed[: self._at], self.text.text, *self._typed[self._at + 1 :]]
        return any(text != printable_lines(each.text) for text, each in zip(typed, self._texts, strict=True))

    def accept(self, written: str) -> None:
        """Store the text, and stay open until that is done."""
        self._save(self, self._texts[self._at], written)

    def card_gone(self) -> None:
        """Say that the card was decided or withdrawn meanwhile; what was typed stays."""
        self.say("this card was decided or withdrawn meanwhile: copy your text; esc esc leaves", "error")

    def ask_whose(self, seen: Memory, now: Memory, written: str) -> None:
        """Ask whether what was `written` is accepted over a memory that was `seen` and is otherwise `now`."""
        from memtui.tui.memories.meanwhile import MeanwhileDialog, Whose

        def decided(whose: Whose | None) -> None:
            if whose is Whose.MINE:
                self.accept(written)
            elif whose is Whose.THEIRS:
                self.dismiss(None)
            else:
                self.say("ctrl+s accepts your text over it; esc esc shows how it is now")

        self.app.push_screen(MeanwhileDialog(seen, now, written), decided)
