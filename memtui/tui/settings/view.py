"""The Settings view: the list over what there is to say of the setting under the cursor.

It has no digit: `,` opens it from every view, and esc goes back. A change is written to the commented
settings file at once and holds from then on. It is no change of the store, so undo and redo have a meaning of
their own here: they write back what was changed in this view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from memtui.config.described import Described
from memtui.config.reading import Loaded
from memtui.config.values import ConfigError
from memtui.domain.counting import plural
from memtui.tui.keys.action import Can, Part, Situation
from memtui.tui.keys.views import ViewId
from memtui.tui.list_and_page import ListAndPage
from memtui.tui.settings.changing import file_of, loaded, next_choice
from memtui.tui.settings.listed import lines_for, lines_with, setting_of, unquoted
from memtui.tui.settings.page import section_lines, setting_lines
from memtui.tui.settings.prompts import FindPrompt, ValuePrompt
from memtui.tui.settings.settings_list import SettingsList
from memtui.tui.settings.taking_back import Changes
from memtui.tui.view import Mode
from memtui.tui.widgets.chrome import Status
from memtui.tui.widgets.line_list import LineList


class SettingsView(ListAndPage):
    """Every setting, and the keys of the screen."""

    DEFAULT_CSS = "SettingsView Page { height: 11; }"

    view_id = ViewId.SETTINGS

    def __init__(self, *, id: str) -> None:  # noqa: A002 - the name Textual uses
        super().__init__(id=id)
        self.main = self.list = SettingsList()
        self._words = ""
        """What the settings that are listed have in their name or sentence."""
        self._unfolded: set[str] = set()
        """The sections whose settings are listed while no words are looked for."""

    def on_mount(self) -> None:
        """List the settings."""
        self.changes = Changes(self.host)
        self.store_changed()

    def on_resize(self) -> None:
        """Wrap the page anew."""
        super().on_resize()
        self.call_after_refresh(self.show_page)

    def opened(self) -> None:
        """Catch up with what was changed in the file meanwhile."""
        self.store_changed()

    def store_changed(self) -> None:
        """List the settings as the file has them now."""
        self._list(self._loaded())

    def _list(self, now: Loaded) -> None:
        keymap = self.host.keymap
        words = self._words.split()
        self.list.show(
            lines_with(now, keymap, self._words) if words else lines_for(now, keymap, self._unfolded)
        )
        self.show_page()
        self.tell()

    def _loaded(self) -> Loaded:
        """Read the file; one that can't be read is said, and what holds is shown."""
        try:
            return loaded(self.host)
        except ConfigError as error:
            self.host.say(str(error), "error")
            return Loaded(self.host.settings, file_of(self.host), exists=True)

    def show_page(self) -> None:
        """Say what the setting under the cursor does and where its value comes from, or what a section is."""
        setting, section, width = self.list.setting, self.list.section, self.page.line_width
        if setting is not None and width:
            self.page.show_lines(setting_lines(setting, file_of(self.host), width, self.page.look))
        elif section is not None and width:
            self.page.show_lines(section_lines(section, width, self.page.look))
        else:
            self.page.show_lines([])

    def on_line_list_moved(self, event: LineList.Moved) -> None:
        """Show the setting the cursor came to."""
        event.stop()
        if event.list is self.list:
            self.show_page()
            self.tell()

    def on_line_list_chosen(self, event: LineList.Chosen) -> None:
        """Change what was double-clicked."""
        event.stop()
        self.do_change_setting()

    def situation(self) -> Situation:
        """Return what the actions may ask about."""
        setting = self.list.setting
        part = Part.CHANGED if setting is not None and setting.changed else Part.DEFAULT
        if setting is None:
            part = Part.NOTHING if self.list.section is None else Part.SECTION
        back = {Can.UNDO} if self.changes.done else set()
        again = {Can.REDO} if self.changes.undone else set()
        return Situation(self.view_id, self.list.count, part=part, offers=frozenset(back | again))

    def status(self) -> Status:
        """Say how many settings are not at their defaults."""
        settings, changed = self.list.counted
        return Status(filter=self._words, count=f"{plural(settings, 'setting')}, {changed:,} changed")

    def hints(self) -> list[tuple[str, str]]:
        """Return the keys that matter here; on the head of a section, what enter does with it."""
        section = self.list.section
        if section is None:
            return super().hints()
        verb = "fold" if section.unfolded else "unfold"
        return [(key, verb if label == "change" else label) for key, label in super().hints()]

    def go_to_setting(self, key: str) -> None:
        """Put the cursor on a setting, in its section."""
        setting = setting_of(self._loaded(), self.host.keymap, key)
        if setting is not None:
            self._unfolded.add(setting.section)
        self._find("")
        self.list.go_to(key)

    # -- what the keys do ------------------------------------------------------------------------

    def do_change_setting(self) -> None:
        """Go to its next choice where there are few, else ask for a value; fold or unfold a section."""
        setting, section = self.list.setting, self.list.section
        if section is not None:
            self._fold(section.name, unfold=not section.unfolded)
        if setting is None:
            return
        if setting.choices:
            self._do(setting, partial(self.changes.keep, setting, next_choice(setting)))
        else:
            keep = partial(self.changes.keep, setting)
            self.host.prompt(ValuePrompt(setting, keep, partial(self._changed, setting.key)))

    def do_left(self) -> None:
        """Fold the section around the cursor, or go one pane to the left."""
        head = self.list.head
        if self.pane is self.list and head is not None and head.unfolded:
            self._fold(head.name, unfold=False)
        else:
            super().do_left()

    def do_right(self) -> None:
        """Unfold the section under the cursor, or go one pane to the right."""
        section = self.list.section
        if self.pane is self.list and section is not None and not section.unfolded:
            self._fold(section.name, unfold=True)
        else:
            super().do_right()

    def _fold(self, name: str, *, unfold: bool) -> None:
        """List the settings of a section or hide them; the cursor stands on its head then."""
        (self._unfolded.add if unfold else self._unfolded.discard)(name)
        self.list.go_to(name)
        self.store_changed()

    def do_default_setting(self) -> None:
        """Put the setting under the cursor back to its default."""
        setting = self.list.setting
        if setting is not None:
            self._do(setting, partial(self.changes.put_back, setting))

    def do_find_setting(self) -> None:
        """List the settings that have some words."""
        self.host.prompt(FindPrompt(self._words, self._find))

    def modes(self) -> Iterator[Mode]:
        """Yield the words that are looked for, and the view, which one comes to for a look."""
        if self._words:
            yield Mode("no filter", lambda: self._find(""))
        yield Mode("leave", self.host.go_back)

    def _find(self, wanted: str) -> None:
        self._words = wanted
        self.store_changed()

    def _do(self, setting: Described, deed: Callable[[], Loaded]) -> None:
        try:
            now = deed()
        except ConfigError as error:
            self.host.say(str(error), "error")
            return
        self._changed(setting.key, now)

    def do_undo(self) -> None:
        """Take back the latest change that was made here."""
        self._take_back(self.changes.undo)

    def do_redo(self) -> None:
        """Do again what was taken back here last."""
        self._take_back(self.changes.redo)

    def _take_back(self, deed: Callable[[], tuple[str, Loaded]]) -> None:
        try:
            key, now = deed()
        except ConfigError as error:
            self.host.say(str(error), "error")
            self.tell()
            return
        self._changed(key, now, " again")

    def _changed(self, key: str, now: Loaded, again: str = "") -> None:
        """Show what the file says now, and say what a setting is."""
        self._list(now)
        setting = setting_of(now, self.host.keymap, key)
        if setting is not None:
            self.host.say(f"{key} is {unquoted(setting.value) or 'empty'}{again}", "done")
