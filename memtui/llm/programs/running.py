"""Runs a program once: in an empty folder, with a time limit, and nothing of it is left afterwards.

What goes wrong becomes a sentence a person can act on. A cancelled question kills the program and all that it
has started.
"""

import asyncio
import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from memtui import program_groups
from memtui.domain.agents import OWN
from memtui.domain.text import Longest, one_line
from memtui.domain.tokens import tokens
from memtui.llm.errors import AnswerUnusable, LlmError, ModelUnusable, TimedOut, TooLong
from memtui.llm.faults import scrubbed
from memtui.llm.programs.known import PROGRAMS, PROVIDER, split
from memtui.llm.programs.program import Answer, Command, Ended, NoAnswer, Program, Question, plain

_GRACE_S = 1.0
"""Seconds for a program to end when asked, and for its output to arrive after its end."""
_MOST_PRINTED = 16_000_000
"""Bytes of one stream that are kept."""
_UNSET = ("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT")
"""Claude Code takes these for a session of its own around it, and refuses to run inside."""
_LOGIN = re.compile(
    r"log(?:ged)?[ -]?in\b|sign(?:ed)?[ -]?in\b|not authenticated|unauthori[sz]ed|\b401\b|api[ _-]?key|"
    r"auth(?:entication|orization)? (?:method|error|required|failed)|credentials? (?:not|missing|expired)",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"usage limit|rate limit|limit reached|hit your limit|quota|\b429\b|too many requests", re.IGNORECASE
)
_TOO_LONG = re.compile(
    r"prompt is too long|context (?:window|length)|maximum context|too many tokens", re.IGNORECASE
)


def program_of(model: str) -> tuple[Program, str]:
    """Return the program that a model's name stands for, and the model that the program uses. Raises
    ModelUnusable.
    """
    program, inner = split(model)
    if program is None:
        names = ", ".join(f"{PROVIDER}/{program.name}" for program in PROGRAMS)
        raise ModelUnusable(
            f"{one_line(model, Longest.PATH)!r} names no program that can be asked; there are {names}."
        )
    if shutil.which(program.name) is None:
        raise ModelUnusable(
            f"{program.label} is not on this machine: no `{program.name}` on the path. Install it, or choose "
            "another model; `memtui doctor` says which programs are here."
        )
    return program, inner


async def answer(model: str, system: str, user: str, *, timeout_s: float) -> Answer:
    """Ask the program that `model` names. Raises LlmError."""
    program, inner = program_of(model)
    if program.longest and tokens(system) + tokens(user) > program.longest:
        raise TooLong(f"{program.label} may not read so much at once.")
    return await _answer(program, inner, system, user, timeout_s)


async def _answer(program: Program, inner: str, system: str, user: str, timeout_s: float) -> Answer:
    with (
        program_groups.ended_with_us(),
        tempfile.TemporaryDirectory(prefix="memtui-", ignore_cleanup_errors=True) as folder,
    ):
        place, files = Path(folder) / "empty", Path(folder) / "files"
        place.mkdir()
        files.mkdir()
        if program.lists:
            listing = await _run(program, Command(program.lists), place, timeout_s)
            inner = _chosen(program, listing, inner)
        command = program.command(Question(inner, system, user, files))
        ended = await _run(program, command, place, timeout_s)
    try:
        spoken = program.answer_in(ended)
    except NoAnswer as failed:
        raise _explained(program, ended, str(failed)) from None
    if not spoken.text.strip():
        raise AnswerUnusable(f"{program.label} gave an empty answer. Try again, or choose another model.")
    return spoken


def _chosen(program: Program, listing: Ended, wanted: str) -> str:
    if listing.code:
        raise _explained(program, listing, listing.err)
    try:
        return program.model_of(listing.out, wanted)
    except NoAnswer as failed:
        raise ModelUnusable(f"{program.label} cannot be asked: {failed}.") from None


def _explained(program: Program, ended: Ended, message: str) -> LlmError:
    """Return the error for a run that brought no answer; `message` is what the program said instead."""
    heard = message.strip() or ended.err.strip() or ended.out
    words_of = one_line(scrubbed(heard), Longest.SENTENCE).strip(". ")
    quoted = f" (it says: {words_of})" if words_of else ""
    said = "" if heard is ended.out and "{" in heard else heard  # half an answer may speak of logins
    if _LIMIT.search(said):
        return ModelUnusable(f"{program.label} has reached the limit of its plan{quoted}. Try later.")
    if _LOGIN.search(said):
        return ModelUnusable(f"{program.label} is not signed in{quoted}. Sign in: `{program.sign_in}`.")
    if _TOO_LONG.search(said):
        return TooLong(f"The text does not fit what {program.label} reads at once.")
    if ended.code == 0:
        return AnswerUnusable(f"{program.label} broke its answer off{quoted}. Try again.")
    return ModelUnusable(
        f"{program.label} ended with exit code {ended.code}{quoted}. Try `{program.name}` in a terminal; an "
        "old version may not know what memtui asks of it."
    )


def _late(program: Program, timeout_s: float, printed: str) -> LlmError:
    """Return the error for a program that did not end in time."""
    if _LOGIN.search(printed):
        return _explained(program, Ended("", printed, 1), printed)
    return TimedOut(
        f"{program.label} gave no answer within {timeout_s:g} s, and was ended. Try `{program.name}` in "
        "a terminal, where it may want to be signed in; or raise llm.timeout_s."
    )


async def _run(program: Program, command: Command, place: Path, timeout_s: float) -> Ended:
    """Run a command to its end. Raises LlmError when it cannot be started or takes too long."""
    try:
        process = await asyncio.create_subprocess_exec(
            shutil.which(program.name) or program.name,
            *command.arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            cwd=place,
            env=_environment(place, command.environment),
            start_new_session=True,
        )
    except OSError as error:
        raise ModelUnusable(f"{program.label} cannot be started: {error.strerror}.") from None
    heard = bytearray(), bytearray()
    streams = [
        asyncio.create_task(_send(process.stdin, command.stdin)),
        asyncio.create_task(_heard(process.stdout, heard[0])),
        asyncio.create_task(_heard(process.stderr, heard[1])),
    ]
    try:
        async with asyncio.timeout(timeout_s):
            code = await program_groups.exit_code(process)
        await asyncio.wait(streams[1:], timeout=_GRACE_S)
    except TimeoutError:
        raise _late(program, timeout_s, plain(bytes(heard[1] + b"\n" + heard[0]))) from None
    finally:
        await program_groups.end(process, grace_s=_GRACE_S)
        for stream in streams:
            stream.cancel()
    return Ended.of(bytes(heard[0]), bytes(heard[1]), code)


def _environment(place: Path, besides: Mapping[str, str]) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name not in _UNSET}
    return {**inherited, OWN: "1", "PWD": str(place), "NO_COLOR": "1", "TERM": "dumb", **besides}


async def _send(stdin: asyncio.StreamWriter | None, text: str) -> None:
    if stdin is None:
        return
    with contextlib.suppress(ConnectionError):
        stdin.write(text.encode("utf-8", "replace"))
        await stdin.drain()
    stdin.close()


async def _heard(stream: asyncio.StreamReader | None, heard: bytearray) -> None:
    while stream is not None and (piece := await stream.read(65_536)):
        if len(heard) < _MOST_PRINTED:
            heard += piece
