"""The line that asks which categories to add and to remove."""

from __future__ import annotations

from collections.abc import Callable

from memtui.lifecycle.categorise import Relabelling
from memtui.lifecycle.errors import Refused
from memtui.tui.widgets.inputs import SafeInput
from memtui.tui.widgets.prompts import AskingPrompt


class CategoriesPrompt(AskingPrompt):
    """Asks which categories come and which go."""

    def __init__(self, then: Callable[[Relabelling], None]) -> None:
        super().__init__(
            "categories", SafeInput(placeholder="infra deploy  or +infra -old  or old>new  or - for none")
        )
        self._then = then

    def on_mount(self) -> None:
        """Say how to go on."""
        super().on_mount()
        self.note("enter changes them · esc")

    def enter(self) -> None:
        """Change them, unless what was typed says nothing."""
        try:
            wanted = Relabelling.parse(self.input.value)
        except Refused as error:
            self.note(str(error), error=True)
            return
        self.close()
        self._then(wanted)
