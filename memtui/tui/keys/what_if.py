"""The keys of What if: they turn the sliders, and write what is set by them."""

from memtui.tui.keys.action import Action, Group, Part, Situation
from memtui.tui.keys.views import ViewId

_WHAT_IF = (ViewId.WHAT_IF,)


def _moved(now: Situation) -> str:
    return (
        ""
        if now.part is Part.CHANGED
        else "The sliders stand at what is set; {turn_down} and {turn_up} move one"
    )


def _turning(name: str, keys: tuple[str, ...], label: str, sentence: str, hint: int) -> Action:
    return Action(name, keys, label, sentence, Group.WHAT_IF, _WHAT_IF, hint=hint)


TURNING: tuple[Action, ...] = (
    _turning("turn_down", ("left", "h"), "less", "Turn the slider down", 2),
    _turning("turn_up", ("right", "l"), "more", "Turn the slider up", 2),
    _turning("turn_far_down", ("shift+left", "H"), "much less", "Turn the slider down by three steps", 3),
    _turning("turn_far_up", ("shift+right", "L"), "much more", "Turn the slider up by three steps", 4),
    Action(
        "write_dials",
        ("enter",),
        "write",
        "Show the lines for the settings file, then write them",
        Group.WHAT_IF,
        _WHAT_IF,
        _moved,
        1,
    ),
    Action(
        "dials_back",
        ("x",),
        "put back",
        "Put the sliders back to what is set; after writing, to what was set before",
        Group.WHAT_IF,
        _WHAT_IF,
        _moved,
        5,
    ),
)
