"""Every rule of the review pass, in the order in which they are asked.

Of the rules that would remove one and the same memory, the first that finds something wins: what is certain
and urgent comes before what merely faded, and that before what a model believes.
"""

from memtui.review.rule import Rule
from memtui.review.rules import (
    budget,
    compact,
    conflict,
    dead,
    duplicate,
    expired,
    fading,
    held,
    in_code,
    judge,
    junk,
    learned,
    poison,
    promote,
    retention,
    secret,
)

RULES: tuple[Rule, ...] = (
    secret.RULE,
    poison.RULE,
    held.RULE,
    junk.RULE,
    expired.RULE,
    dead.RULE,
    in_code.RULE,
    fading.RULE,
    retention.RULE,
    learned.RULE,
    promote.RULE,
    duplicate.RULE,
    conflict.RULE,
    budget.RULE,
    compact.RULE,
    judge.RULE,
)
