"""Takes out of a text what no memory may hold: reasoning, tool noise, injected context, recalled memories.

The lifecycle calls it on every text that is written, capture on every text it reads for facts, and the
review pass on stored texts. Recall prints `RECALL_OPEN` and `RECALL_CLOSE` around memories, so that none is
learned a second time.

How it decides. Every tag of a known name is found first. A stack then pairs openers with closers, so
nesting works, and a closer of another name in the same family (`<think> … </thinking>`) closes too. A pair
is removed with everything between. An unclosed opener removes the rest of its turn, as in a cut-off answer.
An unopened closer of reasoning removes the beginning of its turn: some models put the opener into the
prompt. A tag that is only mentioned stays, with all around it: one in code (between backticks, or within a
line of a closed fence), and one that `mentions` recognises by the words around it. In a statement, by a
person or in a file, a single tag within a sentence is a mention; in a model's answer, only words that name
the tag make it one. Each step walks the text once.
"""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import pairwise

from memtui.domain import roles
from memtui.domain.mentions import Words, is_about_a_pair, words_around
from memtui.domain.traces import may_hold, spans, with_tags

RECALL_OPEN = "<memtui-recall>"
RECALL_CLOSE = "</memtui-recall>"

_REASONING = (
    "scratch_pad scratchpad scratch-pad think thinking thought thoughts reasoning reflection analysis "
    "inner_monologue"
)
_TOOLS = (
    "tool_call tool_calls tool_use tool_uses tool_result tool_results tool_response tool_output "
    "tool-call tool-result function_call function_calls function_result function_results function_response "
    "invoke"
)
_INJECTED = (
    "system-reminder system_reminder system-notification command-name command-message command-args "
    "command-contents local-command-stdout local-command-stderr local-command-caveat bash-input bash-stdout "
    "bash-stderr user-prompt-submit-hook session-start-hook user-memory-input task-notification "
    "environment_context user_instructions user_shell_command turn_aborted ide_opened_file ide_selection "
    "ide_diagnostics memtui-recall claude-mem-context relevant-memories relevant_memories"
)

_FAMILY = {
    name: family for family, names in enumerate((_REASONING, _TOOLS, _INJECTED)) for name in names.split()
}
_REASONS = 0

# A name, then the end of the tag: a closing bracket within reach, or whatever cut it off.
_TAG = re.compile(r"<(/?)(?:[a-z]{1,12}:)?([a-z_-]{5,40}+)(?=[\s/>]|\Z)(?:[^<>]{0,500}>)?", re.IGNORECASE)
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})", re.MULTILINE)
_INLINE_CODE = re.compile(r"`[^`\n]{1,300}`")
_TURN = re.compile(
    rf"^[ \t>*_#]{{0,6}}(?:{roles.PERSON}|{roles.AGENT}|system)\b[*_]{{0,2}}[ \t]*[:：]", re.I | re.MULTILINE
)
_PASSES = 4
"""What is taken out may join what stood around it to a new tag; each pass takes one layer."""
_BLANK_LINES = re.compile(r"\n[ \t]*\n(?:[ \t]*\n)+")


def sanitise(text: str, *, raw: bool = False) -> str:
    """Return `text` without blocks that hold no statement of anyone; the same text when there are none.

    `raw` is a model's own answer or a transcript: there a tag that nothing closes was meant, unless the words
    around it name it. What is returned has nothing left to take out.
    """
    if not may_hold(text):
        return text
    text = _without_traces(text)
    # A cut may take a backtick along and so turn what was code into a tag that is used.
    for _ in range(_PASSES):
        tags = _used(text, raw=raw)
        if not tags:
            return text
        text = _without(text, _cuts(text, tags))
    tags = _tags(text)
    _pair(tags)
    return _without(text, _cuts(text, tags))


def _without_traces(text: str) -> str:
    """Return `text` without reasoning that stands in no tag; the same text when there is none."""
    cuts: list[tuple[int, int]] = []
    for start, end in spans(text, _turns(text), _Code(text).holds):
        if cuts and cuts[-1][1] == start:
            start = cuts.pop()[0]
        cuts.append((start, end))
    return _without(text, cuts) if cuts else text


def _turns(text: str) -> list[int]:
    return [match.start() for match in _TURN.finditer(text)]


def _tags(text: str) -> list["_Tag"]:
    return [
        _Tag(match.start(), match.end(), name, bool(match[1]), text.endswith("/>", 0, match.end()))
        for match in _TAG.finditer(with_tags(text))
        if (name := match[2].casefold()) in _FAMILY
    ]


@dataclass(slots=True)
class _Tag:
    start: int
    end: int
    name: str
    closes: bool
    empty: bool
    partner: "_Tag | None" = None

    @property
    def family(self) -> int:
        return _FAMILY[self.name]


