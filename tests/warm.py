"""Processes that start at once: real ones, forked from one that has imported what takes long.

`python()` and `asking_a_model()` name a program that is run in place of the interpreter. It hands its
streams, arguments, folder and environment to the process that has the imports, which forks one that goes on
with them; and it ends as that one ends. `KILL` kills that one, and SIGKILL does so a moment later. Nothing
but the imports is shared. What is to be seen while one starts cold (what it imports, how long it takes) is
tested with the interpreter itself.

All workers of one run of the tests share these processes, which end when the run has.
"""

import ast
import atexit
import contextlib
import fcntl
import gc
import io
import os
import runpy
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import zlib
from functools import cache
from pathlib import Path

KILL = signal.SIGUSR1
"""The signal that ends a process before what stands for it ends; after SIGKILL it lives a moment longer."""

_ROOT = Path(__file__).parents[1]
_LOOK_EVERY_S = 0.5
"""Seconds between two looks at whether the tests still run."""
_CLIENT = """#!{python} -ISE
import _signal as signal, os, sys  # and not what takes as long to import as the rest to do
from _socket import AF_UNIX, SOCK_STREAM, SOL_SOCKET, socket
SCM_RIGHTS = 1
passed_on = {{sign: sign for sign in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}}
passed_on[signal.{kill}] = signal.SIGKILL
signal.pthread_sigmask(signal.SIG_BLOCK, passed_on)
server = socket(AF_UNIX, SOCK_STREAM)
server.connect({path!r})
said = ascii([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode() + b"\\n"
streams = b"".join(n.to_bytes(4, sys.byteorder) for n in (0, 1, 2))
server.sendmsg([said[:1]], [(SOL_SOCKET, SCM_RIGHTS, streams)])
server.sendall(said[1:])
pid = int(server.recv(10))
for sign in passed_on:
    signal.signal(sign, lambda sign, _: os.kill(pid, passed_on[sign]))
signal.pthread_sigmask(signal.SIG_UNBLOCK, passed_on)
code = int(server.recv(10))
if code < 0:
    if -code != signal.SIGKILL:
        signal.signal(-code, signal.SIG_DFL)
    os.kill(os.getpid(), -code)
os._exit(code)
"""


@cache
def python() -> str:
    """Return what runs memtui in place of the interpreter."""
    return _started(
        "import memtui.mcp.server, memtui.hooks.entry, numpy; from memtui.cli import group;"
        "[entry.load() for heading in group.HEADINGS for entry in heading.commands.values()]"
    )


@cache
def asking_a_model() -> str:
    """Return what runs what asks a model; it takes seconds to be there."""
    return _started(
        "import memtui.capture.child, memtui.capture.extractors, memtui.capture.filling;"
        "import memtui.capture.pipeline, memtui.review.child, memtui.review.working, sentencex;"
        "import memtui.cli.group, memtui.mcp.server, memtui.llm.provider;"
        "memtui.llm.provider.load()"
    )


def _started(imports: str) -> str:
    """Return the program that stands for a process with these imports; the first worker to ask starts it."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", "")[:12]
    served = os.getppid() if run else os.getpid()
    folder = Path(tempfile.gettempdir(), f"memtui-{run or served}-{zlib.crc32(imports.encode()):x}")
    program, path = folder / "python", folder / "socket"
    folder.mkdir(mode=0o700, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not program.exists():
            command = [sys.executable, "-m", "tests.warm", str(path), imports, str(served)]
            process = subprocess.Popen(
                command, cwd=_ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, start_new_session=True
            )
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
            program.write_text(_CLIENT.format(python=sys.executable, path=str(path), kill=KILL.name))
            program.chmod(0o700)
    return str(program)


def _wait_and_fork(path: str, served: int) -> None:
    """Fork for whoever asks, and say how that ended, as long as the process `served` is there."""
    gc.freeze()  # what is imported stays: a child that looked for garbage in it would copy it all
    ended, ending = os.pipe2(os.O_NONBLOCK)
    signal.set_wakeup_fd(ending, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    clients: dict[int, socket.socket] = {}
    looking = select.poll()
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        listening.listen(64)
        for file in (listening.fileno(), ended):
            looking.register(file, select.POLLIN)
        print("ready", flush=True)
        while True:
            ready = {file for file, _ in looking.poll(1000 * _LOOK_EVERY_S)}
            _kill_what_nobody_stands_for(clients, ready, looking)
            if ended in ready:
                os.read(ended, 4096)
                _say_which_ended(clients, looking)
            if listening.fileno() in ready:
                client, _ = listening.accept()
                pid = os.fork()
                if pid == 0:
                    signal.set_wakeup_fd(-1)
                    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                    os.close(ended)
                    os.close(ending)
                    for each in (listening, *clients.values()):
                        each.close()
                    _become(*_asked(client))
                clients[pid] = client
                looking.register(client, 0)  # told of its end alone
                with contextlib.suppress(OSError):
                    client.sendall(b"%10d" % pid)
            if not ready and not _is_there(served):
                shutil.rmtree(Path(path).parent)
                return


def _kill_what_nobody_stands_for(
    clients: dict[int, socket.socket], gone: set[int], looking: select.poll
) -> None:
    """Kill the processes whose clients were killed."""
    for pid, client in clients.items():
        if client.fileno() in gone:
            os.kill(pid, signal.SIGKILL)
            looking.unregister(client)


def _say_which_ended(clients: dict[int, socket.socket], looking: select.poll) -> None:
    """Tell the clients of the processes that ended how they did."""
    while clients:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == 0:
            return
        with contextlib.suppress(KeyError):  # its client was gone before
            looking.unregister(clients[pid])
        with clients.pop(pid) as client, contextlib.suppress(OSError):
            client.sendall(b"%10d" % os.waitstatus_to_exitcode(status))


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _asked(client: socket.socket) -> tuple[list[int], list[str], str, dict[str, str]]:
    """Return the streams, arguments, folder and environment of what a client stands for."""
    with client:
        said, streams, _, _ = socket.recv_fds(client, 1, 3)
        while not said.endswith(b"\n"):
            said += client.recv(1 << 20)
    arguments, folder, environment = ast.literal_eval(said.decode())
    return streams, arguments, folder, environment


def _become(streams: list[int], arguments: list[str], folder: str, environment: dict[str, str]) -> None:
    """Be the process that was asked for, and end."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        old = getattr(sys, name)
        mode = "w" if number else "r"
        buffer = open(number, mode + "b", buffering=0 if number == 2 else -1)  # noqa: SIM115 for as long as it lives
        new = io.TextIOWrapper(buffer, old.encoding, old.errors, line_buffering=number == 2)
        setattr(sys, name, new)
        setattr(sys, f"__{name}__", new)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    code = 1
    try:
        code = _run(arguments)
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
        sys.stdout.flush()
    finally:
        os._exit(code)


def _run(arguments: list[str]) -> int:
    """Do what `python ARGUMENTS` does, as far as tests use it: `-m MODULE` and `-c CODE`."""
    arguments = [argument for argument in arguments if argument != "-P"]
    option, what, *rest = arguments
    sys.argv = [what if option == "-m" else option, *rest]
    try:
        if option == "-m":
            runpy.run_module(what, run_name="__main__", alter_sys=True)
        else:
            exec(compile(what, "<string>", "exec"), {"__name__": "__main__"})
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001 as the interpreter does
        sys.excepthook(*sys.exc_info())
        return 1
    return 0


if __name__ == "__main__":
    exec(sys.argv[2])
    _wait_and_fork(sys.argv[1], int(sys.argv[3]))
