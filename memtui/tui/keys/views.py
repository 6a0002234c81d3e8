"""The views of the screen: their names, their keys, and the panes that show them."""

from enum import StrEnum
from typing import NamedTuple


class ViewId(StrEnum):
    """The views, by the names their records and tests use."""

    MEMORIES = "memories"
    REVIEW = "review"
    DROPPED = "dropped"
    EXTRACT = "extract"
    HISTORY = "history"
    INSIGHTS = "insights"
    SOURCES = "sources"
    TIME = "time"
    ASK = "ask"
    SETTINGS = "settings"
    WHAT_IF = "what_if"


class View(NamedTuple):
    """One view: a tab in the header, a key, and the pane that is made when it is first opened."""

    id: ViewId
    key: str
    title: str
    pane: str
    """What makes it, as `module:name` below memtui.tui; imported on first use."""
    short: str = ""
    """Its title where there is little room; empty where that is short already."""
    letter: str = ""
    """Another key that opens it."""

    @property
    def short_title(self) -> str:
        """The title where there is little room."""
        return self.short or self.title


VIEWS = (
    View(ViewId.MEMORIES, "1", "Memories", "memories.view:MemoriesView", short="Mem"),
    View(ViewId.REVIEW, "2", "Review", "review.view:ReviewView", short="Rev"),
    View(ViewId.DROPPED, "3", "Dropped", "memories.dropped:dropped_view", short="Drop"),
    View(ViewId.EXTRACT, "4", "Extract", "extract.view:ExtractView", short="Ext"),
    View(ViewId.HISTORY, "5", "History", "history.view:HistoryView", short="Hist"),
    View(ViewId.INSIGHTS, "6", "Insights", "insights.view:InsightsView", short="Ins"),
    View(ViewId.ASK, "7", "Ask", "ask.view:AskView"),
    View(ViewId.SOURCES, "8", "Sources", "sources.view:SourcesView", short="Src", letter="S"),
)
SETTINGS = View(ViewId.SETTINGS, ",", "Settings", "settings.view:SettingsView", short="Set")
TIME = View(ViewId.TIME, "@", "Time", "time_travel.view:TimeView")
WHAT_IF = View(ViewId.WHAT_IF, "W", "What if", "what_if.view:WhatIfView")
SELDOM = (SETTINGS, TIME)
"""Views that have a tab where there is room, and while they are shown."""
PASSING = (WHAT_IF,)
"""Views that have a tab only while they are shown."""
BESIDE = frozenset(view.id for view in (*SELDOM, *PASSING))
"""Views that one looks into from another one, and goes back to that."""
ALL_VIEWS = (*VIEWS, *SELDOM, *PASSING)

LISTS = (ViewId.MEMORIES, ViewId.DROPPED)
"""The views with a table of memories."""
WITH_MEMORIES = (*LISTS, ViewId.ASK)
"""The views whose rows are memories."""
EVERYWHERE = tuple(view.id for view in ALL_VIEWS)
