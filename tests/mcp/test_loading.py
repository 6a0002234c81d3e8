"""The SDK is imported without building what a session never needs, and nothing else is left changed."""

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


@pytest.mark.long
def test_models_of_the_sdk_are_built_when_they_are_needed_and_all_others_at_once() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _IMPORTED], capture_output=True, text=True, check=True, timeout=300
    )
    assert done.stdout.splitlines() == ["True {} True", "False ping"]
