"""Why a memory is told, or not, in words: a few for its row, a line each for the page beneath."""

from collections.abc import Mapping

from rich.cells import cell_len

from memtui.domain.card_kinds import Kind
from memtui.domain.counting import listed
from memtui.domain.text import Longest, one_line
from memtui.domain.tokens import tokens
from memtui.recall.briefing import Entry, Why
from memtui.recall.session_start import Rank
from memtui.secrets.masking import masked
from memtui.tui.ask.asking import Answer
from memtui.tui.signs import first_kind

_NEAR = 0.25
"""From this cosine on the meaning is a reason."""
_SUPPORT = 0.1
"""From so much on what its session adds is a reason."""
_ROW = {
    Why.SUMMARY: "last session",
    Why.AT_ODDS: "newer",
    Why.BUDGET: "does not fit",
    Why.WEAKER: "weaker",
    Why.WEAK: "weakly related",
    Why.SLIGHT: "little in common",
    Why.NAME: "only the name",
    Why.NAMELESS: "without the name",
    Why.FURTHER: "fits less",
    Why.COPY: "says it again",
    Why.SAID: "in the summary",
    Why.HELD: "held back",
    Why.SHOWN: "told before",
    Why.ARCHIVED: "archived",
    Why.LOADED: "loads it itself",
}
_AT_ODDS = "A card in Review asks which is right; until you say, the agent hears “{}”."
_STRONG = {Why.USER, Why.PROJECT}
_ROW_AT_START = {
    Rank.RULE: ("your rule", "rule here"),
    Rank.KNOWN: ("about you", "known here"),
    Rank.EVENT: ("happened to you", "happened here"),
}
"""By the rank of a memory: about the user, and of the project."""
_AT_START = {
    Rank.RULE: "It is a rule: those come first, as an agent has to keep to them.",
    Rank.KNOWN: "It is a fact or a how-to: those come behind the rules, the strongest first.",
    Rank.EVENT: "It tells what happened: that comes last, the latest first.",
}
_ITSELF = "an agent that loads it itself: {}. Its hook does not tell it again; other agents are told."
_SENTENCE = {
    Why.SUMMARY: "It says where the last session stood; that comes first.",
    Why.RELEVANT: "It bears on the question.",
    Why.AT_ODDS: "It is newer than the one below it and says otherwise; you have not decided.",
    Why.WEAKER: "Left out: what comes before it takes the budget.",
    Why.WEAK: "Left out as weakly related: others bear much more on the question.",
    Why.SLIGHT: "Left out: it has hardly anything in common with the question, in words or meaning.",
    Why.NAME: "Left out: it shares a name with the question, and nothing else of it.",
    Why.NAMELESS: "Left out: it lacks the name that the question is about, which few others have.",
    Why.FURTHER: "Others bear more on the question.",
    Why.COPY: "It nearly says what is told above, and so it stepped back.",
    Why.SAID: "The summary of the last session has it word for word.",
    Why.HELD: "It is held back from all agents until you have decided; Review has a card about it.",
    Why.SHOWN: "This session was told it before.",
    Why.ARCHIVED: "It is in the archive, which an agent searches only when it asks for that.",
    Why.LOADED: "The agent loads it itself, from a file that it reads as a session starts.",
}


def row_words(entry: Entry, answer: Answer, width: int) -> str:
    """Return the reasons for a memory's rank: as many as `width` cells hold, the best first."""
    if entry.why is Why.OTHERS:
        return f"for {listed(answer.written_for.get(entry.memory.id, ()))}"
    if entry.note:
        return "at odds"
    if entry.why is not Why.RELEVANT:
        if entry.why not in _STRONG:
            return _ROW[entry.why]
        file = answer.itself.file_of(entry.memory.id)
        words = _ROW_AT_START[Rank.of(entry.memory)][entry.why is Why.PROJECT]
        return f"also in {masked(file)}" if file else words
    parts: Mapping[str, float] = entry.hit.parts if entry.hit is not None else {}
    shared = ", ".join(answer.shared.get(entry.memory.id, ()))
    reasons = [masked(shared)] if shared else []
    named = ", ".join(answer.named.get(entry.memory.id, ()))
    reasons += [f"its name: {masked(named)}"] if named else []
    reasons += ["newer"] if "newer than" in parts else []
    reasons += ["meaning"] if _by_meaning(parts) else []
    reasons += ["date"] if parts.get("when") else []
    reasons += ["its session"] if parts.get("session", 0.0) >= _SUPPORT else []
    while len(reasons) > 1 and cell_len(" · ".join(reasons)) > width:
        reasons.pop()
    return " · ".join(reasons) or "beside another"


