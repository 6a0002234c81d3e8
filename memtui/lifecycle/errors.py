"""What a verb says when it will not do something."""


class Refused(ValueError):
    """Nothing was changed; `str()` gives the sentence that says why, and what would work."""


class NotFound(Refused):
    """What was named is not there."""


class SecretHeld(Refused):
    """A text holds what looks like a secret. A person may say that it is none; a face tells them how."""
