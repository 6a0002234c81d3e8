"""Where what is written or read anew goes, unless the person says otherwise."""

from __future__ import annotations

from memtui.domain.scope import ROOT
from memtui.tui.host import Host


def where_new_goes(host: Host) -> str:
    """Return the scope for it: the one chosen in Memories, or the project that the screen was opened in."""
    if host.scope != ROOT or not host.folder:
        return host.scope
    from memtui.lifecycle.filing import worked_on_in

    return worked_on_in(host.store, host.folder, note=False)
