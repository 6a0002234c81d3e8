"""The keys that decide on a card: yes, no, later, which memory stays, what the text becomes, all of a kind.

Every verdict is one change that an undo takes back, which brings its card back too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from memtui.domain.card_kinds import Kind
from memtui.domain.counting import plural
from memtui.domain.deed_record import Offer
from memtui.domain.deeds import Deed
from memtui.domain.memory import Memory
from memtui.domain.proposal import Proposal
from memtui.domain.proposal_status import Status
from memtui.domain.text import capitalised
from memtui.review import queue, renewing, verdicts
from memtui.review.new_text import ToRead, texts_to_read
from memtui.review.queue import Card
from memtui.review.verdicts import Choice, Verdict
from memtui.store import memories, proposals
from memtui.store.database import Store
from memtui.tui.background.acts import BULK, Act
from memtui.tui.host import Host
from memtui.tui.memories.selection import PREVIEWED
from memtui.tui.review.card_parts import CardState, offers
from memtui.tui.review.kept_in_files import kept_in_files
from memtui.tui.review.no_card import who_decided
from memtui.tui.review.on_screen import OnScreen
from memtui.tui.review.one_at_a_time import LISTED, alone, left_out, what_becomes
from memtui.tui.review.read_first import ReadFirst, percent, read_on
from memtui.tui.review.refused import Refused
from memtui.tui.review.texts import masked

if TYPE_CHECKING:
    from memtui.tui.review.editing import Editable, EditBox

_MANY = 50
"""Proposals from which on a verdict runs in a thread."""
_CHOOSE = "Choose first: {next_pane} marks the one that stays"
"""What is to be done on a card that asks which of several stays, before a yes decides it."""


class Deciding:
    """Decides on the card that is shown."""

    def __init__(self, screen: OnScreen) -> None:
        """Decide on the card that `screen` shows."""
        self._screen = screen
        self._queue = screen.queue
        self.refused = Refused(screen)

    @property
    def _host(self) -> Host:
        return self._screen.host

    # -- yes, no, later ----------------------------------------------------------------------

    def do_yes(self) -> None:
        """Do what the card proposes."""
        self._accept(Choice())

    def do_archive_instead(self) -> None:
        """Archive what would be dropped."""
        self._accept(Choice(archive=True))

    def do_drop(self) -> None:
        """Drop all of a memory that a yes would cut a part out of."""
        self._accept(Choice(whole=True))

    def do_both_dated(self) -> None:
        """Keep both, each with its date where these differ."""
        self._accept(Choice(both=True))

    def do_no(self) -> None:
        """Say no."""
        self._set_aside("no", "no to")

    def do_later(self) -> None:
        """Put it off for a week."""
        self._set_aside("later", "putting off")

    def _accept(self, choice: Choice) -> None:
        if self._passed_over():
            return
        many = self._marked()
        done = "archive instead" if choice.archive else "yes to"
        if many:
            self._perhaps_many(done, many, lambda: self._run_accept(many, choice))
            return
        proposal = self._one()
        if proposal is not None and proposal.stale:
            self._look_again(proposal)
        elif proposal is not None and proposal.change.final and (card := self._queue.card) is not None:
            self._blot_or_erase(proposal, card)
        elif proposal is not None and self._has_to_choose(proposal, choice):
            self.refused.say(_CHOOSE)
        elif proposal is not None:
            keep = self._chosen_to_stay(proposal)
            wanted = replace(choice, keep=None if choice.both else keep)
            self._once_read(proposal, choice, lambda: self._run_accept([proposal.id], wanted))
        elif self._queue.card is not None:
            ids = list(self._queue.card.ref.ids)
            self._perhaps_many(done, ids, lambda: self._run_accept(ids, choice))

    def _blot_or_erase(self, proposal: Proposal, card: Card) -> None:
        """Do what cannot be undone; refuse to blot a secret out of a file that may not be written."""
        blots = proposal.change.deed is Deed.BLOT
        kept = kept_in_files(self._host, card, CardState(self._host.store.now())).words if blots else ""
        if kept:
            self.refused.say(capitalised(kept))
        else:
            self._erase(proposal)

    def _chosen_to_stay(self, proposal: Proposal) -> int | None:
        """Return the memory that was chosen on the card of `proposal`, when it is not the proposed one."""
        card = self._queue.card
        single = card is not None and not card.ref.batch and proposal.id in card.ref.ids
        return self._queue.keep if single else None

    def _has_to_choose(self, proposal: Proposal, choice: Choice) -> bool:
        """Say whether a person has to choose which of several memories stays, and none was chosen yet."""
        asks = proposal.change.open_question and len(proposal.targets) > 1
        return asks and not choice.both and self._chosen_to_stay(proposal) is None

    def _once_read(self, proposal: Proposal, choice: Choice, act: Callable[[], None]) -> None:
        """Act on a proposal whose text was read to its end; else show more of it."""
        if choice.both or choice.archive or choice.whole:
            act()
        elif self._screen.pane is not self._screen.page:
            self._read_all(texts_to_read(self._host.store, [proposal.id]), 1, act, [])
        elif self._screen.must_read.unread:
            read_on(self._screen.page)
            self.refused.say(f"A yes stores all of this text: read on ({percent(self._screen.below.share)})")
        else:
            act()

    def _read_all(
        self, texts: Sequence[ToRead], count: int, act: Callable[[], None], notes: Sequence[str]
    ) -> None:
        """Act on `count` proposals, once the texts that a yes stores were read if there are any."""
        if not texts:
            act()
            return
        others = count - len(texts)
        bring = "brings no text of its own" if others == 1 else "bring no text of their own"
        notes = [*notes, *([f"{others:,} more of them {bring}."] if others else [])]
        yes = "yes to it" if count == 1 else f"yes to all {count:,}"
        dialog = ReadFirst(f"Read, then {yes}", texts, yes, notes)
        self._host.push_screen(dialog, lambda sure: act() if sure else None)

    def _set_aside(self, word: str, title: str) -> None:
        if self._passed_over():
            return
        proposal = self._one()
        whole = list(self._queue.card.ref.ids) if self._queue.card else []
        ids = self._marked() or ([proposal.id] if proposal is not None else whole)
        by = self._host.actor

        def verb(store: Store, **_: object) -> Verdict:
            return verdicts.reject(store, ids, by=by) if word == "no" else verdicts.later(store, ids, by=by)

        self._perhaps_many(title, ids, lambda: self._run(verb, ids, word, title))

    def _run_accept(self, ids: Sequence[int], choice: Choice) -> None:
        app = self._host
        verb = partial(verdicts.accept, settings=app.settings, ids=ids, by=app.actor, choice=choice)
        self._run(verb, ids, "yes", "yes to")

    def _run(
        self,
        verb: Act[Verdict],
        ids: Sequence[int],
        word: str,
        title: str,
    ) -> None:
        self._host.acts.run(
            verb,
            lambda verdict: self._settled(verdict, word),
            size=BULK + 1 if len(ids) > _MANY else len(ids),
            title=f"{title} {len(ids):,}",
        )

    def _marked(self) -> list[int]:
        """Return the members of a batch that are marked, where they are listed."""
        members = self._screen.members
        return members.chosen if self._screen.pane is members and members.marked else []

    def _one(self) -> Proposal | None:
        """Return the proposal that is decided by itself: of a single card, of the member or memory shown."""
        if self._screen.pane is self._screen.source:
            return self._screen.looking.proposal
        if self._screen.pane is self._screen.members:
            return self._screen.members.proposal
        return (
            self._queue.card.first
            if self._queue.card is not None and not self._queue.card.ref.batch
            else None
        )

    def _passed_over(self) -> bool:
        """Say whether a card was decided by someone else, and go on then, or was never on the screen."""
        if not self._screen.painted:
            self.refused.say("A key that was pressed before the card was there decides nothing")
            return True
        if not self._queue.decided_elsewhere or self._queue.card is None:
            return False
        decided, ids = self._queue.decided_elsewhere, self._queue.card.ref.ids
        self._screen.passed(ids)
        self._host.say(decided)
        return True

    def _settled(self, verdict: Verdict, word: str) -> None:
        """Show what follows a verdict, and say what it did."""
        app, outcome = self._host, verdict.outcome
        self.refused.clear()
        self._queue.before = app.compare_figures(self._queue.before if self._queue.decided.verdicts else None)
        self._queue.decided.note(verdict.decided, word)
        if not verdict.decided and verdict.gone:
            sentence = who_decided(app.store, verdict.gone[0])
            self._screen.passed(verdict.gone)
            app.say(sentence)
        elif not verdict.decided and verdict.stale:
            self._shown_again(verdict.stale)
        else:
            again = self._withdrawn(verdict.stale)
            self._screen.passed([*verdict.decided, *verdict.gone, *again])
            sentence = outcome.message + (" for a week" if word == "later" else "")
            if verdict.muted:
                sentence += (
                    f"; {app.keymap.key_for('rules')} lists the rules, {app.keymap.key_for('unmute')} unmutes"
                )
            if outcome.op is not None and outcome.op.undoable:
                sentence += f" · {app.keymap.key_for('undo')} to undo"
            app.say(sentence, "done" if verdict.decided else "note")
            if verdict.muted:
                self._queue.card = None
                self._screen.reload()
        app.count_review()
        self._screen.tell()

    # -- stale cards ---------------------------------------------------------------------------

    def _look_again(self, proposal: Proposal) -> None:
        """Find a stale proposal anew: shown again, or withdrawn."""
        app = self._host
        app.acts.run(
            lambda store, **_: renewing.renewed(store, app.settings, proposal.id),
            lambda _found: self._shown_again([proposal.id]),
            title="looking again",
        )

    def _shown_again(self, ids: Sequence[int]) -> None:
        gone = self._withdrawn(ids)
        if gone:
            self._screen.passed(gone)
            self._host.say("This no longer applies, and was withdrawn")
        else:
            self._screen.reload()
            self._host.say("It was changed since: this is what is found now. Look again")

    def _withdrawn(self, ids: Sequence[int]) -> list[int]:
        status_of = {p.id: p.status for p in proposals.get_many(self._host.store, ids)}
        return [i for i in ids if status_of.get(i, Status.WITHDRAWN) is Status.WITHDRAWN]

    # -- choosing and editing --------------------------------------------------------------------

    def do_winner_left(self) -> None:
        """Choose the memory before as the one to keep; where two are compared, show the other."""
        self._choose(-1)

    def do_winner_right(self) -> None:
        """Let the memory after stay."""
        self._choose(1)

    def _choose(self, by: int) -> None:
        if self._screen.pane is self._screen.source:
            self._screen.looking.step(by)
        else:
            self.choose(by)

    def choose(self, by: int) -> None:
        """Choose the memory before or after as the one to keep."""
        card, chosen = self._queue.card, self.other(by)
        if card is not None and card.first is not None and chosen is not None:
            self._queue.keep = None if chosen == card.first.change.keep else chosen
            self._screen.show_card()

    def choose_in_turn(self, by: int) -> None:
        """Choose the next memory as the one to keep, or the one before; after the last the first.

        Where none is proposed to stay, that begins with the first shown, or with the last.
        """
        card = self._queue.card
        if card is None or card.first is None or Offer.WINNER not in offers(card):
            return
        end = -by * len(card.first.targets)
        self.choose(end if self._queue.winner is None or self.other(by) is None else by)

    def other(self, by: int) -> int | None:
        """Return the memory a step before or after the one that would stay; None where there is none."""
        card = self._queue.card
        if card is None or card.first is None or self._host.acts.busy:
            return None
        ids = [target.id for target in card.first.targets if target.id in card.memories]
        now = self._queue.winner
        at = ids.index(now) if now in ids else 0
        chosen = ids[min(max(at + by, 0), len(ids) - 1)]
        return None if chosen == now else chosen

    def do_edit_card(self) -> None:
        """Edit the text that stays or is added, then accept it."""
        card = self._queue.card
        first = card.first if card is not None else None
        if self._passed_over() or card is None or first is None:
            return
        if first.stale:
            self._look_again(first)
            return
        self._once_read(first, Choice(), lambda: self._edit(card, first))

    def _edit(self, card: Card, first: Proposal) -> None:
        from memtui.tui.review.editing import EditBox, editable_texts

        texts = editable_texts(card, first)
        at = next((i for i, each in enumerate(texts) if each.keep == self._queue.keep), 0)
        self._host.push_screen(EditBox(texts, at, partial(self._save, first, card.memories)))

    def _save(
        self, first: Proposal, seen: Mapping[int, Memory], box: EditBox, edited: Editable, written: str
    ) -> None:
        """Accept a card with the text that was written; until that is done, the box stays open.

        `seen` are its memories as they were when the box was opened.
        """
        app = self._host
        choice = Choice(keep=edited.keep, text="" if written == edited.stored else written)

        def settled(verdict: Verdict) -> None:
            gone = not verdict.decided and bool(verdict.gone or self._withdrawn(verdict.stale))
            if verdict.decided:
                box.dismiss(None)
            elif gone:
                box.card_gone()
            self._settled(verdict, "yes")
            if not (verdict.decided or gone):
                now = memories.get_many(app.store, list(seen))
                changed = [memory for memory in now if memory.version != seen[memory.id].version]
                if changed:
                    box.ask_whose(seen[changed[0].id], changed[0], written)

        app.acts.run(
            partial(verdicts.accept, settings=app.settings, ids=[first.id], by=app.actor, choice=choice),
            settled,
            title="yes to 1",
            failed=box.say,
        )

    # -- many at once ------------------------------------------------------------------------------

    def do_yes_to_all(self) -> None:
        """Say yes to all of this kind, after a preview."""
        if self._queue.card is None:
            return
        kind = self._queue.card.ref.kind
        store = self._host.store
        ids = [i for ref in self._queue.refs if ref.kind is kind for i in ref.ids]
        by_themselves = alone(store, ids)
        chosen = [i for i in ids if i not in by_themselves]
        notes = left_out(by_themselves)
        if not chosen:
            one = self._how_decided() if len(ids) == 1 else ""
            self._host.say(one or f"All of these are decided one at a time. {' '.join(notes)}")
            return
        self._preview("yes to", chosen, lambda: self._run_accept(chosen, Choice()), kind, notes)

    def _how_decided(self) -> str:
        """Return which keys decide on the card that is shown, the only one of its kind."""
        first = self._queue.card.first if self._queue.card is not None else None
        if first is not None and self._has_to_choose(first, Choice()):
            return _CHOOSE
        return "This card is decided by itself: {yes} or {no}"

    def _perhaps_many(self, answer: str, ids: Sequence[int], act: Callable[[], None]) -> None:
        """Act at once on a few; show first what many are, and whole what a yes would store."""
        texts = texts_to_read(self._host.store, ids) if answer == "yes to" else []
        if texts:
            self._read_all(texts, len(ids), act, [])
        elif len(ids) <= PREVIEWED:
            act()
        elif self._queue.card is not None:
            self._preview(answer, ids, act, self._queue.card.ref.kind, [])

    def _preview(
        self, answer: str, ids: Sequence[int], act: Callable[[], None], kind: Kind, notes: Sequence[str]
    ) -> None:
        from memtui.tui.widgets.dialogs import Preview

        store = self._host.store
        texts = texts_to_read(store, ids) if answer == "yes to" else []
        if texts:
            self._read_all(texts, len(ids), act, notes)
            return
        first = proposals.get_many(store, ids[:LISTED])
        known = {m.id: m for m in memories.get_many(store, [t.id for p in first for t in p.targets])}
        rows = what_becomes(first, known, store.now())
        change = first[0].change if first else None
        undo = self._host.keymap.key_for("undo")
        all_of = "all " if len(ids) > 1 else ""
        effects: list[str] = []
        if change is not None and answer != "no to":
            effects = [line.worded(undo) for line in queue.if_yes_to(store, ids, change, known)]
        dialog = Preview(
            answer,
            len(ids),
            rows,
            title=f"{answer.capitalize()} {all_of}{plural(len(ids), f'{kind} proposal')}?",
            yes=f"{answer} {f'all {len(ids):,}' if all_of else 'it'}"
            + ("" if effects else f"; {undo} takes it back"),
            notes=[*(line.capitalize() if i == 0 else line for i, line in enumerate(effects[:1])), *notes],
        )
        self._host.push_screen(dialog, lambda yes: act() if yes else None)

    # -- secrets -----------------------------------------------------------------------------------

    def _erase(self, proposal: Proposal) -> None:
        """Ask for the count, then erase a secret for good."""
        from memtui.tui.review.prompts import EraseDialog

        app = self._host
        known = {m.id: m for m in memories.get_many(app.store, proposal.change.gone)}
        texts = [masked(known[i].text, proposal.evidence.marks.get(i, ())) for i in known]

        def erase(sure: bool | None) -> None:
            if sure:
                app.acts.run(
                    lambda store, **_: verdicts.redact(store, app.settings, proposal.id, by=app.actor),
                    lambda verdict: self._settled(verdict, "yes"),
                    title="erasing a secret",
                )

        in_store = proposal.change.deed is not Deed.BLOT
        files = verdicts.files_to_change(app.store, proposal)
        app.push_screen(EraseDialog(len(known), texts, files, in_store=in_store), erase)
