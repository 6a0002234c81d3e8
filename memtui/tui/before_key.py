"""What has to be over before the next key: keys that are typed ahead find the effect of those before them."""

from collections.abc import Awaitable


class BeforeTheNextKey:
    """What was begun and is not over: a view that opens, a key that a field got."""

    def __init__(self) -> None:
        self._begun: list[Awaitable[object]] = []

    def finish(self, begun: Awaitable[object]) -> None:
        """Let the next key wait for this, too."""
        self._begun.append(begun)

    async def over(self) -> None:
        """Wait until all of it is over."""
        while self._begun:
            await self._begun.pop(0)
