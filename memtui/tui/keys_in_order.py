"""Keys run in the order they were typed, also where they come faster than the screen follows.

A terminal hands over what was typed at once. Textual gives each of these keys to what has the focus at that
moment, so the letters behind a `/` would go to the list and be lost. Here a key is answered before the next
one is looked at, and the next one waits until the line that was opened can be typed in.
"""

from __future__ import annotations

from collections.abc import Awaitable

from textual import events
from textual.app import App


class KeysInOrder(App[int]):
    """An app that answers one key after the other."""

    opening: Awaitable[None] | None = None
    """The line to type in that is about to open, and takes the next key."""

    def answers(self, event: events.Key) -> bool:
        """Say whether a key is the app's, and no field's."""
        raise NotImplementedError

    async def answer(self, event: events.Key) -> None:
        """Run the action of a key, or say that it has none."""
        raise NotImplementedError

    async def on_key(self, event: events.Key) -> None:
        """Answer a key that nothing below the app took."""
        await self.answer(event)

    async def on_event(self, event: events.Event) -> None:
        """Answer a key before what comes after it, or hand it to the field that has the focus by then."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            if self.opening is not None:
                opening, self.opening = self.opening, None
                await opening
            if self.answers(event):
                await self.answer(event)
                return
        await super().on_event(event)


def name_of(event: events.Key) -> str:
    """Return a key as the keymap names it: the character it types, or what Textual calls it."""
    character = event.character
    return character if character and character.isprintable() and character != " " else event.key
