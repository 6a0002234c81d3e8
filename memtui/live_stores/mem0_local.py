"""mem0's memories on this machine: the folder in which its Qdrant keeps them, usually `/tmp/qdrant`.

mem0 says a memory in the payload of a point: its words in `data`, whose it is in `user_id`, `agent_id` and
`run_id`, and whatever else it was given. Reading and writing go through Qdrant's own client, as mem0's do,
since no other program can read that folder; it is open only for as long as that takes, for only one program
may have it open. Vectors come back with what was dropped. An edited memory keeps those of its old words, for
only the agent has the model that makes them.
"""

import contextlib
import hashlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from memtui.domain.memory import Draft
from memtui.domain.text import Longest, one_line
from memtui.formats import mem0
from memtui.formats.finding import Found, Machine
from memtui.formats.protocol import Record, Skipped, SourceError
from memtui.live_stores.clients import explaining
from memtui.live_stores.files import address_of, ask, found_at, mark_of_database, path_in
from memtui.live_stores.protocol import CannotSay, LiveStore, Row, missing

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

_PREFIX = "mem0:"
_USUAL_FOLDER = Path("/tmp/qdrant")  # noqa: S108 - the very folder
_USUAL = "mem0"
"""What mem0 calls its collection unless it is told otherwise."""
_ENTITIES = "_entities"
"""Behind the name of the collection in which mem0 keeps who and what its memories mention."""
_PAGE = 2_000
_OWN = ("user_id", "agent_id", "run_id", "app_id", "actor_id", "role", "categories", "expiration_date")
"""What mem0's answers say of a memory beside its metadata."""
_NOT_TOLD = {"data", "hash", "created_at", "updated_at", "text_lemmatized", *_OWN}
_IN_USE = "already accessed"


class Mem0Local(LiveStore):
    """mem0 with a Qdrant in a folder."""

    name = "mem0-local"
    called = "mem0"
    address = "mem0:FOLDER"

    def place(self, where: str) -> str | None:
        """Return the address with the path in full."""
        path = path_in(where, _PREFIX)
        return None if path is None else address_of(path, _PREFIX)

    def found_in(self, path: Path) -> str | None:
        """Return the address of a folder that Qdrant made and that has a collection of mem0's."""
        if not path.is_dir() or _collection(path) is None:
            return None
        return address_of(path.resolve(), _PREFIX)

    variables: Mapping[str, str] = {}

    def known_places(self, machine: Machine) -> Iterator[Found]:  # noqa: ARG002 - it is below no home
        """Yield the folder that mem0 gives its Qdrant unless it is told otherwise."""
        try:
            address = self.found_in(_USUAL_FOLDER)
            if address is not None:
                points = _points_in(address)
                ((count,),) = ask(points, "SELECT count(*) FROM points")
                yield found_at(self.name, _USUAL_FOLDER, address, [points], int(str(count)))
        except (OSError, SourceError) as error:
            yield Found(self.name, _USUAL_FOLDER, problem=one_line(str(error), Longest.REASON))

    def mark(self, where: str) -> str:
        """Return the size and time of the collection's database."""
        return mark_of_database(_points_in(where))

    @contextlib.contextmanager
    def opened(self, where: str) -> Iterator["_Opened"]:
        """Open the folder, which nobody else may have open meanwhile."""
        points = _points_in(where)
        with _opened_by_client(points.parents[2]) as client:
            yield _Opened(client, points.parent.name)

    def record(self, row: Row, place: str) -> Record:
        """Return what a point says, filed as mem0's exports are: under its user or agent."""
        fields = {
            **{name: row.value[name] for name in _OWN if name in row.value},
            "id": row.key,
            "memory": row.value.get("data"),
            "metadata": {name: of for name, of in row.value.items() if name not in _NOT_TOLD},
            "created_at": row.value.get("created_at"),
            "updated_at": row.value.get("updated_at"),
        }
        read = mem0.record_of(place, row.key, fields, several=True)
        if isinstance(read, Skipped):
            return read
        return replace(read, provenance={**read.provenance, "source": self.name})

    def reworded(self, row: Row, draft: Draft) -> Row:
        """Return a point with other words, noted as mem0 notes an update."""
        value = {name: of for name, of in row.value.items() if name != "text_lemmatized"}
        return Row(row.key, {**value, **_payload(draft.text)}, row.around)

    def made(self, key: str, draft: Draft) -> Row:  # noqa: ARG002 - neither makes a vector
        """Raise CannotSay: without its vector no search of its agent would find it."""
        raise CannotSay("its vector is not kept, and without one mem0 would never find it")


