"""Every view in each size and look, to be looked through: `python -m screenshots.every FOLDER [WORD ...]`.

It takes some minutes. Words are parts of names, such as `review` or `small-light`; of those that have
all of them pictures are made. They are for whoever changed the screen, and so go into no repository.
"""

import sys
from itertools import product
from pathlib import Path

from screenshots.make import DARK, EXTRACTED, LIGHT, NOTES, SIZES, Picture, made

VIEWS: dict[str, tuple[str, ...]] = {
    "memories": ("j",) * 4,
    "review": ("2", "/", *"conflict", "enter"),
    "dropped": ("3", "j"),
    "extract": EXTRACTED,
    "history": ("5", "j"),
    "insights": ("6",),
    "ask": ("7", "slash", *"what machine does Ada use", "enter", "enter"),
    "sources": ("8",),
    "settings": (",", "j"),
    "time": ("@", "H"),
    "what-if": ("W", "right", "right"),
}
LOOKS = {"dark": DARK, "light": LIGHT, "ansi": "ansi", "no-color": DARK}


def pictures() -> list[Picture]:
    """Return every view in each size and look."""
    return [
        Picture(
            f"{view}-{size}-{look}",
            VIEWS[view],
            size,
            theme,
            NOTES if view == "extract" else "",
            no_color=look == "no-color",
        )
        for view, size, (look, theme) in product(VIEWS, SIZES, LOOKS.items())
    ]


def main() -> int:
    """Make the pictures; returns the exit code."""
    if len(sys.argv) < 2:
        print("usage: python -m screenshots.every FOLDER [WORD ...]", file=sys.stderr)
        return 2
    folder, words = Path(sys.argv[1]).resolve(), sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    return made([each for each in pictures() if all(word in each.name for word in words)], folder)


if __name__ == "__main__":
    sys.exit(main())
