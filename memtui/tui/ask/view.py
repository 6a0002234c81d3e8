"""The Ask view: what an agent would be told, why, what is left out, and where the budget cuts.

Without a question it shows what is told as a session starts. The verbs act on the memory under the cursor,
and the view asks again after each. Answers come from a thread; the old one stays until then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from memtui.domain.memory import State
from memtui.domain.scope import ROOT
from memtui.recall.asking import Question
from memtui.recall.briefing import Occasion
from memtui.recall.checking import question_of
from memtui.store import embeddings, memories, questions
from memtui.store import scopes as counted
from memtui.store.scopes import ScopeCount
from memtui.tui.ask.asking import Answer, Answered, Asker
from memtui.tui.ask.beginning import first_scope
from memtui.tui.ask.head import AskHead
from memtui.tui.ask.held_back import HeldBack
from memtui.tui.ask.meaning import MeaningSearch
from memtui.tui.ask.one_agent import OneAgent
from memtui.tui.ask.page import block_lines, checked_lines, entry_lines, nothing_told
from memtui.tui.ask.prompt import AskPrompt
from memtui.tui.ask.saved import SavedChecked, SavedChecker, SavedHead, SavedList
from memtui.tui.ask.saving import SavingVerbs
from memtui.tui.ask.told_list import ToldList
from memtui.tui.ask.under_cursor import UnderCursor
from memtui.tui.keys.action import Can, Part, Situation
from memtui.tui.keys.views import BESIDE, ViewId
from memtui.tui.memories.counting import FEW, Counted, CountsReader
from memtui.tui.memories.scope_tree import ScopeTree
from memtui.tui.memories.verbs import Verbs
from memtui.tui.view import ROOMY, Mode, PaneView
from memtui.tui.widgets.about_memory import DetailOptions
from memtui.tui.widgets.borders import Fence, Rule
from memtui.tui.widgets.chrome import Status
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.pages import Page

_FOLLOWED = 1_000
"""After a change to more memories than this, rows wait for the new answer."""


class AskView(PaneView):
    """Scopes, the answer, and one of its memories or the text an agent gets."""

    DEFAULT_CSS = """
    AskView {
        layout: vertical;
        .browse, .answer { height: 1fr; width: 1fr; }
        .left { width: 21; height: 1fr; }
        ScopeTree { height: 1fr; }
        Page { height: 34%; min-height: 7; }
        &.-roomy .left { width: 23; }
        &.-alone .left { width: 1fr; }
        &.-alone Page { width: 1fr; height: 1fr; }
    }
    """

    view_id = ViewId.ASK
    wide = 280

    def __init__(self, *, id: str) -> None:  # noqa: A002 - the name Textual uses
        super().__init__(id=id)
        self.scope_tree = ScopeTree()
        self.list = self.main = ToldList()
        self.head = AskHead()
        self.page = Page()
        self.saved = SavedList()
        self.saved_head = SavedHead()
        self.left = Vertical(self.scope_tree, self.saved_head, self.saved, classes="left")
        self.fence = Fence(self.left, "scopes_width", self.list)
        self.rule = Rule(self.page, "page_height", fence=self.fence)
        self.borders = (self.fence, self.rule)
        self.verbs = Verbs(self, UnderCursor(self.list), self.scope_tree)
        self.question = Question(ROOT)
        self._invites = True
        """Whether this visit begins with the line for a question: unless a scope was asked
        for, or one steps back into it or comes back to a question."""
        self.waiting = False
        """Whether an answer is on its way."""
        self.as_text = False
        """Whether the page shows the very text an agent gets."""
        self._go_to: int | None = None
        self.held_back = HeldBack(self.list)
        self.saving = SavingVerbs(self, self.list, self.saved, lambda: self.waiting)
        self.one_agent = OneAgent(self, self.list, self.ask)

    def holds(self) -> Sequence[object]:
        """Return what acts on memories, what saves questions and what chooses an agent."""
        return (self.verbs, self.saving, self.one_agent)

    def compose(self) -> ComposeResult:
        """Lay out the panes."""
        answer = Vertical(self.head, self.list, classes="answer")
        yield Horizontal(self.left, self.fence, answer, classes="browse")
        yield self.rule
        yield self.page

    def on_mount(self) -> None:
        """Ask what an agent is told where one is."""
        self._hint()
        self.meaning = self._meaning()
        self.asker = Asker(self, self.host.store, self.meaning, own=self.host.own)
        search = None if self.meaning is None else self.meaning.search
        self.checker = SavedChecker(self, self.host.store, search)
        self.counts = CountsReader(self, self.host.store, {State.LIVE})
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self.show_page())
        self._invites = self.host.ask_scope is None
        self._choose(self.host.ask_scope or first_scope(self.host.store, self.host.scope))
        self.host.ask_scope = None
        self.store_changed()
        self.screen.set_focus(self.list)

    def on_unmount(self) -> None:
        """Let no thread go on reading for nothing."""
        self.asker.cancel()
        self.counts.end()
        self.checker.end()
        self.host.meaning.end()

    def _meaning(self) -> MeaningSearch | None:
        """Return what compares meanings, as the server does; None where there are no vectors to compare.

        In a terminal the vectors that are lacking are made first.
        """
        host, model = self.host, self.host.settings.embeddings.model
        if not model or (host.is_headless and not embeddings.any_of(host.store, model)):
            return None
        return MeaningSearch(host.meaning)

    @property
    def chosen_scope(self) -> str:
        """The scope that an agent works in."""
        return self.question.scope

    # -- panes -------------------------------------------------------------------------------

    def panes(self) -> Sequence[LineList]:
        """Return the scopes, the saved questions where there are any, the answer and the page."""
        return (self.scope_tree, *([self.saved] if self.saved.count else []), self.list, self.page)

    def share_out(self) -> None:
        """Show the panes that have room."""
        super().share_out()
        alone, pane = self.alone, self.pane
        self.query_one(".browse").display = not alone or pane is not self.page
        self.query_one(".answer").display = not alone or pane is self.list
        self.left.display = not alone or pane is self.scope_tree or pane is self.saved
        self.saved_head.display = bool(self.saved.count) and not alone
        self.saved.display = bool(self.saved.count) and (not alone or pane is self.saved)
        self.saved.take_edge(not alone)
        self.fence.display = self.rule.display = not alone
        self.settle_borders()

    def on_resize(self) -> None:
        """Wrap the page anew."""
        super().on_resize()
        self.call_after_refresh(self.show_page)

    # -- asking ------------------------------------------------------------------------------

    def opened(self) -> None:
        """Ask for the scope that was chosen elsewhere, or catch up with what happened meanwhile."""
        scope, self.host.ask_scope = self.host.ask_scope, None
        steps_back, self.host.going_back_to = self.host.going_back_to is self.view_id, None
        came_back = steps_back or (self.host.came_from in BESIDE and bool(self.question.text))
        self._invites = scope is None and not came_back
        self.list.chosen = False
        if scope is not None:  # what is told there without a question, of any agent
            self.question = replace(self.question, text="", agent="")
            self._choose(scope)
        self.store_changed()

    def visit(self, _line: str | None, _memory: int | None) -> None:
        """Begin with an empty line for a question: letters typed at once are one, never keys."""
        if self._invites:
            self._open_line(changes=False)

    def _hint(self, *, typing: bool = False) -> None:
        """Say what is told without a question, and how to ask one."""
        asks = "" if typing else " · {ask} asks a question"
        self.head.hint = self.host.keymap.filled(f"nothing asked: a session starts{asks}")
        self.head.refresh()

    def _before_a_question(self, key: str, close: Callable[[], None]) -> bool:
        """Let the key of a tab open its view, and the one that asks do nothing; say whether it was one."""
        action = None if key.isalpha() else self.host.keymap.find(self.view_id, key)
        if action is not None and action.id.startswith("view_"):
            close()
            self.host.open_view(ViewId(action.id.removeprefix("view_")))
            return True
        return action is not None and action.id == "ask"

    def ask(self, question: Question) -> None:
        """Ask something; the answer before it stays until there is one."""
        self.question, self.waiting = question, True
        answer = self.list.answer
        same = answer is not None and answer.question == question
        self.head.show(question, answer if same else None)
        if not self.list.count and not same:
            self.list.empty = ["Asking …"]  # an earlier question had no answer; whether this has is not known
            self.list.refresh()
        self.asker.ask(question, self.host.settings)
        self.tell()

    def _choose(self, scope: str) -> None:
        """Ask the same of an agent in another scope, with the tree's cursor on it."""
        self.question = replace(self.question, scope=scope)
        self.scope_tree.reveal(scope)

    def on_answered(self, event: Answered) -> None:
        """Show an answer, unless something else was asked since."""
        if not self.asker.is_current(event):
            return
        self.waiting = event.answer is not None and not event.answer.final
        if event.answer is None:
            self.host.say(event.error, "error")
        elif self.held_back.takes(event.answer):
            self.head.show(self.question, self.list.answer)
        else:
            self._show(event.answer)
        self.tell()

    def _show(self, answer: Answer) -> None:
        before = self.list.answer
        other = before is None or before.question != answer.question
        self.list.empty = nothing_told(answer.question.occasion, self.host.keymap.filled)
        to, self._go_to = self._go_to or self.held_back.stays_on, None
        self.list.show(answer, to=to, from_top=other)
        self.head.show(self.question, answer)
        self.show_page()
        if self.notes and answer.final:
            self.host.say(self.notes)

    def do_show_better(self) -> None:
        """Show the answer that was held back."""
        answer = self.held_back.let_go()
        if answer is not None:
            self.list.chosen = False
            self._show(answer)
            self.tell()

    @property
    def notes(self) -> str:
        """What of the question was not looked for, and why; empty when all of it was."""
        recalled = self.list.answer.briefing.recalled if self.list.answer is not None else None
        return " ".join([*recalled.beyond, recalled.words_alone]).strip() if recalled is not None else ""

    def on_saved_checked(self, event: SavedChecked) -> None:
        """Mark the saved questions whose answer has changed."""
        self.saved.show_changed(event.changed)

    # -- what changed ------------------------------------------------------------------------

    def store_changed(self) -> None:
        """Ask anew, because something was written."""
        self.load_counts()
        self.saved.show(questions.get_all(self.host.store))
        self.share_out()
        if self.saved.count:
            self.checker.ask(self.host.settings)
        self.ask(self.question)

    def follow(self, changed: Iterable[int], *, complete: bool, to: int | None = None) -> None:
        """Ask again, and put the cursor on `to` if that is told now."""
        del complete
        self.held_back.acted = True
        ids = list(changed)
        if len(ids) <= _FOLLOWED:
            known = memories.get_many(self.host.store, ids)
            self.list.take_out({memory.id for memory in known if memory.state is not State.LIVE})
        self._go_to = to
        self.store_changed()

    def renew(self) -> None:
        """Let strengths move on."""
        self.ask(self.question)

    def load_counts(self) -> None:
        """Read the counts of the tree anew; those of many scopes come later."""
        if counted.how_many(self.host.store) > FEW:
            self.counts.ask(None)
        else:
            self._show_counts(counted.tree(self.host.store, State.LIVE))

    def on_counted(self, event: Counted) -> None:
        """Take over the counts that a thread has read."""
        self._show_counts(event.counts)

    def _show_counts(self, counts: list[ScopeCount]) -> None:
        self.scope_tree.show(counts)
        self.scope_tree.reveal(self.question.scope)

    # -- the page ----------------------------------------------------------------------------

    def show_page(self, *, from_top: bool = True) -> None:
        """Show the memory under the cursor and why it is told, or the text an agent gets."""
        answer, entry, width = self.list.answer, self.list.entry, self.page.line_width
        if answer is None or not width:
            self.page.show_lines([])
        elif self.as_text:
            self.page.show_lines(block_lines(answer.briefing, width, self.page.look), from_top=from_top)
        else:
            whole = self.alone and self.pane is self.page
            key, store, look = self.host.keymap.key_for, self.host.store, self.page.look
            checked = answer.checked
            lines = checked_lines(store, checked, key("save_question"), width, look) if checked else []
            if entry is not None:
                options = DetailOptions(whole, open_key=key("open"))
                lines += entry_lines(store, entry, answer, width, look, options, new=self.list.new)
            self.page.show_lines([[], *lines] if whole else lines, from_top=from_top)

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        """Follow the cursor: another scope, or another memory."""
        event.stop()
        if event.list is self.scope_tree and self.scope_tree.scope != self.question.scope:
            self.ask(replace(self.question, scope=self.scope_tree.scope))
        elif event.list is self.saved and (saved := self.saved.question) is not None:
            self.ask(question_of(saved))
            self.scope_tree.reveal(saved.scope)
        elif event.list is self.list and not self.as_text:
            self.show_page()

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        """Open what was double-clicked."""
        event.stop()
        self.do_open()

    def on_ask_head_clicked(self, event: AskHead.Clicked) -> None:
        """Ask something else."""
        event.stop()
        self.do_ask()

    # -- status and keys -----------------------------------------------------------------------

    def situation(self) -> Situation:
        """Return what the actions may ask about."""
        entry = self.list.entry
        has_question = self.question.occasion is not Occasion.START
        on_saved = self.pane is self.saved
        return Situation(
            self.view_id,
            rows=int(on_saved or entry is not None),
            aside=on_saved or self.pane is self.scope_tree,
            part=Part.SAVED if on_saved else Part.NOTHING,
            text=has_question,
            offers=frozenset({Can.BETTER}) if self.held_back.answer is not None else frozenset(),
            busy=self.host.acts.busy,
        )

    def status(self) -> Status:
        """Return how much is told and left out."""
        answer = self.list.answer
        if answer is None or self.waiting:
            return Status(count="…")
        came = len(self.list.new)
        left = len(answer.briefing.left_out) + answer.briefing.more
        count = f"{len(answer.briefing.told):,} told, {left:,} not"
        roomy = self.app.size.width >= ROOMY  # else the keys need the room
        count += f", {answer.beyond:,} elsewhere are not told here" if answer.beyond and roomy else ""
        told_ids = {entry.memory.id for entry in answer.briefing.told}
        for agent, known in answer.itself.files.items() if not answer.question.agent else ():
            both = len(told_ids & known.keys())
            count += f", {both:,} of them {agent} loads itself" if both else ""
        left_out = self.host.keymap.filled(self.held_back.hint)
        return Status(count=count, selected=left_out or (f"{came:,} came in, marked +" if came else ""))

    def do_ask(self) -> None:
        """Type a question; nothing is chosen from then on."""
        self.do_show_better()
        self._open_line(changes=True)

    def _open_line(self, *, changes: bool) -> None:
        """Open the line for a question; while it is open the head names no key that opens it."""
        self._hint(typing=True)
        asked, takes = self.question.text, self._before_a_question
        self.host.prompt(AskPrompt(self.list, asked, self._typed, self._hint, takes, changes=changes))

    def _typed(self, text: str) -> None:
        if text != self.question.text:
            self.ask(replace(self.question, text=text))

    def do_way(self) -> None:
        """Let the agent ask by itself, or the hook add to a prompt."""
        called = not self.question.called
        self.ask(replace(self.question, called=called))
        way = "the recall tool answers" if called else "a hook adds to a prompt, by words alone"
        self.host.say(f"What {way}")

    def do_as_text(self) -> None:
        """Show the very text an agent gets, or the memory under the cursor again."""
        self.as_text = not self.as_text
        self.show_page()

    def do_left(self) -> None:
        """Fold the scope, or go one pane to the left."""
        if self.pane is self.scope_tree:
            self.scope_tree.fold()
            self._follow_tree()
        elif self.pane is self.list:
            self.go_to(self.scope_tree)
        else:
            super().do_left()

    def do_right(self) -> None:
        """Unfold the scope, or go one pane to the right."""
        if self.pane is not self.scope_tree:
            super().do_right()
        elif not self.scope_tree.unfold():
            self.go_to(self.list)

    def _follow_tree(self) -> None:
        if self.scope_tree.scope != self.question.scope:
            self.ask(replace(self.question, scope=self.scope_tree.scope))

    def do_open(self) -> None:
        """Show the memory whole, or the text an agent gets; from the scopes, go to the answer."""
        if self.pane is self.scope_tree or self.pane is self.saved:
            self.go_to(self.list)
        elif self.pane is self.page and self.zoomed:
            self.do_back()
        else:
            self.zoomed = True
            self.go_to(self.page)
            self.call_after_refresh(self.show_page)

    def do_back(self) -> None:
        """Go one step back, and show on the page what is under the cursor then."""
        if self.away:
            self.call_after_refresh(self.show_page)
        super().do_back()

    def modes(self) -> Iterator[Mode]:
        """Yield the very text, the question, and the one agent that is asked as."""
        if self.as_text:
            yield Mode("back", self.do_as_text)
        if self.question.text:
            yield Mode("no question", lambda: self.ask(replace(self.question, text="")))
        if self.question.agent:
            yield Mode("any agent", lambda: self.ask(replace(self.question, agent="")))
