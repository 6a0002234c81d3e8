"""A bank of a Hindsight server: facts by id, over its HTTP API, which its own client is made from.

Hindsight keeps a fact that is marked invalid and takes the mark away again, so a drop marks it and a restore
brings back the same fact under the same id. Other words are written in its place, and the server makes their
vector. Observations are what Hindsight derives from facts; it makes them anew and lets nobody change them, so
they are left out.
"""

import contextlib
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, urlsplit

from memtui.addresses import without_password
from memtui.domain.memory import Draft, MemoryType
from memtui.domain.text import Longest, one_line, well_formed
from memtui.formats.ground import wording
from memtui.formats.ground.drafting import imported, instant_of
from memtui.formats.ground.files import fault
from memtui.formats.ground.naming import categories, scope_under
from memtui.formats.protocol import Record, Skipped, SourceError
from memtui.live_stores.clients import explaining
from memtui.live_stores.protocol import CannotSay, LiveStore, Row

if TYPE_CHECKING:
    import httpx

_PREFIX = "hindsight+"
_KEY = "HINDSIGHT_API_KEY"
_SAID = ("text", "context", "fact_type", "tags", "metadata", "document_id")
_AROUND = ("mentioned_at", "occurred_start", "occurred_end", "edited_at")
_PAGE = 500
_PASSES = 3
"""How often the list is gone through while facts that leave it move others to pages that were read."""
_PATIENCE = 30
"""Seconds until a server that does not answer counts as away."""
_SCOPE = "/hindsight"
_DERIVED = "observation"
_REASON = "dropped in memtui"
_ODD = "what answers there is no Hindsight, or another version of it than 1"
_GONE = "Hindsight has it no more: what was erased there cannot come back under its id"


class Hindsight(LiveStore):
    """One bank of a server."""

    name = "hindsight"
    called = "Hindsight"
    address = "hindsight+http://HOST:PORT/BANK"
    keeps_dropped = True

    def place(self, where: str) -> str | None:
        """Return the address without a name or key."""
        return None if _inner(where) is None else _PREFIX + without_password(_checked(where))

    def found_in(self, path: Path) -> str | None:  # noqa: ARG002 - it is in no file
        """Return None: no file holds one."""
        return None

    def mark(self, where: str) -> str:
        """Return how many facts are valid and invalid, and the newest of each."""
        with self.opened(where) as opened:
            newest = [opened.newest("valid"), opened.newest("invalidated")]
        return str(newest)

    @contextlib.contextmanager
    def opened(self, where: str) -> Iterator["_Opened"]:
        """Open the bank."""
        import httpx  # takes a tenth of a second, which only this store needs

        inner = _checked(where)
        parts = urlsplit(inner)
        key = unquote(parts.password or parts.username or "") or _key()
        base = without_password(inner).removesuffix(parts.path)
        head, _, bank = parts.path.strip("/").rpartition("/")
        url = f"{base}/{head}".rstrip("/") + f"/v1/default/banks/{quote(unquote(bank), safe='')}/memories"
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        with httpx.Client(headers=headers, timeout=_PATIENCE) as client:
            yield _Opened(client, url, self.place(where) or where)

    def record(self, row: Row, place: str) -> Record:
        """Return what a fact says, filed by its bank."""
        text = well_formed(str(row.value.get("text") or "")).strip()
        if row.value.get("fact_type") == _DERIVED:
            return Skipped(row.key, "an observation, which Hindsight derives from its facts")
        if not text:
            return Skipped(row.key, "it says nothing")
        if wrong := fault(text):
            return Skipped(row.key, wrong)
        tags = row.value.get("tags")
        named = [tag for tag in tags if isinstance(tag, str)] if isinstance(tags, list) else []
        sort = wording.sort_of(text)
        lived = row.value.get("fact_type") == "experience"
        fields = {name: row.value.get(name) for name in ("context", "metadata", "document_id")}
        draft = imported(
            text,
            wording.Sort(
                MemoryType.EPISODIC if lived else sort.type,
                categories(sort.categories[0], *named),
                sort.importance,
            ),
            source=self.name,
            path=place,
            record=row.key,
            scope=scope_under(_SCOPE, unquote(place.rpartition("/")[2])),
            created_at=instant_of(row.around.get("mentioned_at")),
            more={"fields": {name: of for name, of in fields.items() if of}},
        )
        return replace(draft, updated_at=instant_of(row.around.get("edited_at")))

    def reworded(self, row: Row, draft: Draft) -> Row:
        """Return a fact with other words."""
        return Row(row.key, {**row.value, "text": draft.text}, row.around)

    def made(self, key: str, draft: Draft) -> Row:  # noqa: ARG002 - it gives ids itself
        """Raise CannotSay."""
        raise CannotSay(_GONE)


