"""Headings that are underlined, as in plain text: `Ports` above `=====` or `-----`.

They are read as if `#` or `##` stood before them. A rule below a paragraph is only a rule: what it underlines
is a line by itself, no sentence, no value behind a label, and not much longer than the rule.
"""

import re
from collections.abc import Sequence

from memtui.formats.ground.fences import in_code
from memtui.formats.ground.labels import HEADING, is_item, is_rule, label

_LINE = re.compile(r"(?:={3,}|-{3,})\s*")
_NO_TITLE = (*"|>`~<", "    ", "\t")
"""How rows of tables, quotations, fences, tags and code begin."""
_ENDS_A_SENTENCE = tuple(".。!！?？,;:：；")
_LONGEST = 100
_SHARE = 0.5
"""Of a title, so much is underlined at least; a rule of three dashes below a line is shorter."""


def with_marks(lines: Sequence[str], code: Sequence[bool] | None = None) -> list[str]:
    """Return the lines of a page with marks before each underlined heading, and nothing in place of its line;
    `code` says which lines are code, if that is known.
    """
    code = in_code(lines) if code is None else code
    marked = list(lines)
    for at in range(1, len(lines)):
        if code[at] or code[at - 1] or not _LINE.fullmatch(lines[at]):
            continue
        above = marked[at - 2] if at > 1 else ""
        alone = not above.strip() or is_rule(above) or HEADING.match(above)
        if alone and _is_title(lines[at - 1], lines[at].strip()):
            marked[at - 1] = f"{'#' if lines[at][0] == '=' else '##'} {lines[at - 1].strip()}"
            marked[at] = ""
    return marked


def _is_title(title: str, line: str) -> bool:
    """Say whether a line that stands by itself is a heading with `line` below it."""
    if not title.strip() or title.startswith(_NO_TITLE) or len(title) > _LONGEST:
        return False
    if HEADING.match(title) or is_item(title) or is_rule(title) or len(line) < _SHARE * len(title.strip()):
        return False
    opened = label(title) if line[0] == "-" else None
    return not (opened and opened[1]) and not title.rstrip().endswith(_ENDS_A_SENTENCE)
