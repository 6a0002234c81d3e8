"""Which lines of a text a program printed: logs, tracebacks, the output of tests and builds.

People paste them between their own sentences, and an error may read like a rule: `rates must never be
negative`. The forms are data (`printed_lines.toml`), each with a line that it finds and one that it leaves.
"""

import re
from pathlib import Path

from memtui.domain import roles
from memtui.phrases import phrases_in

FORMS = phrases_in(Path(__file__).with_name("printed_lines.toml"))
_ANY = "|".join(f"(?P<{name}>{form.pattern.pattern})" for name, form in FORMS.items())
_LINE = re.compile(rf"\s*(?:(?:{roles.PERSON}|me|{roles.AGENT})\s?[:：]\s*)?(?-i:{_ANY})", re.IGNORECASE)
_TRACE = "Traceback (most recent call last)"
_RAISED = re.compile(r"\s*[\w.]+(?::|\s*$)")
"""What stands behind the calls of a traceback: what was raised, with its message if it has one."""
_READ = 400
"""Characters of a line to look at; its beginning shows what printed it."""


class Printed:
    """Tells program output from a person's lines; pass it the lines of a text in order."""

    def __init__(self) -> None:
        self._indent: int | None = None
        """How far the head of the traceback is indented that is being read."""

    def takes(self, line: str) -> bool:
        """Say whether a program printed the next line, such as any line of a traceback."""
        head = line[:_READ]
        if self._indent is not None:
            if not head.strip():
                return False
            indent = len(head) - len(head.lstrip())
            if indent > self._indent:
                return True
            self._indent = None
            if _RAISED.match(head):
                return True
        if _TRACE in head and form_of(head) is not None:
            self._indent = len(head) - len(head.lstrip())
            return True
        return form_of(head) is not None


def form_of(line: str) -> str | None:
    """Return the name of the form of a printed line; None if a person may have written it."""
    match = _LINE.match(line[:_READ])
    return None if match is None else match.lastgroup
