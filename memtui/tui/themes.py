"""The three looks of the screen, and the styles that the line-drawing widgets paint with.

A palette has one accent. Everything else is text in three strengths on one background, so that the
only coloured things on the screen are what the eye should find: strength, the cursor, the active tab.
"""

from functools import cache
from typing import NamedTuple

from rich.style import Style
from textual.theme import Theme


class Palette(NamedTuple):
    """The colours of one look."""

    dark: bool
    back: str
    raised: str
    """Behind the cursor in the pane that has the focus, and behind dialogs."""
    resting: str
    """Behind the cursor in the other panes."""
    text: str
    dim: str
    """Words that help but are not the content."""
    faint: str
    """Lines, and the empty part of a bar."""
    accent: str
    warn: str
    error: str


DARK = Palette(
    dark=True,
    back="#14171c",
    raised="#262c36",
    resting="#1c2129",
    text="#d5d9e0",
    dim="#8f98a6",
    faint="#3a414d",
    accent="#6fc3b2",
    warn="#e0af68",
    error="#e8837f",
)
LIGHT = Palette(
    dark=False,
    back="#fbfaf7",
    raised="#e3e8e6",
    resting="#efefeb",
    text="#23272e",
    dim="#5f656f",
    faint="#cbcac3",
    accent="#0b7466",
    warn="#8a5a00",
    error="#b3312d",
)
ANSI = Palette(
    dark=True,
    back="default",
    raised="default",
    resting="default",
    text="default",
    dim="bright_black",
    faint="bright_black",
    accent="cyan",
    warn="yellow",
    error="red",
)

PALETTES = {"memtui-dark": DARK, "memtui-light": LIGHT, "ansi": ANSI}
DEFAULT = "memtui-dark"
AUTO = "auto"
"""The setting by which the terminal decides."""


def named(setting: str, *, light: bool = False) -> str:
    """Return the theme that `screen.theme` means; `light` is the terminal, for where that decides."""
    if setting == AUTO:
        setting = "light" if light else "dark"
    return setting if setting in PALETTES else f"memtui-{setting}"


def setting_of(theme: str) -> str:
    """Return what `screen.theme` says for a theme."""
    return theme.removeprefix("memtui-")


def themes() -> list[Theme]:
    """Return the themes to register with Textual."""
    return [_theme(name, palette) for name, palette in PALETTES.items()]


def _theme(name: str, palette: Palette) -> Theme:
    ansi = palette is ANSI

    def colour(value: str) -> str:
        return f"ansi_{value}" if ansi else value

    back, text, accent, faint = map(colour, (palette.back, palette.text, palette.accent, palette.faint))
    return Theme(
        name=name,
        primary=accent,
        secondary=accent,
        accent=accent,
        warning=colour(palette.warn),
        error=colour(palette.error),
        success=accent,
        foreground=text,
        background=back,
        surface=back,
        panel=colour(palette.raised),
        boost=colour(palette.raised),
        dark=palette.dark,
        ansi=ansi,
        variables={
            "dim": colour(palette.dim),
            "faint": faint,
            "raised": colour(palette.raised),
            "scrollbar": "ansi_bright_black" if ansi else palette.raised,
            "scrollbar-hover": colour(palette.dim),
            "scrollbar-active": accent,
            "scrollbar-background": back,
            "scrollbar-background-hover": back,
            "scrollbar-background-active": back,
            "scrollbar-corner-color": back,
            **({"ansi-background": "ansi_black", "ansi-foreground": "ansi_white"} if ansi else {}),
            "input-cursor-background": "ansi_white" if ansi else text,
            "input-cursor-foreground": "ansi_black" if ansi else back,
            "input-selection-background": "ansi_blue" if ansi else f"{accent} 35%",
            "block-cursor-background": accent,
            "block-cursor-foreground": "ansi_black" if ansi else back,
            "border": faint,
            "border-blurred": faint,
        },
    )


class Look(NamedTuple):
    """A palette as the styles that segments are made with."""

    base: Style
    """Under everything: a drawn line has no background of its own."""
    text: Style
    strong: Style
    dim: Style
    faint: Style
    accent: Style
    accent_strong: Style
    match: Style
    """A word that was searched for."""
    warn: Style
    error: Style
    cursor: Style
    """Laid under the line that has the cursor, in the focused pane."""
    resting: Style
    """The same in a pane without the focus."""


@cache
def look(theme: str) -> Look:
    """Return the styles of the theme called `theme`; of the dark one when there is none."""
    palette = PALETTES.get(theme, DARK)
    ansi = palette is ANSI
    return Look(
        base=Style() if ansi else Style(color=palette.text, bgcolor=palette.back),
        text=Style(color=palette.text),
        strong=Style(color=palette.text, bold=True),
        dim=Style(color=palette.dim),
        faint=Style(color=palette.faint),
        accent=Style(color=palette.accent),
        accent_strong=Style(color=palette.accent, bold=True),
        match=Style(color=palette.accent, bold=True, underline=True),
        warn=Style(color=palette.warn),
        error=Style(color=palette.error),
        cursor=Style(reverse=True) if ansi else Style(bgcolor=palette.raised),
        resting=Style(bold=True) if ansi else Style(bgcolor=palette.resting),
    )
