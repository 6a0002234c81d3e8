"""docs/keys.md, and the keys in the pages of docs/views, made from the registry."""

from memtui.domain.filter import TOKENS
from memtui.domain.text import capitalised
from memtui.tui.glossary import GLOSSARY
from memtui.tui.keys.action import Action, Group
from memtui.tui.keys.keymap import Keymap
from memtui.tui.keys.views import ALL_VIEWS, EVERYWHERE, View
from memtui.tui.signs import MEANINGS


def keys_page() -> str:
    """Return docs/keys.md."""
    lines = [
        "# Keys",
        "",
        "Made from the action registry (`memtui/tui/keys/`) by `make docs`. Any can be changed in the",
        '`[keys]` table of the settings, by its id: `drop = "d"`.',
        "",
    ]
    keymap = Keymap()
    for group in Group:
        lines += [f"## {group}", "", "| key | does | where | id |", "|---|---|---|---|"]
        for action in keymap.actions:
            if action.group is group:
                keys = " ".join(map(_as_code, action.keys))
                lines.append(f"| {keys} | {action.help} | {_where(action)} | `{action.id}` |")
        lines.append("")
    lines += ["## Signs behind the text of a memory", "", "| sign | means |", "|---|---|"]
    lines += [f"| {each.sign} | {each.means} |" for each in MEANINGS]
    lines += ["", "## Tokens of the filter", "", "`?` finds them too, and tab completes them.", ""]
    lines += ["| token | asks for |", "|---|---|"]
    lines += [f"| `{key}:` | {capitalised(means)} |" for key, means in TOKENS.items()]
    lines += ["", "## Words", "", "`?` finds them too.", "", "| word | means |", "|---|---|"]
    lines += [f"| {each.sign} | {each.means} |" for each in GLOSSARY]
    return "\n".join([*lines, ""])


def keys_of(view: View) -> str:
    """Return the keys of one view, without those of every view, as the table on its page."""
    lines = ["| key | does |", "|---|---|"]
    for action in Keymap().actions:
        if view.id in action.views and set(action.views) != set(EVERYWHERE):
            keys = " ".join(map(_as_code, action.keys))
            lines.append(f"| {keys} | {action.help} |")
    return "\n".join([*lines, ""])


def _where(action: Action) -> str:
    if set(action.views) == set(EVERYWHERE):
        return "everywhere"
    return ", ".join(view.title for view in ALL_VIEWS if view.id in action.views)


def _as_code(key: str) -> str:
    return "`` ` ``" if key == "`" else f"`{key}`"
