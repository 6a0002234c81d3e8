"""Whether a statement says something of more things, or more often, than its quote.

Each function returns how strongly it speaks against a statement, from 0 (not at all) to 1.
"""

from memtui.capture.signals import Signal
from memtui.capture.support.align import Pair

ALL = Signal(
    r"all|every\w*|each|always|any(?:one|body|thing)?|whole|entire\w*|"
    r"alle[rsnm]?|jede[rsnm]?|immer|stets|sämtliche\w*|ganz\w*",
    r"所有|全部|全都|一律|总是|始终|每(?!天|年|月|周|次|小时)|任何",
    r"すべて|全て|全部|全員|常に|いつも|必ず|どの.{1,6}も|みな",
)
"""Words that leave nothing out."""
SOME = Signal(
    r"some\w*|most(?:ly)?|usually|often|partly|half|several|few|rarely|mainly|except|only|"
    r"manche\w*|einige\w*|meist\w*|oft|teil\w*|häufig|selten|wenige|außer|nur|hälfte",
    r"有些|有的|大多|多数|通常|经常|部分|一半|少数|除|只|仅|大部分",
    r"一部|ほとんど|たいてい|大半|多く|時々|たまに|半分|以外|だけ|のみ|しか",
)
"""Words that leave something out."""
_SOMEHOW = 0.5
"""What `all` counts where the quote names no part."""


def widened(pair: Pair) -> float:
    """Tell whether a statement says `all` or `always` where its quote does not."""
    if not ALL.search(pair.claim.plain) or ALL.search(pair.quote.plain):
        return 0.0
    return 1.0 if SOME.search(pair.quote.plain) else _SOMEHOW


def limit_dropped(pair: Pair) -> float:
    """Tell whether a quote limits what it says, and a statement made of its words does not."""
    limits = SOME.search(pair.quote.plain)
    return float(limits is not None and not SOME.search(pair.claim.plain)) * pair.literal
