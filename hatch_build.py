"""Makes the README of the package: on a package index there is no repository around it to link into."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(?P<image>!?)\[(?P<words>[^\]]*)\]\((?P<to>(?![a-z]+:|#)[^)]+)\)")


class AbsoluteLinks(MetadataHookInterface):
    """Gives the package the README with links that lead into the repository."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the README to the package's metadata."""
        source = metadata["urls"]["Source"]
        text = (Path(self.root) / "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(text, source)}


def absolute(text: str, source: str) -> str:
    """Return a page with its relative links leading into the repository at `source`."""
    return _LINK.sub(
        lambda m: f"{m['image']}[{m['words']}]({source}/{'raw' if m['image'] else 'blob'}/main/{m['to']})",
        text,
    )
