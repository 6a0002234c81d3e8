"""The keys of the Ask view, and the one that opens it for a scope."""

from memtui.tui.keys.action import Action, Can, Group, Part, Situation
from memtui.tui.keys.views import ViewId

_ASK = (ViewId.ASK,)


def _a_question(now: Situation) -> str:
    return "" if now.text else "Nothing is asked yet: {ask} asks a question"


def _a_saved_one(now: Situation) -> str:
    return "" if now.part is Part.SAVED else "This is for the saved questions, at the left"


def _held_back(now: Situation) -> str:
    return "" if Can.BETTER in now.offers else "Nothing is held back: this is the whole answer"


ASKING: tuple[Action, ...] = (
    Action(
        "ask",
        ("/",),
        "ask",
        "Ask one question after the other; the answer follows as you type, and `enter` twice leads into it",
        Group.ASK,
        _ASK,
        hint=1,
    ),
    Action(
        "show_better",
        ("r",),
        "show better",
        "Show the answer that waits while a memory is chosen: by meaning, or without that memory",
        Group.ASK,
        _ASK,
        _held_back,
        2,
    ),
    Action(
        "as_text",
        ("v",),
        "what agents see",
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
        "as_agent",
        ("a",),
        "which agent",
        "Show what one agent is told, without what it loads itself; again the next, then any",
        Group.ASK,
        _ASK,
        hint=7,
    ),
    Action(
        "save_question",
        ("s",),
        "save",
        "Save the question with what is told now as the right answer; again accepts a changed one",
        Group.ASK,
        _ASK,
        hint=5,
    ),
    Action(
        "remove_question",
        ("D",),
        "remove",
        "Remove the saved question under the cursor",
        Group.ASK,
        _ASK,
        _a_saved_one,
        6,
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
