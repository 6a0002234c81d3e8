"""Whether a line is words in passing, such as `Fixed the bug.` or `Good session.`: two models have to agree.

The one says how much a line is like such words (`Model.sums_of`), the other how likely a reader would keep it
(`memtui.capture.worth`). Each alone takes short statements of facts for them: `Tabs, not spaces.`
"""

ALIKE = 0.4
"""From here on a line is like words in passing. Lower, short rules are taken for them: `Be useful.`"""
KEPT = 0.2
"""How likely a reader keeps such a line at most; half of what else would be found is worth keeping."""


def in_passing(alike: float, statement: str) -> bool:
    """Say whether a statement, without the headings over it, is words in passing; `alike` is the model's."""
    return alike >= ALIKE and hardly_kept(statement)


def hardly_kept(statement: str) -> bool:
    """Say whether hardly a reader would keep a statement, by the model of what is worth keeping."""
    from memtui.capture.worth import model as worth
    from memtui.capture.worth.features import TEXT

    model = worth.shipped.usable()
    return model is not None and model.keeps(statement, TEXT) <= KEPT
