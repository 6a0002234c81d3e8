"""What those who wrote are called. Who wrote a line of a linked file is not known, only the file."""

from memtui.domain.actor import Actor, ActorKind
from memtui.installed import format_names

FILES = "linked files"


def writer(actor: Actor) -> str:
    """Return by what a change is told of: `you`, a program, or the files that it was read from."""
    return "you" if actor.kind is ActorKind.PERSON else program(actor)


def program(actor: Actor) -> str:
    """Return the program in use, also of a person, or the files that a change was read from."""
    if actor.kind is ActorKind.SYSTEM and not actor.session and actor.client in format_names():
        return FILES
    return actor.client or str(actor.kind)
