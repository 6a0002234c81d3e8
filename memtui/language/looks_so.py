"""What looks like a disagreement of two statements and is none, by what they say.

* Relations of a graph: `OrderStore updates OrderView`, `OrderStore updates Ledger`. One thing may do the same
  to several.
* Statements about different things, environments, steps or parts, however alike their words are.
* What came in the place of something, told once as a change and once as it is.
* A no that leaves open, or only sets something apart that the other has not chosen: `not only`, `not sure`,
  `Vite and not Webpack`.

That each holds for its own time `disagreement` tells, which knows of what sort the two are.
"""

import re
from pathlib import Path

from memtui.language import lexicon, subject
from memtui.language.contradiction import labelled_apart
from memtui.language.difference import Comparison, Difference
from memtui.language.new_state import not_yet, of_other_environments
from memtui.language.replaced import takes_what_came
from memtui.language.side import label_end
from memtui.language.stems import stem
from memtui.phrases import phrases_in

_OPEN = phrases_in(Path(__file__).with_name("words.toml"), within="looks_so")["open"].pattern
"""A negation that denies nothing of the statement."""
_OF_FIGURES = (Difference.NUMBER, Difference.UNIT, Difference.DATE, Difference.VERSION, Difference.PATH)
_ENDINGS = (".", "!", ";")
"""Signs between two sentences."""
_LONGEST_RELATION = 160
"""Characters of `A uses B`; longer texts say more than one relation."""
_RELATION = re.compile(r"(?:[A-Z][\w./-]*\s){1,5}(?P<verb>[a-z]+)(?:\s[a-z]+){0,3}(?:\s[A-Z][\w./-]*){1,5}")
"""A name, what it does, and another name, with no full stop."""


def only_looks_so(comparison: Comparison) -> bool:
    """Say whether two statements agree, whatever differs in their words."""
    left, right = comparison.left.text, comparison.right.text
    if _is_relation(left) and _is_relation(right):
        return True
    if subject.of_other_things(comparison) or labelled_apart(comparison):
        return True
    if not_yet(left, right) or of_other_environments(left, right):
        return True
    if _of_other_labels(comparison) or _says_it_too(left, right) or _says_what_came(comparison):
        return True
    apart = (
        subject.of_other_steps,
        subject.of_other_quantities,
        subject.shares_apart,
        subject.counts_a_part,
        subject.opens_apart,
        subject.of_a_part,
        subject.of_several_releases,
    )
    if any(explains(comparison) for explains in apart):
        return True
    if not comparison.kinds.isdisjoint({Difference.CHOICE, Difference.ORDER}):
        return False
    denied = tuple(f for f in comparison.findings if f.kind is Difference.NEGATION)
    return bool(denied) and (subject.only_aside(comparison, denied) or any(map(_OPEN.search, (left, right))))


def _of_other_labels(comparison: Comparison) -> bool:
    """Say whether two labels say the same of two things: `Api: set by file`, `Worker: set by file`.

    Labels that are each other's opposite say something themselves: `Pets I like: cats`.
    """
    left, right = (text[label_end(text) :] for text in (comparison.left.text, comparison.right.text))
    if left != right or comparison.left.text == comparison.right.text:
        return False
    return comparison.kinds.isdisjoint({Difference.OPPOSITE, Difference.NEGATION})


def _says_it_too(left: str, right: str) -> bool:
    """Say whether all that one says is a sentence of the other, word for word, labels aside."""
    bodies = (text[label_end(text) :].strip().rstrip(".!") for text in (left, right))
    shorter, longer = sorted(bodies, key=len)
    place = longer.find(shorter)
    if not shorter or place < 0 or shorter == longer:
        return False
    before, behind = longer[:place].rstrip(), longer[place + len(shorter) :]
    return before[-1:] in ("", *_ENDINGS) and behind[:1] in ("", *_ENDINGS)


def _says_what_came(comparison: Comparison) -> bool:
    """Say whether one names what the other says came in the place of something, and no figure differs: `moved
    from RabbitMQ to NATS`, `is NATS JetStream`.
    """
    if any(each.left and each.right for each in comparison.findings if each.kind in _OF_FIGURES):
        return False
    return takes_what_came(comparison.left.text, comparison.right.text)


def _is_relation(text: str) -> bool:
    """Say whether a text is an edge of a graph, as they are written out: `Orders uses Ledger Store`."""
    match = _RELATION.fullmatch(text.strip()) if len(text) <= _LONGEST_RELATION else None
    return match is not None and stem(match["verb"]) in lexicon.RELATING
