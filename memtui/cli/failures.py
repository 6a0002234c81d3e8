"""Turns every way a command can end into an exit code and a sentence on stderr; never a traceback.

The root group runs each command through `run`. Errors of the core already say what is wrong and what to do,
so this only chooses the stream and the exit code.
"""

import os
from collections.abc import Callable
from enum import IntEnum

import click

from memtui.cli import output
from memtui.config import ConfigError, SettingRefused
from memtui.domain.durations import DurationError
from memtui.domain.filter import FilterError
from memtui.domain.memory import ValueRefused
from memtui.domain.scope import ScopeError
from memtui.domain.text import capitalised

_INTERRUPTED = "Interrupted. What was changed before that, if anything, is in `memtui history`."


class Code(IntEnum):
    """The exit codes that scripts rely on."""

    DONE = 0
    REFUSED = 1
    """Failed or refused: all of it, and nothing was changed, or some of it, which is said."""
    USAGE = 2
    NOTHING = 3
    """Nothing matched."""
    INTERRUPTED = 130


class Stop(Exception):
    """A command ends here, with this sentence and exit code."""

    def __init__(self, message: str, code: Code = Code.REFUSED) -> None:
        super().__init__(message)
        self.code = code


def run(command: Callable[[], object]) -> int:
    """Run a command to its end, say in words what went wrong if anything did, and return the exit code."""
    try:
        result = command()
        output.flush()
        return int(result) if isinstance(result, int) else Code.DONE
    except click.UsageError as error:
        return _usage(error)
    except click.ClickException as error:
        return _end(error.format_message(), Code.REFUSED)
    except Stop as stop:
        return _end(str(stop), stop.code)
    except (FilterError, ScopeError, ValueRefused, DurationError, SettingRefused) as error:
        return _end(str(error), Code.USAGE)
    except ConfigError as error:
        return _end(str(error), Code.REFUSED)
    except (KeyboardInterrupt, click.Abort):
        return _end(_INTERRUPTED, Code.INTERRUPTED)
    except output.ReaderGone:
        return Code.DONE
    except Exception as error:  # noqa: BLE001
        return _explained(error)


def _explained(error: Exception) -> int:
    """Tell the core's own refusals, whose modules only some commands load, from a bug."""
    from memtui.formats.protocol import SourceError
    from memtui.lifecycle.errors import NotFound, Refused
    from memtui.llm.errors import LlmError
    from memtui.store.errors import AmbiguousUid, Interrupted, LookupRefused, StoreError

    match error:
        case AmbiguousUid():
            return _end(str(error), Code.REFUSED)
        case LookupRefused():
            filtered = "; what matches a filter is dropped by `memtui forget`" if ":" in str(error) else ""
            return _end(f"{error}. `memtui list` shows uids{filtered}", Code.NOTHING)
        case NotFound():
            return _end(str(error), Code.NOTHING)
        case Refused() | StoreError() | SourceError() | LlmError():
            return _end(str(error), Code.REFUSED)
        case Interrupted():
            return _end(_INTERRUPTED, Code.INTERRUPTED)
        case OSError():
            place = f"{error.filename}: " if error.filename else ""
            return _end(f"{place}{error.strerror or error}", Code.REFUSED)
    if os.environ.get("MEMTUI_DEBUG"):
        import traceback

        output.say("".join(traceback.format_exception(error)))
    output.say(f"memtui met a situation it does not know ({type(error).__name__}: {error}).")
    output.say("Please report it to the project, with what MEMTUI_DEBUG=1 and the same command show.")
    return Code.REFUSED


def _usage(error: click.UsageError) -> int:
    if error.ctx is not None:
        output.say(error.ctx.get_usage())
    code = _end(error.format_message(), Code.USAGE)
    if error.ctx is not None:
        output.say(f"{error.ctx.command_path} --help says more.")
    return code


def _end(message: str, code: Code) -> int:
    text = capitalised(message)
    output.say(text if text.endswith((".", "?", "!", ":")) else f"{text}.")
    return code
