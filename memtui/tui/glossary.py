"""The words of the screen, each in a sentence: what `?` finds besides keys, and docs/keys.md ends with."""

from memtui.domain.card_kinds import Kind
from memtui.domain.memory import MemoryType
from memtui.tui.signs import Meaning

_TYPES = {
    MemoryType.EPISODIC: "Took place; fades in weeks unless used",
    MemoryType.SEMANTIC: "Is so; fades in months unless used",
    MemoryType.PROCEDURAL: "How something is done; lasts longer",
    MemoryType.CONSTITUTIONAL: "Always holds; never fades",
}
_KINDS = {
    Kind.SECRET: "Card: a password or key got into a memory",
    Kind.POISON: "Card: tells agents what to do; held back until a yes",
    Kind.CONFLICT: "Card: memories that cannot both be right",
    Kind.LEARNED: "Card: what a session or a text said, to be let in",
    Kind.DUPLICATE: "Card: memories that say the same",
    Kind.JUNK: "Card: worth nothing: chatter, boot text, half a sentence",
    Kind.EXPIRED: "Card: a memory whose time is over",
    Kind.DEAD: "Card: files or code are gone, say it too, or otherwise",
    Kind.FADING: "Card: nobody has used it for long",
    Kind.PROMOTE: "Card: used so often that it should last",
    Kind.SHARE: "Card: share this with the team? Nobody is told before",
    Kind.RETENTION: "Card: old episodes and tool output, for the archive",
    Kind.BUDGET: "Card: what to archive where agents are told too much",
    Kind.COMPACT: "Card: one summary in the place of several memories",
    Kind.JUDGE: "Card: by a model that has read the memories",
}
_OTHERS = {
    "memory": "One statement that stands for itself",
    "scope": "Where a memory is filed, such as /project/atlas",
    "/temporary": "From a temporary folder; told to no agent",
    "importance": "Given to a memory, from 0 to 1; never changes by itself",
    "strength": "Importance, faded by the time since the last use",
    "half-life": "Days in which, unused, it loses half its strength",
    "use": "An agent was told it, or a person said that it is right",
    "faded": "Weak by disuse that was seen; never what is loaded whole",
    "tokens in all": "Of all that agents can be told; a session hears a part",
    "category": "A tag; a memory can have several",
    "drop": "Take away so that it can be restored",
    "archive": "Keep, but tell no agent of it",
    "purge": "Erase for good, with its history",
    "provenance": "Where a memory comes from: file, session, quote",
    "card": "In Review, one proposal or several that belong together",
    "linked": "Said of a file that agents read and memtui follows",
}
GLOSSARY = (
    *(Meaning(kind.label, f"{words} (type {kind})") for kind, words in _TYPES.items()),
    *(Meaning(word, words) for word, words in _OTHERS.items()),
    *(Meaning(str(kind), words) for kind, words in _KINDS.items()),
)
"""The types of memories in words that need no explanation, then other words, then the kinds of cards."""
