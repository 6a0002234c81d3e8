"""The MCP knowledge graph as a format: its file, or a folder that holds one under its usual name."""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from memtui import plain_files
from memtui.domain.memory import Memory
from memtui.formats.changes import AS_IT_IS, Given, Held, Loaded, Plan, RecordChange
from memtui.formats.exports import Exported, History, Sink
from memtui.formats.finding import Found, Machine
from memtui.formats.ground.files import is_binary
from memtui.formats.ground.splicing import plan_by_file
from memtui.formats.mcp_graph import exporting, places
from memtui.formats.mcp_graph.reading import (
    FILE_NAMES,
    Graph,
    graph_file,
    is_row,
    records_of,
    relation_of,
    rows_in,
)
from memtui.formats.mcp_graph.writing import held_in, read_out, rewrite
from memtui.formats.protocol import Reader, Record, Skipped, SourceError

_SAMPLE = 50
"""Rows by which a format is recognised."""


class McpGraph(Reader):
    """Reads and changes a knowledge-graph file, or a folder that holds one under its usual name."""

    name = "mcp"
    called = "MCP graph"
    label = "MCP knowledge graph (memory.jsonl)"
    order = 50

    def detect(self, path: Path) -> float:
        """Be sure by the share of rows that are entities, relations or observations."""
        file = graph_file(path)
        if file is None or is_binary(file):
            return 0.0
        sample = list(islice(rows_in(file), _SAMPLE))
        rows = sum(1 for _, row in sample if is_row(row))
        return rows / len(sample) if sample else 0.0

    def read(self, path: Path) -> Iterator[Record]:
        """Yield one draft per observation, relation and bare entity."""
        file = graph_file(path)
        if file is None:
            raise SourceError(f"{path} holds no MCP graph; looked for {' and '.join(FILE_NAMES)} in it")
        graph = Graph.of(file)
        for where, row in rows_in(file):
            if isinstance(row, Skipped):
                yield row
            elif not isinstance(row, dict):
                yield Skipped(where, "not an object with an entity or a relation")
            elif "from" in row and "to" in row:
                yield relation_of(graph, where, row)
            else:
                yield from records_of(graph, where, row)

    def files(self, path: Path) -> Iterator[str]:
        """Yield the files that `read` begins with."""
        file = graph_file(path)
        if file is not None:
            yield str(file.resolve())

    variables = places.VARIABLES

    def known_places(self, machine: Machine) -> Iterator[Found]:
        """Yield the graphs of MCP memory servers."""
        return places.graphs(self, machine)

    holds_fields = frozenset({"scope"})

    def export(
        self,
        memories: Iterator[Memory],
        file: Sink,
        exported: Exported,  # noqa: ARG002 - leaves none out
        history: History,  # noqa: ARG002 - has no place for it
    ) -> None:
        """Write a graph."""
        exporting.export(memories, file)

    def plan(self, path: Path, changes: Sequence[RecordChange], given: Given = AS_IT_IS) -> Plan:
        """Return what changes would do to the graph at `path`. Raises SourceError."""
        return plan_by_file(path, changes, rewrite, given)

    def holds(
        self,
        path: Path,  # noqa: ARG002 - a graph is one file
        file: Path,  # noqa: ARG002
        data: bytes,
        given: Given = AS_IT_IS,  # noqa: ARG002
    ) -> list[Held]:
        """Return the records of a graph."""
        return held_in(data)

    def loaded(self, path: Path) -> Loaded:
        """Return a graph as the server reads it out. Raises SourceError."""
        file = graph_file(path)
        if file is None:
            raise SourceError(f"{path} holds no MCP graph")
        try:
            data = plain_files.bytes_of(file)
        except OSError as error:
            raise SourceError(f"cannot read {path}: {error.strerror or error}") from error
        return Loaded(list(read_out(data)), "")