def _used(text: str, *, raw: bool) -> list[_Tag]:
    """Return the tags that mark something, paired; those that are only mentioned are left out."""
    tags = _tags(text)
    if not tags:
        return []
    code = _Code(text)
    used = [
        (tag, words_around(text, tag.start, tag.end)) for tag in tags if not code.mentions(text, tag.start)
    ]
    around = {tag.start: kept for tag, kept in used if not kept.named}
    for (opener, opened), (closer, closed) in pairwise(used):
        if _match(opener, closer) and is_about_a_pair(text, opened, opener.end, closer.start, closed):
            around.pop(opener.start, None)
            around.pop(closer.start, None)
    tags = [tag for tag, _ in used if tag.start in around]
    _pair(tags)
    return [tag for tag in tags if tag.partner is not None or not _mentions(tag, around[tag.start], raw=raw)]


def _match(opener: _Tag, closer: _Tag) -> bool:
    return closer.closes and not opener.closes and not opener.empty and opener.name == closer.name


def _mentions(tag: _Tag, mentioned: Words, *, raw: bool) -> bool:
    """Say whether a tag without a partner is only mentioned."""
    if tag.closes and tag.family == _REASONS:
        return mentioned.subject
    return not raw and (mentioned.inline or mentioned.subject or mentioned.last)


class _Code:
    """Where a text holds code: closed fences and spans between backticks."""

    def __init__(self, text: str) -> None:
        self._fences: list[tuple[int, int]] = []
        opened: tuple[int, str] | None = None
        for match in _FENCE.finditer(text):
            if opened is None:
                opened = (match.start(), match[1])
            elif match[1].startswith(opened[1]):
                self._fences.append((opened[0], match.end()))
                opened = None
        self._spans = [m.span() for m in _INLINE_CODE.finditer(text)]

    def mentions(self, text: str, position: int) -> bool:
        """Say whether a tag there is part of a line of code."""
        if not self._fences and not self._spans:
            return False
        if self._within(self._fences, position):
            nearby = max(position - 200, 0)
            return bool(text[max(text.rfind("\n", nearby, position), nearby) : position].strip())
        return self._within(self._spans, position)

    def holds(self, position: int) -> bool:
        """Say whether what stands there is code at all."""
        return self._within(self._fences, position) or self._within(self._spans, position)

    @staticmethod
    def _within(spans: list[tuple[int, int]], position: int) -> bool:
        index = bisect_right(spans, (position, position)) - 1
        return index >= 0 and spans[index][0] < position < spans[index][1]


def _pair(tags: list[_Tag]) -> None:
    """Give each opener the closer that ends it."""
    stack: list[_Tag] = []
    open_names: dict[str, int] = {}
    open_families: dict[int, int] = {}

    def popped() -> _Tag:
        tag = stack.pop()
        open_names[tag.name] -= 1
        open_families[tag.family] -= 1
        return tag

    for tag in tags:
        if tag.empty:
            continue
        if not tag.closes:
            stack.append(tag)
            open_names[tag.name] = open_names.get(tag.name, 0) + 1
            open_families[tag.family] = open_families.get(tag.family, 0) + 1
            continue
        if open_names.get(tag.name):
            while (opener := popped()).name != tag.name:
                pass
        elif open_families.get(tag.family):
            while (opener := popped()).family != tag.family:
                pass
        else:
            continue
        opener.partner = tag
        tag.partner = opener


def _cuts(text: str, tags: list[_Tag]) -> list[tuple[int, int]]:
    """Return the spans to take out, in order and apart from each other; the tags are paired."""
    turns = _turns(text)
    cuts: list[tuple[int, int]] = []
    done = 0
    for tag in tags:
        if tag.start < done:
            continue
        start, end = tag.start, tag.end
        if tag.empty:
            pass
        elif not tag.closes:
            if tag.partner is not None:
                end = tag.partner.end
            else:
                following = bisect_left(turns, tag.end)
                end = turns[following] if following < len(turns) else len(text)
        elif tag.partner is None and tag.family == _REASONS:
            turn = bisect_right(turns, tag.start) - 1
            start = turns[turn] if turn >= 0 else 0
            while cuts and cuts[-1][0] >= start:
                cuts.pop()
            if cuts:
                start = max(start, cuts[-1][1])
        cuts.append((start, end))
        done = end
    return cuts


def _without(text: str, cuts: list[tuple[int, int]]) -> str:
    pieces = []
    position = 0
    for start, end in cuts:
        pieces.append(text[position:start])
        # Without something between them, two halves could join to a new tag.
        if start > 0 and end < len(text) and text[end - 1] == "\n" != text[start - 1]:
            pieces.append("\n")
        elif start > 0 and end < len(text) and not text[start - 1].isspace() and not text[end].isspace():
            pieces.append(" ")
        elif start > 0 and end < len(text) and text[start - 1] == " " and text[end] == " ":
            end += 1
        position = end
    pieces.append(text[position:])
    return _BLANK_LINES.sub("\n\n", "".join(pieces)).strip()
