"""What a model says of two memories that seem to contradict each other: whether both can be true.

Called by the conflict rule when a pass has a model. The model may confirm a conflict or speak against one; it
finds none, and it does not say which of the two is right. An answer that makes no sense counts as none, and
how many those were is noted for the run's report.
"""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field

from memtui.domain.memory import Memory
from memtui.domain.text import one_line
from memtui.llm.answers import Shape
from memtui.llm.errors import LlmError
from memtui.review.asking import asked, boundary, prompt_of, shown
from memtui.review.rule import Context

if TYPE_CHECKING:
    from memtui.llm.prompts import Prompt

OFFERED = ("boundary", "older", "newer")
"""The variables that `prompts/conflict.md` may use."""
MOST = 100
"""Questions of one pass."""
_LONGEST = 1_000
_REASON = 200


class Says(StrEnum):
    """What a model may answer."""

    CONTRADICT = "contradict"
    COMPATIBLE = "compatible"
    DUPLICATE = "duplicate"


_MEANT = {
    "contradiction": Says.CONTRADICT,
    "contradicts": Says.CONTRADICT,
    "contradictory": Says.CONTRADICT,
    "conflict": Says.CONTRADICT,
    "conflicts": Says.CONTRADICT,
    "same": Says.DUPLICATE,
    "duplicates": Says.DUPLICATE,
    "compatibles": Says.COMPATIBLE,
}


def _says(value: object) -> object:
    word = str(value).strip().strip(".").lower()
    return _MEANT.get(word, word)


class Opinion(BaseModel):
    """One answer."""

    model_config = ConfigDict(extra="ignore")

    verdict: Annotated[Says, BeforeValidator(_says)] = Field(
        validation_alias=AliasChoices("verdict", "answer", "relation", "label")
    )
    why: Annotated[str, BeforeValidator(lambda value: one_line(str(value or ""), _REASON))] = Field(
        "", validation_alias=AliasChoices("why", "reason")
    )

    @classmethod
    def model_json_schema(cls, *_: object, **__: object) -> dict[str, object]:
        """Return the schema in the few words that every provider's strict mode knows."""
        words = [says.value for says in Says]
        return {
            "type": "object",
            "properties": {"verdict": {"type": "string", "enum": words}, "why": {"type": "string"}},
        }


VERDICTS = Shape("verdicts", Opinion)


class Opinions:
    """The questions of one pass."""

    def __init__(self, now: Context) -> None:
        self._now = now
        self._asked = 0
        self._useless = 0
        self._prompt: Prompt | None = None
        self._note = ""

    def of(self, older: Memory, newer: Memory) -> Opinion | None:
        """Return what the model says of two memories; None when there is none or its answer is no use."""
        now = self._now
        if now.judge is None or self._asked >= MOST:
            return None
        if self._prompt is None:
            self._prompt = prompt_of(now, "conflict", OFFERED, ("older", "newer"))
            if self._prompt is None:
                self._asked = MOST
                return None
        self._asked += 1
        texts = shown(older.text, _LONGEST), shown(newer.text, _LONGEST)
        try:
            answer = asked(
                now,
                self._prompt,
                VERDICTS,
                boundary=boundary(" ".join(texts)),
                older=texts[0],
                newer=texts[1],
            )
        except LlmError:
            self._count_useless()
            return None
        if answer is None:
            return None
        if len(answer.items) != 1:
            self._count_useless()
            return None
        if self._asked == MOST:
            now.notes.append(f"the model was asked about {MOST} conflicts, which is enough for one pass")
        return answer.items[0]

    def _count_useless(self) -> None:
        """Say in the run's notes how often the model was no help: one note, brought up to date."""
        self._useless += 1
        if self._note in self._now.notes:
            self._now.notes.remove(self._note)
        self._note = f"the model's answers about {self._useless:,} conflicts made no sense and were not used"
        self._now.notes.append(self._note)
