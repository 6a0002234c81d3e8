"""What the commands that train a model share: the words of the shell, and the two files they write."""

import argparse
import sys
from pathlib import Path


def parser_of(module: str, about: str | None, into: Path) -> argparse.ArgumentParser:
    """Return what reads the arguments of `python -m training.MODULE`; it writes to `into` unless told."""
    parser = argparse.ArgumentParser(
        prog=f"python -m training.{module}",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--into", type=Path, default=into)
    return parser


def refused(why: str) -> int:
    """Say why nothing was trained, and return what the command ends with."""
    print(why, file=sys.stderr)
    return 1


def finished(into: Path, model: tuple[str, bytes], card: tuple[str, str]) -> int:
    """Write a model and its card under their names, show the card, and return what the command ends with."""
    into.mkdir(parents=True, exist_ok=True)
    (into / model[0]).write_bytes(model[1])
    (into / card[0]).write_text(card[1], encoding="utf-8")
    print(card[1])
    return 0
