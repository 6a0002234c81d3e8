"""Writing memories as a knowledge graph: those of an entity go back to it, others under their scope."""

from collections.abc import Iterator

from memtui.domain.memory import Memory
from memtui.formats.exports import Sink
from memtui.formats.ground.json_splicing import line_of
from memtui.formats.mcp_graph.reading import SCOPE_KIND, entity_row, relation_row


def export(memories: Iterator[Memory], file: Sink) -> None:
    """Write a graph: an entity has one row with all its observations, so all are held until the end."""
    entities: dict[str, tuple[str, list[str]]] = {}
    relations: list[dict[str, object]] = []
    for memory in memories:
        relation = memory.provenance.get("relation")
        if memory.source == "mcp" and isinstance(relation, list) and len(relation) == 3:
            start, end, verb = relation[0], relation[2], relation[1]
            relations.append({"type": "relation", **relation_row(start, verb, end)})
            continue
        name, kind = _entity(memory)
        _, observations = entities.setdefault(name, (kind, []))
        if memory.text != f"{name} is a {kind}" and memory.text != f"{name} is an {kind}":
            observations.append(memory.text.removeprefix(f"{name}: "))
    for name, (kind, observations) in entities.items():
        row = {"type": "entity", **entity_row(name, kind, observations)}
        file.write(line_of(row) + "\n")
    for related in relations:
        file.write(line_of(related) + "\n")


def _entity(memory: Memory) -> tuple[str, str]:
    name, kind = memory.provenance.get("entity"), memory.provenance.get("entity_type")
    if memory.source == "mcp" and isinstance(name, str) and name:
        return name, kind if isinstance(kind, str) else ""
    return memory.scope, SCOPE_KIND
