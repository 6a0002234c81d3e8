"""What the parts of the screen tell each other reaches only who it is for."""

import importlib
import pkgutil
from collections import Counter
from collections.abc import Iterator

from textual.message import Message

import memtui.tui


def messages(base: type[Message]) -> Iterator[type[Message]]:
    """Yield the screen's own messages."""
    for each in base.__subclasses__():
        if each.__module__.startswith("memtui."):
            yield each
        yield from messages(each)


def test_no_two_messages_go_to_one_handler() -> None:
    for module in pkgutil.walk_packages(memtui.tui.__path__, "memtui.tui."):
        importlib.import_module(module.name)
    handlers = Counter(each.handler_name for each in set(messages(Message)))
    assert len(handlers) > 10
    assert [name for name, messages in handlers.items() if messages > 1] == []
