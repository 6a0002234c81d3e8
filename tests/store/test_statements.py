"""Statements are written so that every Python takes them."""

import ast
import re
from pathlib import Path

import memtui

NUMBERED = re.compile(r"\?\d")


def test_no_statement_numbers_its_parameters() -> None:
    """Python 3.14 refuses them with a sequence of values."""
    found = [
        f"{path.name}: {node.value[:60]}"
        for path in sorted((Path(memtui.__file__).parent / "store").glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and NUMBERED.search(node.value)
    ]
    assert found == []
