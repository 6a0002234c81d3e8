"""The keys of the Review view, and what each asks of the card."""

from memtui.domain.deed_record import Offer
from memtui.tui.keys.action import Action, Can, Group, Part, Situation
from memtui.tui.keys.needs import a_memory, idle
from memtui.tui.keys.views import WITH_MEMORIES, ViewId

_REVIEW = (ViewId.REVIEW,)


_NO_CARD = "There is no card to decide on; {run_pass} looks for what to propose"


def _cards(now: Situation) -> str:
    """Ask for cards to choose among, or for a choice to take back."""
    return "" if Can.CARDS in now.offers else _NO_CARD


def _a_card(now: Situation) -> str:
    if now.part is Part.RULES:
        return "This decides on a card; {back} goes back to it"
    return _NO_CARD if now.part is Part.NOTHING else ""


def _card_and_idle(now: Situation) -> str:
    return _a_card(now) or idle(now)


def _whole_card(now: Situation, offer: Offer | Can, reason: str) -> str:
    if now.part in {Part.MEMBERS, Part.SOURCE}:
        return "This decides on the whole card; {back} goes back to it"
    return _card_and_idle(now) or ("" if offer in now.offers else reason)


def _a_winner(now: Situation) -> str:
    if now.part is Part.SOURCE:
        return ""
    return _whole_card(
        now, Offer.WINNER, "There is no winner to choose: that is for two memories that disagree"
    )


def _both(now: Situation) -> str:
    return _whole_card(now, Offer.BOTH, "Keeping both is for two memories that disagree")


def _a_drop(now: Situation) -> str:
    if now.part is Part.MEMBERS:
        return _card_and_idle(now)
    if now.part is Part.SOURCE and Offer.ARCHIVE in now.offers:
        return _card_and_idle(now)
    return _whole_card(now, Offer.ARCHIVE, "A yes drops nothing here that could be archived instead")


def a_cut(now: Situation) -> str:
    """Ask for a card about one memory that can be dropped where a yes would cut it, or decides nothing."""
    return _whole_card(
        now, Offer.WHOLE, "This drops a memory that a yes would only cut; {yes} and {no} decide here"
    )


def _editable(now: Situation) -> str:
    return _whole_card(now, Offer.TEXT, "A yes leaves no text here that could be edited")


def _all_of_kind(now: Situation) -> str:
    return _whole_card(now, Can.ALL, "Secrets are erased one at a time, since that cannot be undone")


def _muted_rule(now: Situation) -> str:
    if now.part is not Part.RULES:
        return "This is for a muted rule in the list of rules"
    return "" if Can.UNMUTE in now.offers else "This rule is not muted"


def _taught(now: Situation) -> str:
    if now.part is not Part.RULES:
        return "This is for the list of rules"
    return "" if Can.RELEARN in now.offers else "Your verdicts have taught nothing yet"


REVIEWING: tuple[Action, ...] = (
    Action("yes", ("y",), "yes", "Yes: do what the card proposes", Group.REVIEW, _REVIEW, _card_and_idle, 1),
    Action("no", ("n",), "no", "No: it is not proposed again", Group.REVIEW, _REVIEW, _card_and_idle, 1),
    Action("later", ("-",), "later", "Put it off for a week", Group.REVIEW, _REVIEW, _card_and_idle, 1),
    Action(
        "edit_card", ("e",), "edit", "Edit the text that stays, then accept", Group.REVIEW, _REVIEW, _editable
    ),
    Action(
        "winner_left",
        ("left", "h"),
        "choose",
        "Let the other memory of a pair stay",
        Group.REVIEW,
        _REVIEW,
        _a_winner,
    ),
    Action(
        "winner_right",
        ("right", "l"),
        "choose",
        "Let the other memory of a pair stay",
        Group.REVIEW,
        _REVIEW,
        _a_winner,
    ),
    Action(
        "both_dated",
        ("b",),
        "both",
        "Keep both, each with its date in the text where these differ",
        Group.REVIEW,
        _REVIEW,
        _both,
    ),
    Action(
        "archive_instead",
        ("x",),
        "archive",
        "Archive instead, where a yes would drop",
        Group.REVIEW,
        _REVIEW,
        _a_drop,
    ),
    Action(
        "yes_to_all",
        ("Y",),
        "all of this kind",
        "Yes to all of this kind, after a preview",
        Group.REVIEW,
        _REVIEW,
        _all_of_kind,
        4,
    ),
    Action(
        "source",
        ("o",),
        "source",
        "Show where the memory comes from: file, session, quote",
        Group.FIND,
        (*WITH_MEMORIES, ViewId.REVIEW),
        a_memory,
    ),
    Action(
        "five_minutes",
        ("f",),
        "five minutes",
        "Only what gains most in five minutes; again for all cards",
        Group.REVIEW,
        _REVIEW,
        _cards,
        hint=3,
    ),
    Action(
        "filter_cards",
        ("/",),
        "filter",
        "Filter by kind and scope: `conflict in:/project/atlas`",
        Group.REVIEW,
        _REVIEW,
        _cards,
        hint=5,
    ),
    Action(
        "next_kind",
        ("s",),
        "next kind",
        "One kind only: the next, at last all again",
        Group.REVIEW,
        _REVIEW,
        _cards,
    ),
    Action(
        "run_pass", ("R",), "run the pass", "Look for what to propose, now", Group.REVIEW, _REVIEW, hint=6
    ),
    Action(
        "read_store",
        ("J",),
        "have a model read",
        "Have a model read the memories; told beforehand what it takes",
        Group.REVIEW,
        _REVIEW,
    ),
    Action(
        "rules",
        ("t",),
        "rules",
        "How each rule fares with you, and what the last pass did",
        Group.REVIEW,
        _REVIEW,
        hint=7,
    ),
    Action(
        "unmute", ("M",), "unmute", "Let a muted rule be heard again", Group.REVIEW, _REVIEW, _muted_rule, 1
    ),
    Action(
        "relearn",
        ("F",),
        "forget",
        "Forget what your verdicts taught the learned model",
        Group.REVIEW,
        _REVIEW,
        _taught,
        2,
    ),
)