def _payload(text: str) -> dict[str, object]:
    return {
        "data": text,
        "hash": hashlib.md5(text.encode(), usedforsecurity=False).hexdigest(),
        "updated_at": datetime.now(UTC).isoformat(),
    }


def _collection(folder: Path) -> str | None:
    """Return the name of mem0's collection in a folder of Qdrant's; None unless there is just one."""
    try:
        made = json.loads((folder / "meta.json").read_text("utf-8"))
    except (OSError, ValueError):
        return None
    there = made.get("collections") if isinstance(made, Mapping) else None
    names = [name for name in there if not name.endswith(_ENTITIES)] if isinstance(there, Mapping) else []
    mine = [name for name in names if name == _USUAL or f"{name}{_ENTITIES}" in (there or ())]
    return _USUAL if _USUAL in mine else mine[0] if len(mine) == 1 else None


def _points_in(where: str) -> Path:
    """Return the file in which the memories lie."""
    folder = path_in(where, _PREFIX)
    if folder is None or not folder.is_dir():
        raise SourceError(f"there is no folder {folder or where}")
    name = _collection(folder)
    if name is None:
        raise SourceError(f"{folder} holds no collection of mem0's; name the folder that Qdrant was given")
    return folder / "collection" / name / "storage.sqlite"


@contextlib.contextmanager
def _opened_by_client(folder: Path) -> Iterator["QdrantClient"]:
    try:
        from qdrant_client import QdrantClient  # needs an extra, which other stores do without
    except ImportError as error:
        raise missing("read mem0's memories", "Qdrant's client", "mem0", error) from None
    with explaining(folder, _IN_USE):
        client = QdrantClient(path=str(folder))
    try:
        yield client
    finally:
        client.close()


class _Opened:
    """mem0's collection, opened."""

    def __init__(self, client: "QdrantClient", collection: str) -> None:
        self._client, self._collection = client, collection

    def count(self) -> int:
        """Return how many points there are."""
        with explaining(self._collection, _IN_USE):
            return int(self._client.count(self._collection).count)

    def rows(self) -> Iterator[Row]:
        """Yield the points without their vectors."""
        after = None
        while True:
            with explaining(self._collection, _IN_USE):
                points, after = self._client.scroll(
                    self._collection, limit=_PAGE, offset=after, with_payload=True, with_vectors=False
                )
            for point in points:
                yield Row(str(point.id), _json(point.payload))
            if after is None:
                return

    def get(self, keys: Collection[str]) -> Mapping[str, Row]:
        """Return points by their ids, with their vectors."""
        with explaining(self._collection, _IN_USE):
            points = self._client.retrieve(
                self._collection, ids=[_id(key) for key in keys], with_payload=True, with_vectors=True
            )
        return {
            str(point.id): Row(str(point.id), _json(point.payload), {"vector": _plain(point.vector)})
            for point in points
        }

    def put(self, rows: Sequence[Row]) -> None:
        """Write points whole."""
        from qdrant_client.models import PointStruct

        with explaining(self._collection, _IN_USE):
            points = [
                PointStruct(
                    id=_id(row.key), vector=_vector(row.around.get("vector")), payload=dict(row.value)
                )
                for row in rows
            ]
            self._client.upsert(self._collection, points)

    def delete(self, keys: Sequence[str]) -> None:
        """Delete points."""
        from qdrant_client.models import PointIdsList

        with explaining(self._collection, _IN_USE):
            self._client.delete(self._collection, PointIdsList(points=[_id(key) for key in keys]))


def _id(key: str) -> int | str:
    """Return the id of a point as Qdrant has it: a number or a UUID."""
    return int(key) if key.isdecimal() else key


def _json(payload: object) -> Mapping[str, object]:
    """Return a payload as plain JSON; an empty one when JSON would lose something of it."""
    try:
        value = json.loads(json.dumps(payload))
    except (TypeError, ValueError):
        return {}
    return value if isinstance(value, Mapping) else {}


def _plain(vector: object) -> object:
    """Return vectors as JSON holds them; a sparse one as its indices and values."""
    if isinstance(vector, Mapping):
        return {name: _plain(of) for name, of in vector.items()}
    if hasattr(vector, "indices") and hasattr(vector, "values"):
        return {"indices": list(vector.indices), "values": list(vector.values)}
    return vector


def _vector(plain: object) -> object:
    """Return vectors as Qdrant takes them."""
    from qdrant_client.models import SparseVector

    if isinstance(plain, Mapping):
        if plain.keys() == {"indices", "values"}:
            return SparseVector(indices=plain["indices"], values=plain["values"])
        return {name: _vector(of) for name, of in plain.items()}
    return plain
