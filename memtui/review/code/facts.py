"""What came of holding a memory against the code of its project, and the words that count in that."""

import re
from dataclasses import dataclass, replace
from typing import Self

from memtui.domain.proposal import Spans
from memtui.domain.text import Longest, one_line
from memtui.language.lexicon import STOP_WORDS
from memtui.language.stems import stem
from memtui.review.code.manifests import Declared
from memtui.secrets.masking import masked

WORD = re.compile(r"[^\W_]+(?:['’]t)?")
FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True)
class CodeFact:
    """What the code says of one thing that a memory says."""

    path: str
    line: int
    """From 1; 0 for a whole file or folder."""
    shown: str
    """The line itself, without secrets."""

    @classmethod
    def at(cls, path: str, line: int, text: str) -> Self:
        """Return what a line of a file says."""
        return cls(path, line, masked(one_line(text, Longest.TITLE)))

    @classmethod
    def of(cls, declared: Declared) -> Self:
        """Return what a project declares, where it does."""
        return cls.at(declared.path, declared.line, declared.shown)

    @property
    def place(self) -> str:
        """Where it stands, as people write it."""
        return f"{self.path}, line {self.line}" if self.line else self.path


@dataclass(frozen=True, slots=True)
class Held:
    """What came of holding a memory against the code."""

    same: bool
    """The code says all of it; else it says otherwise."""
    facts: tuple[CodeFact, ...]
    marks: Spans
    why: str = ""
    """What is otherwise, as half a sentence."""
    text: str = ""
    """The memory as the code has it; empty where that is not known."""
    sure: bool = False
    """Git knows that the code said once what the memory says."""
    named: bool = True
    """The memory names what is otherwise as the code does, not in words."""

    def behind(self, before: str) -> Self:
        """Return the same of a memory that has some words before those that were held."""
        marks = tuple((start + len(before), end + len(before)) for start, end in self.marks)
        return replace(self, marks=marks, text=before + self.text if self.text else "")


def content(text: str) -> set[str]:
    """Return the stems of the words of a text that say something."""
    return {stem(word) for word in map(str.lower, WORD.findall(text)) if word not in STOP_WORDS}


def figures(text: str) -> set[str]:
    """Return the numbers and versions of a text, each as a whole."""
    return set(FIGURE.findall(text))
