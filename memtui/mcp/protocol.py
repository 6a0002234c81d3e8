"""Speaks the Model Context Protocol with one client: who is there, which tools there are, what came of them.

It is written out here, in a few methods, since the SDK takes longer to load than an agent's session should
wait for a server. Spoken are the versions that begin with `initialize`, and that of 2026-07-28, in which each
request says for itself which version it is in (see "Lifecycle", "Tools" and "Resources" of the
specification at modelcontextprotocol.io). The tests ask with the SDK's client.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import memtui
from memtui.mcp import holdings
from memtui.mcp.desk import Desk
from memtui.mcp.errors import ToolRefused
from memtui.mcp.hands import Answer, Work
from memtui.mcp.offering import Offered
from memtui.mcp.pipe import NO_ARGUMENTS, NO_MESSAGE, NO_METHOD, OTHER_VERSION, Failed, Message, Pipe

BEGINNING_WITH_INITIALIZE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
SAYING_IT_EACH_TIME = "2026-07-28"
_META = "io.modelcontextprotocol/"
"""What the fields of a request's `_meta` begin with."""
_CAPABILITIES: Mapping[str, Any] = {"tools": {}, "resources": {}}
_SELF = {"name": "memtui", "version": memtui.__version__}
_NOT_KEPT = {"ttlMs": 0, "cacheScope": "private"}
"""What the newer version says of whatever may change."""

Told = Mapping[str, Any]


@dataclass(slots=True)
class Protocol:
    """The talk with one client."""

    pipe: Pipe
    desk: Desk
    tools: Sequence[Offered]
    about: str
    """What agents are told of the server as a whole."""
    _under_way: dict[str | int, Work[Answer]] = field(default_factory=dict, init=False)

    def serve(self) -> None:
        """Answer until the client goes."""
        for message in self.pipe.messages():
            self._take(message)

    def _take(self, message: Message) -> None:
        method, params, id = message.get("method"), message.get("params", {}), message.get("id")  # noqa: A001
        if "id" not in message:
            if method == "notifications/cancelled" and isinstance(params, dict):
                self._take_back(params.get("requestId"))
            return
        if not isinstance(id, str | int) or not isinstance(method, str) or not isinstance(params, dict):
            self.pipe.fail(None, Failed(NO_MESSAGE, "this is no request of JSON-RPC 2.0"))
            return
        try:
            _Request(self, id, method, params).answer()
        except Failed as error:
            self.pipe.fail(id, error)

    def _take_back(self, id: object) -> None:  # noqa: A002 - the protocol's word
        if isinstance(id, str | int) and (work := self._under_way.get(id)):
            work.take_back()


@dataclass(slots=True)
class _Request:
    """One request."""

    talk: Protocol
    id: str | int
    method: str
    params: Mapping[str, Any]

    def answer(self) -> None:
        """Answer, or begin what will. Raises Failed."""
        if self._version is not None:
            self._meet(self._meta(_META + "clientInfo"), {})
        match self.method:
            case "initialize":
                self._meet(self.params.get("clientInfo"), self.params.get("capabilities"))
                self._say(_hello(self.params.get("protocolVersion")) | {"instructions": self.talk.about})
            case "server/discover":
                self._say(
                    {
                        "supportedVersions": [SAYING_IT_EACH_TIME],
                        "capabilities": _CAPABILITIES,
                        "instructions": self.talk.about,
                        **_NOT_KEPT,
                    }
                )
            case "ping":
                self._say({})
            case "tools/list":
                self._say({"tools": [tool.listed for tool in self.talk.tools], **_NOT_KEPT})
            case "resources/list":
                self._say({"resources": holdings.LISTED, **_NOT_KEPT})
            case "resources/templates/list":
                self._say({"resourceTemplates": holdings.TEMPLATES, **_NOT_KEPT})
            case "tools/call":
                self._call()
            case "resources/read":
                self._read()
            case _:
                raise Failed(NO_METHOD, f"there is no method {self.method[:80]}")

    @property
    def _version(self) -> str | None:
        """The version that the request says it is in; None where the talk began with `initialize`.

        Raises Failed for one that is not spoken.
        """
        version = self._meta(_META + "protocolVersion")
        if version is None or version == SAYING_IT_EACH_TIME:
            return SAYING_IT_EACH_TIME if version else None
        spoken = {"supported": [SAYING_IT_EACH_TIME], "requested": version}
        raise Failed(OTHER_VERSION, "Unsupported protocol version", spoken)

    def _meta(self, name: str) -> object:
        meta = self.params.get("_meta")
        return meta.get(name) if isinstance(meta, dict) else None

    def _meet(self, info: object, capabilities: object) -> None:
        name = info.get("name") if isinstance(info, dict) else None
        tells_roots = isinstance(capabilities, dict) and capabilities.get("roots") is not None
        self.talk.desk.serves(name, tells_roots=tells_roots)

    def _say(self, result: Told) -> None:
        told = dict(result)
        if self._version is None:
            for name in _NOT_KEPT:
                told.pop(name, None)
        else:
            told |= {"resultType": "complete", "_meta": {_META + "serverInfo": _SELF}}
        self.talk.pipe.answer(self.id, told)

    def _call(self) -> None:
        name, given = self.params.get("name"), self.params.get("arguments")
        tool = next((tool for tool in self.talk.tools if tool.name == name), None)
        try:
            if tool is None:
                raise ToolRefused(f"Unknown tool: {str(name)[:80]}")
            work = tool.call(given if isinstance(given, dict) else {})
        except ToolRefused as refused:
            self._say(_refusal(refused))
            return
        self._await(work, lambda answer: self._say(_result(answer)), lambda why: self._say(_refusal(why)))

    def _read(self) -> None:
        uri = self.params.get("uri")
        work = holdings.read(self.talk.desk, uri) if isinstance(uri, str) else None
        if work is None:
            raise Failed(NO_ARGUMENTS, f"Unknown resource: {str(uri)[:200]}", {"uri": uri})

        def told(answer: Answer) -> None:
            text = json.dumps(answer, ensure_ascii=False, indent=1)
            content = {"uri": uri, "mimeType": holdings.JSON, "text": text}
            self._say({"contents": [content], **_NOT_KEPT})

        self._await(
            work, told, lambda why: self.talk.pipe.fail(self.id, Failed(NO_ARGUMENTS, str(why), {"uri": uri}))
        )

    def _await(
        self, work: Work[Answer], told: Callable[[Answer], None], refused: Callable[[ToolRefused], None]
    ) -> None:
        """Answer once the work is done; nobody waits for what was taken back."""
        self.talk._under_way[self.id] = work

        def answer(_: object) -> None:
            self.talk._under_way.pop(self.id, None)
            if work.taken_back:
                return
            try:
                told(work.done.result())
            except ToolRefused as why:
                refused(why)

        work.done.add_done_callback(answer)


def _hello(asked: object) -> dict[str, Any]:
    """Return how a talk begins: in the version that the client asked for, if it is spoken."""
    newest = BEGINNING_WITH_INITIALIZE[-1]
    return {
        "protocolVersion": asked if asked in BEGINNING_WITH_INITIALIZE else newest,
        "capabilities": _CAPABILITIES,
        "serverInfo": _SELF,
    }


def _result(answer: Answer) -> Told:
    text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    return {"content": [{"type": "text", "text": text}], "structuredContent": answer, "isError": False}


def _refusal(why: ToolRefused) -> Told:
    return {"content": [{"type": "text", "text": str(why)}], "isError": True}
