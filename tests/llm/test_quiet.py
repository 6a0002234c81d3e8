"""litellm is loaded late, says nothing on the terminal, reads no `.env`, and lets the process end."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import warm
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


def run(code: str, *args: str, python: str = sys.executable) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [python, "-c", code, *args], capture_output=True, text=True, timeout=300, check=True
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


@pytest.mark.long
def test_litellm_loaded_for_a_good_and_a_bad_answer_says_nothing_and_reads_no_file_of_variables(
    tmp_path: Path,
) -> None:
    (tmp_path / ".env").write_text("MEMTUI_PLANTED=1\n")
    ask = f"{ASK}\nimport os; os.chdir({str(tmp_path)!r})\nasyncio.run(main()); asyncio.run(main())"
    with serving(Reply(GOOD), Reply(status=401, error=f"Incorrect API key {KEY}")) as server:
        done = run(f"{ask}\nprint(os.environ.get('MEMTUI_PLANTED'))", server.base, "openai/gpt-4o-mini")
    good, bad, planted = done.stdout.splitlines()
    assert good == "['one']"
    assert "does not accept the key" in bad
    assert KEY not in bad
    assert planted == "None"
    assert done.stderr == ""


@pytest.mark.long
def test_a_server_of_ollama_that_is_down_leaves_the_terminal_alone() -> None:
    ask = ASK + "asyncio.run(main())"
    done = run(ask, "http://127.0.0.1:9", "ollama/llama3.2", python=warm.asking_a_model())
    assert "`ollama serve`" in done.stdout
    assert done.stderr == ""


@pytest.mark.long
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
    with serving(Reply(GOOD, delay=3600)) as server:
        process = subprocess.Popen(
            [warm.asking_a_model(), "-c", code, server.base, "openai/gpt-4o-mini", str(asked)],
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
