"""Pages of markdown inside another file, such as a string of a JSON document."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from memtui.domain.instant import Instant
from memtui.domain.text import well_formed
from memtui.formats.ground.dates import date_of
from memtui.formats.ground.drafting import imported
from memtui.formats.ground.files import fault
from memtui.formats.ground.naming import record_key
from memtui.formats.ground.notes import Place
from memtui.formats.ground.records import records
from memtui.formats.ground.unfilled import is_unfilled
from memtui.formats.protocol import Record, Skipped


def memories_of_page(
    text: str, file: Path, where: str, place: Place, at: Instant, more: Mapping[str, object]
) -> Iterator[Record]:
    """Yield the records and statements of a page called `where` in a file; without a date, one is of `at`.

    A key is `where` and a hash of the text.
    """
    for block in records(text)[1]:
        statement = well_formed(block.statement)
        headings = " › ".join(block.headings)
        if wrong := fault(statement):
            yield Skipped(f"{where} line {block.line}", wrong)
        elif is_unfilled(block.text):
            yield Skipped(f"{where} line {block.line}", "a template nobody filled in")
        elif statement:
            yield imported(
                statement,
                place.judge(block.text, headings),
                source=place.source,
                path=file,
                record=record_key(where, statement),
                scope=place.scope,
                created_at=date_of(block.readable, block.headings) or at,
                more={"section": headings, "cwd": place.cwd, **more},
            )
