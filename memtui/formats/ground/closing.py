"""Where the last section of a page ends: at its last rule, if what stands below that has a heading in bold.

A rule within a section parts its entries; only one alone, with a line such as `**Next steps**` or
`**Version**: 2` below it, tells that what follows is said of the whole page.
"""

from collections.abc import Sequence

from memtui.formats.ground.labels import HEADING, is_rule, label, outside_code


def closing_rule(lines: Sequence[str]) -> int:
    """Return the line of the rule that ends the last section of a page; the number of lines without one."""
    rule = following = None
    for at, line in reversed(list(outside_code(lines))):
        if HEADING.match(line):
            break
        if is_rule(line) and rule is not None:
            return len(lines)
        if is_rule(line):
            rule, following = at, next((one for one in lines[at + 1 :] if one.strip()), "")
    bold = following is not None and following.startswith(("**", "__")) and label(following) is not None
    return rule if rule is not None and bold else len(lines)
