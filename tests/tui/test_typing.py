"""A field takes letters and the keys that edit in the order in which they are typed, however fast."""

from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from tests.tui.conftest import Opened, app_of, burst, until

FIELDS = {
    "the filter": "/",
    "a question": "7",
    "a new memory": "a",
    "a memory to edit": "e",
    "its scope": "e tab",
    "many to forget": "D",
    "a scope to move to": "m",
    "categories": "C",
    "anything": ":",
    "the keys": "?",
    "settings by words": "comma /",
    "the value of a setting": "comma / p r u n e enter enter",
    "what to erase": "d 3 $",
    "acts by words": "5 /",
    "a text": "4 i",
    "a file": "4 o",
    "a day": "@ /",
}
"""What is typed in, and the keys that lead there."""


def typed(words: str) -> list[tuple[str, str | None]]:
    """Return words as keys; a word in angles is a key by its name."""
    keys: list[tuple[str, str | None]] = []
    for piece in words.replace("<", "\0<").replace(">", "\0").split("\0"):
        keys += [(piece[1:], None)] if piece.startswith("<") else [(letter, letter) for letter in piece]
    return keys


def standing(pilot: Pilot[int]) -> str:
    """Return what stands in the field that is typed in."""
    field = app_of(pilot).focused
    assert isinstance(field, Input | TextArea)
    return field.value if isinstance(field, Input) else field.text


@pytest.mark.parametrize("keys", FIELDS.values(), ids=FIELDS)
async def test_letters_and_the_keys_that_edit_are_done_in_their_order(
    opened: Opened, example: Path, keys: str
) -> None:
    async with opened(example) as pilot:
        app = app_of(pilot)
        await pilot.press(*keys.split())
        await until(pilot, lambda: app._types(events.Key("6", "6")))
        burst(pilot, *typed("<end><ctrl+u>terafrom<backspace><backspace><backspace><backspace>raform"))
        burst(pilot, *typed("<left><left><left>XYZ<backspace><home>abc <delete>T<end>!"))
        await pilot.pause()
        assert standing(pilot) == "abc TerarafXYorm!"
