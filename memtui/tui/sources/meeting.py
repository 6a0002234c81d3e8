"""The meeting place of this store with those of other machines: its row, its page and its keys.

An exchange runs in a process of its own, `sync.following`, so that no key waits for it.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memtui.addresses import is_postgres, is_remote
from memtui.config.places import from_home
from memtui.domain import durations
from memtui.domain.counting import plural
from memtui.domain.instant import Instant
from memtui.domain.memory import State
from memtui.domain.scope import ROOT
from memtui.domain.text import Longest, one_line
from memtui.store import scopes
from memtui.store.database import Store
from memtui.sync.following import Request
from memtui.tui.background.acts import BULK
from memtui.tui.background.children import Child
from memtui.tui.host import Host
from memtui.tui.themes import Look
from memtui.tui.view import PaneView
from memtui.tui.widgets.inputs import SafeInput
from memtui.tui.widgets.pages import Line, flowing, text_lines
from memtui.tui.widgets.prompts import AskingPrompt, ScopePrompt

if TYPE_CHECKING:
    from memtui.store.carried import Device
    from memtui.sync.status import Status

_KEY = "where machines meet"
"""Tells the row from those of files, whose key is their path."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A place where machines meet, as a row."""

    status: Status

    @property
    def path(self) -> str:
        """What tells it from other rows."""
        return f"{_KEY} {self.status.scope}".strip()

    @property
    def place(self) -> str:
        """Where it is, and what is shared there with a team."""
        where = from_home(self.status.where)
        return f"{self.status.scope} at {where}" if self.status.scope else where

    @property
    def kind(self) -> str:
        """What carries there."""
        where = self.status.where
        if is_postgres(where):
            return "PostgreSQL"
        return "git" if is_remote(where) or where.endswith(".git") else "folder"


def meetings_of(store: Store) -> list[Meeting]:
    """Return where a store meets others, the person's own machines before each team."""
    from memtui.sync.status import all_standings  # the first paint does not wait for it

    return [Meeting(status) for status in all_standings(store)]


def about_meeting_lines(
    row: Meeting, now: Instant, key_for: Callable[[str], str], width: int, look: Look
) -> list[Line]:
    """Return how this store compares with those of other machines, and the state of each machine."""
    status = row.status
    lines = list(text_lines(row.place, width, look.strong))
    facts = [
        (row.kind, look.text),
        (status.summary, look.accent),
        (f"last tried {durations.ago(now - status.tried_at, now='now')}", look.text)
        if status.tried_at
        else ("never tried", look.text),
    ]
    lines += flowing(facts, width, look.dim)
    for sentence in _warnings(status):
        lines += text_lines(f"! {sentence}", width, look.warn)
    if status.elsewhere:
        stays = f"{plural(status.elsewhere)} in scopes that do not come here"
        lines += text_lines(stays, width, look.text)
    lines.append([])
    lines += text_lines(f"{status.name}, this machine", width, look.text)
    for device in status.others:
        lines += _device_lines(device, now, width, look)
    lines.append([])
    stays = "every memory stays, here and with the team" if status.scope else "every memory stays"
    sentence = f"{key_for('sync')} exchanges now; {key_for('unlink')} leaves, and {stays}"
    return [*lines, *text_lines(sentence, width, look.dim)]


def _warnings(status: Status) -> list[str]:
    warnings = []
    if status.trouble:
        warnings.append(f"the last exchange failed: {one_line(status.trouble, Longest.REASON)}")
    if status.reads_only:
        warnings.append("this machine may read there, and not write: what is done here stays here")
    elif status.to_send:
        warnings.append(f"{status.to_send:,} to send")
    if status.clashes:
        warnings.append(
            f"{plural(status.clashes, 'clash')}: two machines say different things; Review asks which"
        )
    if status.unconfirmed:
        warnings.append(f"not purged yet on {', '.join(status.unconfirmed)}")
    return warnings


def _device_lines(device: Device, now: Instant, width: int, look: Look) -> list[Line]:
    heard = f"heard of {durations.ago(now - device.heard_at, now='now')}"
    facts = [(one_line(device.label, Longest.PHRASE), look.text), (heard, look.dim)]
    lines = flowing(facts, width, look.dim)
    if device.trouble:
        lines += text_lines(f"! {one_line(device.trouble, Longest.REASON)}", width, look.warn)
    return lines


