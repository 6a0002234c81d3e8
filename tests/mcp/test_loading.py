"""The SDK is imported without what a session over pipes never needs, and nothing else is left changed."""

import subprocess
import sys

import pytest

_IMPORTED = """
import gc
from pydantic import BaseModel
from memtui.mcp.loading import lightly
with lightly():
    from memtui.mcp.server import serve
from mcp import types
class Own(BaseModel):
    text: str
print(gc.isenabled(), BaseModel.model_config, Own.__pydantic_complete__)
print(types.PingRequest.__pydantic_complete__, types.PingRequest().method)
"""

_LOADED = """
import sys
from memtui.mcp.loading import lightly
with lightly():
    from memtui.mcp.server import serve
print([name for name in ("mcp.client", "httpx2._client") if name in sys.modules])
from mcp import ClientSession, server
from httpx2 import AsyncClient
print(ClientSession.__module__, server is sys.modules["mcp.server"], AsyncClient.__module__)
"""


@pytest.mark.long
def test_models_of_the_sdk_are_built_when_they_are_needed_and_all_others_at_once() -> None:
    assert _printed(_IMPORTED) == ["True {} True", "False ping"]


def test_a_client_is_loaded_when_it_is_asked_for() -> None:
    assert _printed(_LOADED) == ["[]", "mcp.client.session True httpx2"]


def _printed(program: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=300
    )
    return done.stdout.splitlines()
