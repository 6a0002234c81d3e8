"""The keys of the Ask view, and the one that opens it for a scope."""

from memtui.tui.keys.action import Action, Group, Situation
from memtui.tui.keys.views import ViewId

_ASK = (ViewId.ASK,)


def _a_question(now: Situation) -> str:
    return "" if now.text else "Nothing is asked yet: {ask} asks a question"


ASKING: tuple[Action, ...] = (
    Action("ask", ("/",), "ask", "Ask a question; the answer follows as you type", Group.ASK, _ASK, hint=1),
    Action(
        "as_text",
        ("v",),
        "what it gets",
        "Show the very text an agent gets, or the memory under the cursor again",
        Group.ASK,
        _ASK,
        hint=3,
    ),
    Action(
        "way",
        ("w",),
        "prompt or call",
        "Let a hook add to a prompt, or the agent call its recall tool, and see what that tells",
        Group.ASK,
        _ASK,
        _a_question,
        4,
    ),
    Action(
        "ask_here",
        ("K",),
        "what agents know",
        "Ask what an agent is told in the scope under the cursor",
        Group.ASK,
        (ViewId.MEMORIES,),
    ),
)
