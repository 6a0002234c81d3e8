"""The theme follows the terminal: a test plays one that answers, one that is silent, one that is slow."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from textual import events
from textual.message import Message

from memtui.config import load
from memtui.lifecycle.bulk_add import import_drafts
from memtui.store.opening import open_store
from memtui.tui.background import daylight
from memtui.tui.background.daylight import BackgroundTold, HearingParser, is_light
from memtui.tui.on_terminal import TypingParser
from tests.tui.conftest import AGENT, a_draft
from tests.tui.in_terminal import Terminal, terminal

QUESTION = b"\x1b]11;?\x07"
LIGHT, DARK = b"48;2;251;250;247", b"48;2;20;23;28"
"""The two backgrounds, as the program sends them."""
WHITE = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a store with one memory is; the terminal has all colours and gives no other hint."""
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setenv("MEMTUI_CONFIG", str(tmp_path / "config.toml"))
    (tmp_path / "config.toml").touch()
    monkeypatch.delenv("COLORFGBG", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    with open_store(tmp_path / "store.db") as store:
        import_drafts(store, [a_draft("Ada prefers small commits")], by=AGENT)
    return tmp_path / "store.db"


def leave(screen: Terminal) -> None:
    """Quit; a letter of an answer that was taken for a key would have left a prompt or another view open."""
    screen.press("q")
    assert screen.wait() == 0


def test_a_light_terminal_gets_the_light_theme(path: Path) -> None:
    with terminal(path) as screen:
        screen.wait_for(QUESTION)
        screen.press("\x1b]11;rgb:fbfb/fafa/f7f7\x07")
        screen.wait_for(LIGHT)
        screen.read_until("small commits")
        leave(screen)


@pytest.mark.long
def test_a_terminal_that_says_nothing_is_not_waited_for(path: Path) -> None:
    with terminal(path) as screen:
        screen.read_until("small commits")
        assert QUESTION in screen.received
        assert DARK in screen.received
        leave(screen)


@pytest.mark.long
def test_an_answer_that_comes_late_goes_into_no_field(path: Path) -> None:
    with terminal(path) as screen:
        screen.read_until("small commits")
        screen.press("/")
        screen.read_until("enter keeps")
        screen.press("-commits")
        screen.read_until("Nothing matches")
        for piece in ("\x1b", "]1", "1;rgb:ff/f", "f/ff\x1b", "\\"):
            screen.press(piece)
        screen.wait_for(LIGHT)
        since = len(screen.received)
        screen.press("\x7f" * len("-commits"))
        screen.read_until("small commits", since=since)
        screen.escape_to("d drop")
        leave(screen)


@pytest.mark.long
def test_a_theme_that_a_person_chose_is_not_asked_about(path: Path, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[screen]\ntheme = "dark"\n')
    with terminal(path) as screen:
        screen.read_until("small commits")
        assert QUESTION not in screen.received
        leave(screen)


@pytest.mark.long
def test_a_theme_chosen_with_the_key_is_kept_on_a_light_terminal(path: Path, tmp_path: Path) -> None:
    with terminal(path) as screen:
        screen.wait_for(QUESTION)
        screen.press(WHITE)
        screen.wait_for(LIGHT)
        screen.read_until("small commits")
        screen.press("T")
        screen.read_until("Theme ansi")
        leave(screen)
    assert load(tmp_path / "config.toml").settings.screen.theme == "ansi"


class Silent:
    """A driver that keeps what it is to send."""

    is_headless = False

    def __init__(self) -> None:
        self.sent = ""

    def write(self, data: str) -> None:
        self.sent += data

    def flush(self) -> None:
        """Nothing waits."""


@pytest.mark.parametrize(("term", "sent"), [("xterm", daylight.QUESTION), ("dumb", ""), ("linux", "")])
def test_only_a_terminal_that_may_answer_is_asked(
    monkeypatch: pytest.MonkeyPatch, term: str, sent: str
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr(HearingParser, "listening", False)
    driver = Silent()
    daylight.ask(driver)  # type: ignore[arg-type]
    assert driver.sent == sent
    assert HearingParser.listening == bool(sent)


# -- the parser ------------------------------------------------------------------------------


@pytest.fixture
def parser(monkeypatch: pytest.MonkeyPatch) -> HearingParser:
    """A parser in a process that has asked."""
    monkeypatch.setattr(HearingParser, "listening", True)
    return HearingParser()


def keys(messages: Iterable[Message]) -> str:
    return "".join(message.character or "" for message in messages if isinstance(message, events.Key))


@pytest.mark.few(9)
@pytest.mark.parametrize("end", ["\x07", "\x1b\\"])
@pytest.mark.parametrize("at", range(1, 28))
def test_an_answer_cut_anywhere_is_heard_and_leaves_the_keys_around_it(
    parser: HearingParser, at: int, end: str
) -> None:
    whole = f"ab\x1b]11;rgb:ffff/ffff/ffff{end}cd"
    told = [*parser.feed(whole[:at]), *parser.feed(whole[at:])]
    assert [message for message in told if isinstance(message, BackgroundTold)] == [BackgroundTold(True)]
    assert keys(told) == "abcd"


def test_esc_alone_is_still_a_key(parser: HearingParser, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("memtui.tui.background.daylight.get_time", lambda: now[0])
    monkeypatch.setattr("textual._parser.get_time", lambda: now[0])
    assert not [*parser.feed("\x1b"), *parser.tick()]
    now[0] = 0.15
    held = list(parser.tick())
    now[0] = 0.3
    assert keys([*held, *parser.tick()]) == "\x1b"


def test_half_an_answer_is_no_keys(parser: HearingParser, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("memtui.tui.background.daylight.get_time", lambda: now[0])
    told = list(parser.feed("\x1b]11;rgb:ff"))
    now[0] = 5.0
    assert not [*told, *parser.tick(), *parser.tick()]
    assert keys(parser.feed("j")) == "j"


def test_once_it_has_answered_nothing_is_kept_back(parser: HearingParser) -> None:
    list(parser.feed(WHITE))
    assert not HearingParser.listening
    assert keys(parser.feed("\x1b[A")) == ""
    assert [each.key for each in parser.feed("\x1b[A") if isinstance(each, events.Key)] == ["up"]


@pytest.mark.parametrize(
    ("colour", "light"),
    [
        ("rgb:0000/0000/0000", False),
        ("rgb:ff/ff/ff", True),
        ("rgba:fdfd/f6f6/e3e3/ffff", True),
        ("rgb:0/2/3", False),
        ("rgb:1414/1717/1c1c", False),
        ("?", None),
        ("rgb:gg/00/00", None),
    ],
)
def test_a_colour_is_light_or_dark(colour: str, light: bool | None) -> None:
    assert is_light(colour) is light


@pytest.mark.parametrize(
    ("behind", "key"),
    [("j", "j"), ("J", "J"), ("4", "4"), ("/", "slash"), (" ", "space"), ("b", "b"), ("\x7f", "backspace")],
)
def test_a_key_right_behind_esc_is_a_key_of_its_own(
    monkeypatch: pytest.MonkeyPatch, behind: str, key: str
) -> None:
    now = [0.0]
    monkeypatch.setattr("textual._parser.get_time", lambda: now[0])
    monkeypatch.setattr(HearingParser, "listening", False)
    monkeypatch.setattr(TypingParser, "bound", frozenset({"j", "slash", "space"}))
    monkeypatch.setattr(TypingParser, "in_field", lambda: False)
    parser = TypingParser()
    told = list(parser.feed(f"\x1b{behind}"))
    now[0] = 1.0
    told += parser.tick()
    assert [event.key for event in told if isinstance(event, events.Key)] == ["escape", key]


def test_where_a_text_is_typed_alt_moves_by_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TypingParser, "in_field", lambda: True)
    monkeypatch.setattr(HearingParser, "listening", False)
    told = TypingParser().feed("\x1bb")
    assert [event.key for event in told if isinstance(event, events.Key)] == ["ctrl+left"]


def test_alt_with_a_key_that_a_person_has_bound_is_one_key(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("textual._parser.get_time", lambda: now[0])
    monkeypatch.setattr(TypingParser, "bound", frozenset({"alt+j"}))
    monkeypatch.setattr(HearingParser, "listening", False)
    parser = TypingParser()
    told = list(parser.feed("\x1bj"))
    now[0] = 1.0
    told += parser.tick()
    assert [event.key for event in told if isinstance(event, events.Key)] == ["alt+j"]
