"""What a person told their agent to remember, found in their own words in the languages people write in.

Who says "remember that …" has decided already. So what stands behind such words becomes a memory whatever
the rules or a model make of it: `request_in` adds to a session's facts what its extractor left out.
Each way of saying it is a record with an example and a sentence that only looks like it; tests run both.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from memtui.capture.sentences import Sentence, sentences


@dataclass(frozen=True)
class Order:
    """One way to tell an agent to remember something."""

    language: str
    words: str
    """The pattern of the words, at the beginning of a sentence."""
    example: str
    looks_like_it: str
    """A sentence that says nothing of the kind."""

    @cached_property
    def regex(self) -> re.Pattern[str]:
        """The compiled pattern, with what may stand before the words and between them and the rest."""
        return re.compile(rf"{_BEFORE}(?:{self.words}){_BETWEEN}", re.IGNORECASE)


_BEFORE = (
    r"^(?:(?:ok(?:ay)?|so|and|also|oh|btw|please|by the way|und|bitte|ach|et|y|aussi|además|por favor)"
    r"[,!.:]?\s+){0,3}"
)
_BETWEEN = r"\s*[:：,，、–—-]?\s*"
ORDERS = (
    Order(
        "English",
        r"(?:please )?(?:always )?remember(?! (?:when|how|what|which|where|why|who|if|me\b|the (?:bug|time|"
        r"day|error|file|last))\b)(?: (?:also|please|this|for (?:later|next time|the future)))*(?: that\b)?",
        "Remember that the rev C boards have their pins swapped.",
        "Remember the bug from yesterday?",
    ),
    Order(
        "English",
        r"(?:please )?(?:keep in mind|bear in mind|make a (?:mental )?note|note to self|"
        r"don['’]?t (?:ever )?forget)(?: that\b)?(?! to\b)",
        "Keep in mind that the old clients still send XML.",
        "Don't forget to push the branch.",
    ),
    Order(
        "German",
        r"(?:merk(?:e)? (?:dir|es dir)|denk(?:e)? d(?:a)?ran|vergiss nicht|behalte? im kopf)(?: bitte)?,?"
        r"(?: dass\b)?(?!,? .{0,60}\bzu \w+en\b)",
        "Merk dir, dass Frau Yilmaz bei der Bank zuständig ist.",
        "Vergiss nicht, den Branch zu pushen.",
    ),
    Order(
        "French",
        r"(?:retiens|retenez|souviens-toi|souvenez-vous|rappelle-toi|n['’]oublie pas|garde en tête|note bien)"
        r"(?: bien)?(?: que\b| qu['’])?(?! de\b)",
        "Retiens que le serveur de test est éteint la nuit.",
        "N'oublie pas de pousser la branche.",
    ),
    Order(
        "Spanish",
        r"(?:recuerda|recuerde|acuérdate(?: de)?|ten en cuenta|no olvides|no te olvides(?: de)?)(?: siempre)?"
        r"(?: que\b)?(?! \w+(?:ar|er|ir)\b)",
        "Recuerda que los precios van sin IVA.",
        "No olvides subir la rama.",
    ),
    Order(
        "Japanese",
        r"(?:覚えておいて(?:ください|下さい|ね)?|覚えて(?:ください|ね|(?=[：:、]))|忘れないで(?:ください|ね)?)",
        "覚えておいて：本番のポートは5433です。",
        "覚えていますか。",
    ),
    Order(
        "Chinese",
        r"(?:请|請)?(?:记住|記住|记得|記得|别忘了|不要忘记)(?!了?吗|了?嗎)",
        "记住：金额以分为单位。",
        "记得吗？",
    ),
)
_BEHIND = re.compile(
    r"(?:(?:と|を|のを)?覚えておいて(?:ください|下さい|ね)?|って覚えて(?:て|おいて)?)[。.!！]?$"
)
"""Japanese says it behind what is to be remembered."""
_LONGEST_BEFORE = 400
"""Characters of what such an order can mean, at most: it is a sentence."""
_LEAST_BEFORE = 6
_QUESTION = re.compile(r"[?？]\W*$")
_MARK = re.compile(r"\s*(?:[-*+•–]|\d{1,2}[.)])\s+")
_LEAST = 4
"""Characters that have to be left to remember."""


def requests_in(message: str) -> Iterator[tuple[str, str]]:
    """Yield what a message asks to be remembered: the words it rests on, and what they say.

    A list that the order ends with is taken line by line.
    """
    listed = False
    for sentence in sentences(message):
        item = _MARK.match(sentence.text)
        if listed and item is not None:
            yield sentence.text, sentence.text[item.end() :]
            continue
        request = request_in(sentence.text)
        listed = request == ""
        if request:
            yield _quote(message, sentence), request


def request_in(sentence: str) -> str | None:
    """Return what a sentence asks to be remembered, empty when that follows, None when it asks nothing."""
    if _QUESTION.search(sentence):
        return None
    mark = _MARK.match(sentence)
    text = sentence[mark.end() :] if mark is not None else sentence
    for order in ORDERS:
        match = order.regex.match(text)
        if match is not None:
            request = text[match.end() :].strip()
            return request if len(request) >= _LEAST else "" if not request.strip(".:：。!！") else None
    behind = _BEHIND.search(text)
    if behind is None:
        return None
    before = text[: behind.start()].rstrip().rstrip("、,，").rstrip()
    return before if _LEAST_BEFORE <= len(before) <= _LONGEST_BEFORE else None


def _quote(message: str, sentence: Sentence) -> str:
    return message[sentence.start : sentence.end]
