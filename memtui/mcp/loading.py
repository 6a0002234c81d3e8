"""Imports the SDK that speaks the protocol in less than half of the time that it takes as it comes.

The SDK describes every message of three versions of the protocol by a model of pydantic's, some 550 of them.
A session sends and receives a dozen. It also brings a client, and one for the web besides, which no server
uses.
"""

import contextlib
import gc
import os
import sys
from collections.abc import Iterator
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from typing import Any

_UNUSED_OVER_PIPES = ("mcp", "httpx2")
"""Packages whose own first file brings what only a client uses. What a server needs of `mcp` lies in modules
of its own."""
_NO_PLUGINS = "PYDANTIC_DISABLE_PLUGINS"
"""Looking for plugins of pydantic's reads the description of every installed package."""


@contextlib.contextmanager
def lightly() -> Iterator[None]:
    """Import within this: models are built when a message first needs them, packages that a server over pipes
    does not use are run when something in them is asked for, and no garbage is looked for.

    What is imported stays until the process ends, so it is also left out of every later look.
    """
    os.environ.setdefault(_NO_PLUGINS, "1")
    from pydantic import BaseModel, ConfigDict

    usual = BaseModel.model_config
    BaseModel.model_config = ConfigDict(**usual, defer_build=True)
    gc.disable()
    for package in _UNUSED_OVER_PIPES:
        if package not in sys.modules:
            _later(package)
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
        BaseModel.model_config = usual


def _later(package: str) -> None:
    """Have a package's own first file run once a name in it is asked for; modules in it load as ever."""
    spec = PathFinder.find_spec(package)
    if spec is None or spec.loader is None:
        return  # whoever imports it is told so
    loader, module = spec.loader, module_from_spec(spec)

    def run(name: str) -> Any:
        del module.__dict__["__getattr__"]
        loader.exec_module(module)
        return getattr(module, name)

    module.__dict__["__getattr__"] = run
    sys.modules[package] = module
