"""What the Extract view draws besides its facts: the head, and the page with the text or with what to do."""

from collections.abc import Callable, Sequence

from rich.cells import cell_len
from rich.segment import Segment

from memtui.capture.tally import Tally
from memtui.config.settings import Llm
from memtui.domain.text import Longest, one_line, printable_lines
from memtui.llm.programs.known import PROVIDER, offers
from memtui.tui.extract.paste_box import LARGE
from memtui.tui.themes import Look
from memtui.tui.widgets.chrome import OneLine
from memtui.tui.widgets.line_list import fitted
from memtui.tui.widgets.pages import Line, text_lines

_SHOWN = 6_000
"""Characters of a text that are laid out when it is only looked at."""
_GLIMPSE = 2_000
"""The same of a large one."""


class ExtractHead(OneLine):
    """What is read or was found, where the facts go, who reads and what it costs."""

    def __init__(self) -> None:
        super().__init__()
        self.left = self.scope = self.reader = ""

    def parts(self, look: Look, width: int) -> tuple[list[Segment], list[Segment]]:
        """Return the words at the left and at the right."""
        right = [
            Segment(f"   into {self.scope} ", look.accent),
            Segment(f"  {self.reader} ", look.dim),
        ]
        return [Segment(fitted(f" {self.left}", min(cell_len(self.left) + 1, width)), look.text)], right


class DateLine(OneLine):
    """The day that the text is read as of, and the key that changes it."""

    def __init__(self) -> None:
        super().__init__()
        self.words = ""

    def parts(self, look: Look, width: int) -> tuple[list[Segment], list[Segment]]:
        """Return the words, dimmed."""
        return [Segment(fitted(f" {self.words}", min(cell_len(self.words) + 1, width)), look.dim)], []


class TallyLine(OneLine):
    """What became of the sentences: why a text gave so few facts."""

    def __init__(self) -> None:
        super().__init__()
        self.tally, self.shows = Tally(), ""
        self.display = False

    def show(self, tally: Tally, key: str) -> None:
        """Show the counts, and the key that lists the sentences; or nothing where nothing is to explain."""
        self.tally, self.display = tally, bool(tally.words())
        self.shows = f" · {key} shows them" if tally.left_out else ""
        self.refresh()

    def parts(self, look: Look, width: int) -> tuple[list[Segment], list[Segment]]:
        """Return the words, dimmed."""
        words = self.tally.words(width - 2 - len(self.shows))
        return [Segment(fitted(f" {words}{self.shows}", width), look.dim)], []


def what_to_do(model: str) -> tuple[str, ...]:
    """Return the words to show before there is a text, with keys to be filled in; `model` reads it, or
    rules if it is empty.
    """
    return (
        "Paste a text, and get the facts in it",
        "",
        "An agent's answer, a meeting note, a log. Each fact comes with the sentence",
        "it rests on, and nothing is stored before you accept it.",
        "",
        "{open_file:4}open a file instead",
        "{clipboard:4}take what is on the clipboard",
        "{write:4}type",
        "{file_under:4}choose the scope of the facts",
        "{model:4}choose the model that reads, or the rules",
        "{as_of:4}say which day the text is of",
        "",
        f"{one_line(model, Longest.NAME)} reads" if model else "Rules read, offline",
        _offered_words(model),
    )


def _offered_words(model: str) -> str:
    """Return how to have another model than the present one; the programs on this machine need no key."""
    models = [offer.model for offer in offers() if offer.model != model]
    if models and not model:
        return f"On this machine, without a key: {', '.join(models)}"
    return "{view_settings:4}sets the usual one: llm.model, such as ollama/llama3.2"


def page_lines(
    text: str, troubles: Sequence[str], width: int, look: Look, filled: Callable[[str], str]
) -> list[Line]:
    """Return a text as far as it is looked at, below why it could not be read; `filled` puts the keys in."""
    lines: list[Line] = []
    for sentence in troubles:
        lines += text_lines(f"! {one_line(sentence, Longest.QUOTE)}", width, look.error, indent=2)
    if lines:
        sentence = "Nothing was stored, and the text is still here; {extract} reads it again."
        lines += [*text_lines(filled(sentence), width, look.dim, indent=4), []]
    if not text:
        return lines
    limit = _GLIMPSE if len(text) > LARGE else _SHOWN
    lines += text_lines(printable_lines(text[:limit]), width, look.text, indent=2)
    if len(text) > limit:
        more = "; {write} shows and edits all" if len(text) <= LARGE else ""
        sentence = f"… {len(text) - limit:,} characters more, all of which are read{more}"
        lines += [[], *text_lines(filled(sentence), width, look.dim, indent=2)]
    return lines


def most_words(llm: Llm, model: str) -> str:
    """Return what one reading may take at most: dollars bind no program, as nobody knows its price before."""
    if model.partition("/")[0] == PROVIDER:
        return f"at most {llm.max_unpriced_calls_per_day:,} calls a day"
    return f"at most ${llm.max_usd_per_run:,.2f}"