class MeetingVerbs:
    """What the keys do about other machines: begin to meet, exchange now, leave."""

    def __init__(self, view: PaneView, reload: Callable[[str | None], None]) -> None:
        """Act for `view`; `reload` reads anew and goes to a row."""
        self._view, self._reload = view, reload
        self.exchanging = False

    @property
    def _host(self) -> Host:
        return self._view.host

    def do_meet(self) -> None:
        """Ask where to meet other machines, and begin."""
        if not self._host.own:
            self._host.say("The examples meet no other machines", "note")
            return
        self._host.prompt(PlacePrompt(self._join))

    def do_team(self) -> None:
        """Ask which scope to share with a team, and where, and begin."""
        if not self._host.own:
            self._host.say("The examples are shared with nobody", "note")
            return
        known = [count.scope for count in scopes.tree(self._host.store, State.LIVE)]
        self._host.prompt(ScopePrompt("/team/", known, self._ask_where, sign="share", verb="goes on"))

    def _ask_where(self, scope: str) -> None:
        if scope == ROOT:
            self._host.say("A team shares a scope such as /team/atlas, not everything", "error")
            return
        self._host.prompt(PlacePrompt(lambda where: self._join(where, scope)))

    def _join(self, where: str, scope: str = "") -> None:
        wanted = self._host.settings.sync

        def act(store: Store) -> str:
            from memtui.sync.person import person_of
            from memtui.sync.places import carrier_at, resolved
            from memtui.sync.running import free_name, join

            place = resolved(where)
            carrier = carrier_at(place, store.path)
            name = free_name(platform.node() or "a machine", carrier.heads())
            join(store, place, name, scope, person_of(wanted) if scope else "")
            return carrier.place

        def then(place: str) -> None:
            with_whom = f"Shares {scope} with who meets" if scope else "Meets other machines"
            self._host.say(f"{with_whom} at {from_home(place)} from now on", "done")
            self._reload(f"{_KEY} {scope}".strip())
            self.exchange()

        self._run(act, then, "looking at the place")

    def leave(self, scope: str) -> None:
        """Meet nobody any more at the place of a scope; what was told to one's own machines is taken away."""

        def act(store: Store) -> str:
            from memtui.store.replicas import replica
            from memtui.sync.places import carrier_at
            from memtui.sync.running import leave

            own = replica(store, scope)
            if own is None:
                return ""
            carrier = carrier_at(own.where, store.path)
            leave(store, carrier, scope)
            return carrier.place

        def then(place: str) -> None:
            key = self._host.keymap.key_for("meet")
            self._host.say(f"Left {from_home(place)}; every memory stays here · {key} meets again", "done")
            self._reload(None)

        self._run(act, then, "leaving")

    def exchange(self) -> None:
        """Exchange now, in a process of its own."""
        if self.exchanging:
            self._host.say("It is exchanging already", "note")
            return
        self.exchanging = True
        host = self._host
        request = Request(str(host.store.path), str(host.config or ""), once=True)
        host.run_worker(self._listen(Child("memtui.sync.following", request.line())), exit_on_error=False)
        self._view.tell()

    async def _listen(self, child: Child) -> None:
        try:
            async for line in child.lines():
                self.exchanging = False
                self._host.say(
                    one_line(str(line["says"]), Longest.REASON), "error" if line["is"] == "error" else "done"
                )
        except (OSError, ValueError) as error:
            self._host.say(
                f"The exchange could not be made: {one_line(str(error), Longest.SENTENCE)}", "error"
            )
        self.exchanging = False
        self._host.count_review()
        self._reload(None)

    def _run(self, act: Callable[[Store], str], then: Callable[[str], None], title: str) -> None:
        """Run `act` in a thread, since it waits for a network, and hand what it returns to `then`."""
        self._host.acts.run(lambda store, **_: act(store), then, size=BULK + 1, title=title)


class PlacePrompt(AskingPrompt):
    """Asks where machines are to meet."""

    def __init__(self, then: Callable[[str], None]) -> None:
        super().__init__(
            "meet at", SafeInput(placeholder="git@host:me/memories.git, a folder, postgresql://…")
        )
        self._then = then

    def on_mount(self) -> None:
        """Say how to go on."""
        super().on_mount()
        self.note("who can read it reads the memories · enter · esc")

    def enter(self) -> None:
        """Meet there."""
        typed = self.input.value.strip()
        if not typed:
            self.note("name a place", error=True)
            return
        self.close()
        self._then(typed)
