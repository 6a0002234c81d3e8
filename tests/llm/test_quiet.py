"""litellm is loaded late, says nothing on the terminal, reads no `.env`, and lets the process end."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.llm.conftest import GOOD, KEY
from tests.llm.server import Reply, serving

ASK = """
import asyncio, sys
from memtui.config.settings import Llm
from memtui.llm.client import Client
from memtui.llm.errors import LlmError
from memtui.llm.retrying import Patience
from tests.llm.conftest import QUESTION, THINGS
client = Client(Llm(model=sys.argv[2], api_base=sys.argv[1]), patience=Patience(attempts=1))
async def main():
    try:
        print([item.text for item in (await client.ask(QUESTION, THINGS)).items])
    except LlmError as error:
        print(error)
"""


def run(code: str, *args: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *args], capture_output=True, text=True, timeout=300, cwd=cwd, check=True
    )


def test_importing_every_module_of_the_client_loads_neither_litellm_nor_pydantic() -> None:
    code = """
import importlib, pkgutil, sys
import memtui.llm, memtui.capture.model_extractor, memtui.capture.ledger
for module in pkgutil.iter_modules(memtui.llm.__path__):
    importlib.import_module(f"memtui.llm.{module.name}")
print(sorted({"litellm", "pydantic", "openai", "httpx", "aiohttp"} & set(sys.modules)))
"""
    assert run(code).stdout.strip() == "[]"


def test_good_and_bad_answers_leave_the_terminal_alone() -> None:
    with serving(Reply(GOOD), Reply(status=401, error=f"Incorrect API key {KEY}")) as server:
        code = ASK + "asyncio.run(main())\nasyncio.run(main())"
        done = run(code, server.base, "openai/gpt-4o-mini")
    assert done.stdout.splitlines()[0] == "['one']"
    assert "does not accept the key" in done.stdout
    assert done.stderr == ""
    assert KEY not in done.stdout


def test_a_server_of_ollama_that_is_down_leaves_the_terminal_alone() -> None:
    done = run(ASK + "asyncio.run(main())", "http://127.0.0.1:9", "ollama/llama3.2")
    assert "`ollama serve`" in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize("asked", [False, True])
def test_a_cancelled_call_does_not_keep_the_process_nor_touch_the_terminal(asked: bool) -> None:
    code = (
        ASK
        + """
async def cancelled():
    await client.prepare()
    task = asyncio.create_task(main())
    await asyncio.to_thread(sys.stdin.readline) if sys.argv[3] == "True" else await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    print("cancelled", flush=True)
asyncio.run(cancelled())
"""
    )
    with serving(Reply(GOOD, delay=60)) as server:
        process = subprocess.Popen(
            [sys.executable, "-c", code, server.base, "openai/gpt-4o-mini", str(asked)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        while asked and not server.requests:
            assert process.poll() is None
            time.sleep(0.02)
        said, complaint = process.communicate("go\n", timeout=300)
    assert (said, complaint) == ("cancelled\n", "")


def test_a_file_of_variables_that_lies_about_is_not_read(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("MEMTUI_PLANTED=1\n")
    code = "import os; from memtui.llm.provider import load; load(); print(os.environ.get('MEMTUI_PLANTED'))"
    assert run(code, cwd=tmp_path).stdout.strip() == "None"
