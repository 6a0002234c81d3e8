"""Everything a key can do on the screen, in the order of the keys page.

One record per action. The key dispatch, the hints in the status line, the `?` screen, the command palette,
the `[keys]` settings and docs/keys.md are all made from these records, so none of them can say something the
others do not. A new action is one record in the file of its group and one method `do_<id>` on the view it
names or on what that view holds, or on the app when every view has it.
"""

from collections.abc import Iterable

from memtui.tui.keys.action import Action
from memtui.tui.keys.asking import ASKING
from memtui.tui.keys.changing import CHANGING
from memtui.tui.keys.extract import EXTRACTING
from memtui.tui.keys.finding import FINDING
from memtui.tui.keys.moving import MOVING
from memtui.tui.keys.review import REVIEWING
from memtui.tui.keys.screen import SCREEN
from memtui.tui.keys.settings import SETTING
from memtui.tui.keys.sources import LINKING
from memtui.tui.keys.time_travel import TRAVELLING
from memtui.tui.keys.views import ViewId
from memtui.tui.keys.what_if import TURNING

ACTIONS: tuple[Action, ...] = (
    *MOVING, *FINDING, *REVIEWING, *EXTRACTING, *ASKING, *LINKING, *TRAVELLING, *SETTING, *TURNING,
    *CHANGING, *SCREEN,
)  # fmt: skip


def collisions(actions: Iterable[Action]) -> list[str]:
    """Return a sentence for every key that means two things in one view."""
    owner: dict[tuple[ViewId, str], Action] = {}
    sentences = []
    for action in actions:
        for view in action.views:
            for key in action.keys:
                other = owner.setdefault((view, key), action)
                if other is not action:
                    sentences.append(f"{key} would mean {other.label!r} and {action.label!r} in {view}")
    return sentences
