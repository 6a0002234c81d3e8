"""Opens the store and runs the screen on it. Called by the command line, for `memtui` and `memtui demo`."""

import os
import sys
from contextlib import suppress
from pathlib import Path

from memtui import opening
from memtui.config import Settings, prompts_beside
from memtui.domain.instant import Clock
from memtui.domain.text import Longest, one_line
from memtui.store import visits
from memtui.store.errors import StoreError
from memtui.store.opening import open_store

_AT_QUIT = 0.1
"""Seconds that another program's write is waited for at quitting; what was seen is noted next time then."""


def run(
    store_path: Path,
    settings: Settings,
    clock: Clock,
    demo: bool = False,
    config: Path | None = None,
    on_review: bool = False,
) -> int:
    """Show the store at `store_path`, made when it is missing, until the person quits.

    `demo` names the store as one of examples; `config` is the settings file when it is not the usual
    one; `on_review` opens on Review instead of Memories. Returns the exit code: 0, or 1 when the store
    cannot be opened or the screen failed, which is then said on stderr.
    """
    from memtui.tui import themes
    from memtui.tui.app import MemtuiApp
    from memtui.tui.background.daylight import guessed
    from memtui.tui.keys.keymap import Keymap
    from memtui.tui.keys.views import ViewId

    try:
        store = open_store(store_path, decay=settings.decay_rules, clock=clock)
    except StoreError as error:
        opening.wipe()
        print(error, file=sys.stderr)
        return 1
    with store:
        app = MemtuiApp(
            store,
            theme=themes.named(settings.screen.theme, light=guessed()),
            keymap=Keymap(settings.keys),
            name="examples, thrown away on quit" if demo else None,
            settings=settings,
            prompts=prompts_beside(config),
            config=config,
            own=not demo,
        )
        if on_review:
            app.call_later(app.open_view, ViewId.REVIEW)
        app.folder = "" if demo else os.getcwd()
        opening.wipe()
        code = app.run()
        if app.crash is not None:
            from memtui.store import health

            print(_farewell(health.cause_of(store, app.crash)), file=sys.stderr)
            return 1
        with suppress(StoreError), store.patience(_AT_QUIT):
            visits.note_end(store)
    return code or 0


def _farewell(crash: BaseException) -> str:
    """Return what to say after an unexpected error; the details go to a file, not to the terminal."""
    import tempfile
    import traceback

    if isinstance(crash, StoreError):
        return str(crash)
    reason = one_line(str(crash), Longest.SENTENCE) or type(crash).__name__
    sentence = f"memtui stopped: {reason.rstrip('.')}. Nothing that was saved is lost."
    try:
        with tempfile.NamedTemporaryFile("w", prefix="memtui-", suffix=".log", delete=False) as log:
            log.writelines(traceback.format_exception(crash))
    except OSError:
        return sentence
    return f"{sentence}\nPlease report it with {log.name}"
