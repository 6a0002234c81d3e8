"""Everything that is read stands out from what is behind it, in every theme of our own colours."""

from pathlib import Path

import pytest
from rich.segment import Segment
from textual.color import Color
from textual.pilot import Pilot
from textual.strip import Strip

from memtui.tui.themes import PALETTES, Palette
from tests.tui.conftest import Opened

LEAST = 4.5
"""What WCAG 2.1 asks of text, as a ratio of luminances."""
VIEWS = ("1", "2", "3", "4", "5", "6", "7", "8", "comma", "at", "W")
OWN = {name: palette for name, palette in PALETTES.items() if palette.back != "default"}
"""The terminal's own colours are the person's business."""


@pytest.mark.parametrize("theme", OWN)
@pytest.mark.parametrize("behind", ["back", "raised", "resting"])
@pytest.mark.parametrize("ink", ["text", "dim", "accent", "warn", "error"])
def test_text_can_be_read_on_every_ground(theme: str, behind: str, ink: str) -> None:
    palette = OWN[theme]
    assert contrast(palette, ink, behind) >= LEAST


def contrast(palette: Palette, ink: str, behind: str) -> float:
    """Return the ratio of two colours of a palette, by their names in it."""
    return ratio(getattr(palette, ink), getattr(palette, behind))


def ratio(ink: str, behind: str) -> float:
    """Return the ratio of two colours, 1 to 21."""
    light, dark = sorted(map(_luminance, (ink, behind)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    """Return the relative luminance of a colour, by WCAG 2.1."""
    channels = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
                for part in Color.parse(colour).normalized]  # fmt: skip
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), channels, strict=True))


@pytest.mark.long
@pytest.mark.parametrize("theme", OWN)
async def test_no_letter_or_digit_on_the_screen_is_fainter(theme: str, opened: Opened, example: Path) -> None:
    async with opened(example, theme=theme) as pilot:
        for key in (*VIEWS, "question_mark"):
            await pilot.press(key)
            await pilot.pause()
            faint = {part.text for strip in strips_of(pilot) for part in strip if is_faint(part, OWN[theme])}
            assert not faint, f"view {key}"
            await pilot.press("escape")


def strips_of(pilot: Pilot[int]) -> list[Strip]:
    """Return what the screen shows, line by line."""
    return pilot.app.screen._compositor.render_strips()


def is_faint(part: Segment, palette: Palette) -> bool:
    """Say whether a piece of the screen is text that stands out too little from what is behind it."""
    if part.style is None or not any(character.isalnum() for character in part.text):
        return False
    ink, behind = (
        palette.text if colour is None or colour.triplet is None else colour.triplet.hex
        for colour in (part.style.color, part.style.bgcolor)
    )
    return ratio(ink, behind) < LEAST
