"""The files of the small models that memtui comes with: read and written alike, and refused alike.

The first line of a file names its format and version. Most go on with one line of JSON that describes the
model, and its weights as bytes. `doctor` says which file can't be used. Standard library only, for hooks.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

M = TypeVar("M")


class ModelUnusable(ValueError):
    """The model file can't be used; the message says why."""


def read_model(file: Path, model_of: Callable[[bytes], M]) -> M:
    """Return what `model_of` makes of a file. Raises ModelUnusable when it is missing or damaged."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise ModelUnusable(f"it can't be read ({error.strerror})") from None
    return model_of(data)


class Shipped(Generic[M]):
    """A model that memtui comes with. Its file is read once, when the model is first asked for."""

    def __init__(self, file: Path, model_of: Callable[[bytes], M]) -> None:
        self._file, self._model_of = file, model_of

    def __call__(self) -> M:
        """Return the model. Raises ModelUnusable when its file is missing or damaged."""
        if isinstance(self._read, ModelUnusable):
            raise ModelUnusable(str(self._read))
        return self._read

    def usable(self) -> M | None:
        """Return the model; None when its file can't be used, for code that goes on without it."""
        return None if isinstance(self._read, ModelUnusable) else self._read

    @cached_property
    def _read(self) -> M | ModelUnusable:
        try:
            return read_model(self._file, self._model_of)
        except ModelUnusable as error:
            return error


def after_name(data: bytes, name: str) -> bytes:
    """Return what follows the name of the format. Raises ModelUnusable when it is another's file."""
    first, _, rest = data.partition(b"\n")
    if first != name.encode():
        raise ModelUnusable("it is of another version")
    return rest


def packed(name: str, description: str, weights: bytes) -> bytes:
    """Return a file of a format's name, a description in one line of JSON, and weights."""
    return b"\n".join([name.encode(), description.encode(), weights])


def unpacked(data: bytes, name: str, size: int) -> tuple[Any, bytes]:
    """Return the description and the `size` bytes of weights of such a file. Raises ModelUnusable."""
    description, _, weights = after_name(data, name).partition(b"\n")
    if len(weights) != size:
        raise ModelUnusable(f"it has {len(weights):,} bytes of weights, not {size:,}")
    with damage_told():
        return json.loads(description), weights


@contextmanager
def damage_told() -> Iterator[None]:
    """Say ModelUnusable of a file in which something is not there, or not what it should be."""
    try:
        yield
    except ModelUnusable:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        raise ModelUnusable(f"it is damaged ({error})") from None
