"""Lists the rules of the review pass in the order they are asked.

When several rules would remove the same memory, the first one wins: certain and urgent findings come before
fading, and fading before a model's opinion.
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
    sharing,
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
    sharing.RULE,
    duplicate.RULE,
    conflict.RULE,
    budget.RULE,
    compact.RULE,
    judge.RULE,
)
