"""What can go wrong with a model, as sentences a person can act on.

None of them carries a key: provider texts pass through `faults.scrubbed` before they are quoted.
"""


class LlmError(Exception):
    """The model gave nothing that can be used; `str()` of it says why, and the next step."""


class ModelUnusable(LlmError):
    """It would be the same for any text: a wrong name, a missing key, a server that is down."""


class TimedOut(ModelUnusable):
    """No answer came in time; the provider may have worked, and charged, all the same."""


class SpendCapReached(ModelUnusable):
    """The next call could cost more than the person allows."""


class AnswerUnusable(LlmError):
    """It concerns this text alone: the model refused it, or answered something else."""


class TooLong(LlmError):
    """The text, or the answer to it, did not fit; the caller may ask about its halves."""