def _inner(where: str) -> str | None:
    """Return the URL inside one of our addresses; None when it is not ours."""
    inner = where[len(_PREFIX) :]
    ours = where.lower().startswith(_PREFIX) and inner.partition("://")[0].lower() in {"http", "https"}
    return inner.rstrip("/") if ours else None


def _checked(where: str) -> str:
    """Return the URL inside one of our addresses. Raises SourceError when it names no host or no bank."""
    inner = _inner(where) or ""
    try:
        parts = urlsplit(inner)
        named = bool(parts.hostname and parts.path.strip("/")) and (parts.port or 1) > 0
    except ValueError:
        named = False
    if not named or parts.query or parts.fragment:
        raise SourceError(f"{without_password(inner)} names no bank of Hindsight; write {Hindsight.address}")
    return inner


def _key() -> str:
    return os.environ.get(_KEY, "")


class _Opened:
    """The facts of a bank."""

    def __init__(self, client: "httpx.Client", url: str, place: str) -> None:
        self._client, self._url, self._place = client, url, place

    def count(self) -> int:
        """Return how many facts are valid."""
        return self._listed(limit=1)[1]

    def newest(self, state: str) -> tuple[int, str]:
        """Return how many facts are in a state, and which of them changed last and when."""
        items, total = self._listed(limit=1, state=state, time_field="updated_at")
        return total, " ".join(str(item.get(name)) for item in items for name in ("id", "updated_at"))

    def rows(self) -> Iterator[Row]:
        """Yield the valid facts, the newest first."""
        seen: set[str] = set()
        for _ in range(_PASSES):
            totals: list[int] = []
            offset = 0
            while not totals or offset < totals[-1]:
                items, total = self._listed(limit=_PAGE, offset=offset, state="valid")
                rows = [_row(item) for item in items]
                yield from (row for row in rows if row.key not in seen)
                seen |= {row.key for row in rows}
                totals.append(total)
                offset += len(items) or total
            if totals[-1] >= totals[0]:
                return

    def get(self, keys: Collection[str]) -> Mapping[str, Row]:
        """Return valid facts by their ids."""
        found = ((key, self._asked("GET", f"/{key}", missing=True)) for key in keys)
        valid = {key: item for key, item in found if item is not None and item.get("state") == "valid"}
        return {key: _row(item) for key, item in valid.items()}

    def put(self, rows: Sequence[Row]) -> None:
        """Make facts valid again, and say what they said."""
        for row in rows:
            one = self._asked("GET", f"/{row.key}", missing=True)
            if one is None:
                raise SourceError(f"{self._place}: {_GONE}")
            if one.get("state") != "valid":
                self._asked("PATCH", f"/{row.key}", {"state": "valid"})
            if one.get("text") != row.value.get("text"):
                self._asked("PATCH", f"/{row.key}", {"text": row.value.get("text")})

    def delete(self, keys: Sequence[str]) -> None:
        """Mark facts as invalid."""
        for key in keys:
            self._asked("PATCH", f"/{key}", {"state": "invalidated", "reason": _REASON}, missing=True)

    def _listed(self, **asked: str | int) -> tuple[list[Mapping[str, object]], int]:
        query = "&".join(f"{name}={value}" for name, value in asked.items())
        answer = self._asked("GET", f"/list?{query}") or {}
        items, total = answer.get("items"), answer.get("total")
        if not isinstance(items, list) or not isinstance(total, int) or not all(map(_is_fact, items)):
            raise SourceError(f"{self._place}: {_ODD}")
        return items, total

    def _asked(
        self, verb: str, path: str, body: Mapping[str, object] | None = None, *, missing: bool = False
    ) -> Mapping[str, object] | None:
        """Return what the server answers; None where it has no such fact and one may be `missing`."""
        with explaining(self._place):
            answer = self._client.request(verb, self._url + path, json=body)
            if missing and answer.status_code == 404:
                return None
            if answer.status_code in {401, 403}:
                raise SourceError(
                    f"{self._place}: it asks for a key: give it in {_KEY}, or as the password in the address"
                )
            try:
                said = answer.json()
            except ValueError:
                said = None
            if answer.is_error:
                detail = said.get("detail") if isinstance(said, dict) else None
                raise SourceError(f"{self._place}: {one_line(str(detail or answer), Longest.REASON)}")
        if not isinstance(said, dict):
            raise SourceError(f"{self._place}: {_ODD}")
        return said


def _is_fact(one: object) -> bool:
    return isinstance(one, dict) and isinstance(one.get("id"), str) and isinstance(one.get("text"), str)


def _row(one: Mapping[str, object]) -> Row:
    """Return a fact as a row, told alike by the list and by itself."""
    named = {**one, "fact_type": one.get("fact_type") or one.get("type")}
    return Row(
        str(one["id"]), {name: named.get(name) for name in _SAID}, {name: one.get(name) for name in _AROUND}
    )