def sentences(entry: Entry, answer: Answer) -> list[tuple[str, str]]:
    """Return all reasons as pairs of a heading and a sentence; the first says whether it is told."""
    briefing = answer.briefing
    is_told = any(entry is told_entry for told_entry in briefing.told)
    lines = [("told" if is_told else "not told", _sentence(entry, answer))]
    words = f"about {tokens(entry.memory.text):,} of its own words, {entry.tokens:,} as an agent gets it"
    lines.append(("tokens", f"{words}: with its scope, its date and whose word it is."))
    itself = answer.itself.words(entry.memory.id)
    if itself and is_told:
        lines.append(("left out", f"for {_ITSELF.format(masked(itself))}"))
    if entry.note:
        lines.append(("at odds", _AT_ODDS.format(entry.note)))
    if entry.hit is None:
        return lines
    parts = entry.hit.parts
    shared = answer.shared.get(entry.memory.id, ())
    if shared:
        lines.append(("words", f"It has {listed([f'“{masked(word)}”' for word in shared])} of the question."))
    if named := answer.named.get(entry.memory.id, ()):
        told = listed([f"“{masked(word)}”" for word in named])
        lines.append(("name", f"Its name or its title has {told}, which an agent does not read."))
    if _by_meaning(parts):
        near = max(parts.get("meaning", 0.0), parts.get("nearest words", 0.0))
        lines.append(("meaning", f"It means something near: {near:.2f} of 1."))
    if parts.get("when"):
        lines.append(("date", "It is from the time that the question names."))
    if parts.get("session", 0.0) >= _SUPPORT:
        lines.append(("session", "What was said beside it in its session bears on the question, too."))
    if "newer than" in parts:
        older = one_line(masked(answer.older.get(int(parts["newer than"]), "")), Longest.TITLE)
        lines.append(("newer", f"It says something newer than “{older}”, so it stands in front of that."))
    return lines


def signs(entry: Entry, answer: Answer, *, is_new: bool) -> list[tuple[str, str]]:
    """Return what the signs of a row mean, as pairs of the sign and a sentence."""
    lines = [("+", "It came into the answer with the latest change.")] if is_new else []
    kinds = answer.doubted.get(entry.memory.id, frozenset())
    card = first_kind(kinds)
    if card is Kind.CONFLICT:
        lines.append((card, "Another memory says otherwise; a card in Review asks which is right."))
    elif card is not None:
        others = f", as {listed(sorted(kinds - {card}))} too" if len(kinds) > 1 else ""
        lines.append((card, f"A card in Review speaks against it{others}."))
    return lines


def _sentence(entry: Entry, answer: Answer) -> str:
    briefing = answer.briefing
    if entry.why is Why.OTHERS:
        alone = listed(answer.written_for.get(entry.memory.id, ()))
        return f"It is written for {alone}, so no other agent is told."
    if entry.why is Why.BUDGET:
        return (
            f"It takes about {entry.tokens:,} tokens, and {briefing.tokens:,} of {briefing.budget:,} are "
            "taken by what stands above."
        )
    if entry.why is Why.RELEVANT and briefing.elsewhere:
        return "It bears on the question; this scope knows nothing of it, so all scopes were searched."
    if entry.why in _STRONG:
        return _AT_START[Rank.of(entry.memory)]
    return _SENTENCE[entry.why]


def _by_meaning(parts: Mapping[str, float]) -> bool:
    return max(parts.get("meaning", 0.0), parts.get("nearest words", 0.0)) >= _NEAR
