"""The words that deny, doubt, plan, request or give reasons, in the languages that are checked.

They stand in signals.toml, where each says what it is for, with texts that it finds and texts that it leaves.
Read by `support`. A word that only looks like one of them is found by `NOT_MEANT` and passed over.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from memtui.phrases import filled, one_pattern


class Signal:
    """Words of one kind: English and German ones between word boundaries, Chinese and Japanese ones anywhere.

    A text with hiragana is searched for the Japanese ones, any other for the Chinese.
    """

    def __init__(self, latin: str, chinese: str, japanese: str) -> None:
        self.latin, self.chinese, self.japanese = latin, chinese, japanese

    @classmethod
    def of(cls, entry: Mapping[str, Any], doubt: "Signal | None" = None) -> "Signal":
        """Return an entry of the file as a signal; `{{doubt}}` stands for the words of that one."""
        patterns = (
            filled(one_pattern(entry[language]), {"doubt": getattr(doubt, language)} if doubt else {})
            for language in ("latin", "chinese", "japanese")
        )
        return cls(*patterns)

    def search(self, text: str) -> re.Match[str] | None:
        """Return the first of them, or None."""
        return self._for(text).search(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Yield each of them."""
        return self._for(text).finditer(text)

    def _for(self, text: str) -> re.Pattern[str]:
        return self._in_japanese if _HIRAGANA.search(text) else self._in_others

    @cached_property
    def _in_others(self) -> re.Pattern[str]:
        return re.compile(rf"\b(?:{self.latin})\b|(?:{self.chinese})", re.IGNORECASE)

    @cached_property
    def _in_japanese(self) -> re.Pattern[str]:
        return re.compile(rf"\b(?:{self.latin})\b|(?:{self.japanese})", re.IGNORECASE)


_HIRAGANA = re.compile(r"[\u3041-\u3096]")

ENTRIES: Mapping[str, Mapping[str, Any]] = tomllib.loads(
    Path(__file__).with_name("signals.toml").read_text("utf-8")
)


def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(one_pattern(ENTRIES[name]["pattern"]), re.IGNORECASE)


NOT_MEANT = Signal.of(ENTRIES["not_meant"])
NEGATION = Signal.of(ENTRIES["negation"])
REVERSAL = Signal.of(ENTRIES["reversal"])
REFUSAL = Signal.of(ENTRIES["refusal"])
ALLOWANCE = Signal.of(ENTRIES["allowance"])
DOUBT = Signal.of(ENTRIES["doubt"])
HEDGED = Signal.of(ENTRIES["hedged"], DOUBT)
MAY_BE_ALLOWED = _pattern("may_be_allowed")
PLANNED = Signal.of(ENTRIES["planned"])
DONE = _pattern("done")
CONDITION = _pattern("condition")
"""Its content is in the group that matched."""
CONDITIONAL = Signal.of(ENTRIES["conditional"])
REASON = Signal.of(ENTRIES["reason"])
REASON_BEFORE = _pattern("reason_before")
FORMER = _pattern("former")
PRONOUN = _pattern("pronoun")
FIRST_PERSON = _pattern("first_person")
TURNS = _pattern("turns")
SECOND_PERSON = _pattern("second_person")
ALL = Signal.of(ENTRIES["all"])
SOME = Signal.of(ENTRIES["some"])
