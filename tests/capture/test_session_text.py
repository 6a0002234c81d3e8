"""A session's log that is handed over as a text is read for what was said in it."""

import json

import pytest

from memtui.capture.transcripts.session_text import session_in
from tests.capture.transcript_samples import claude

LOG = "\n".join(
    json.dumps(record)
    for record in (
        claude("user", "We use pnpm here, never npm"),
        claude(
            "assistant",
            [{"type": "thinking", "thinking": "They want pnpm"}, {"type": "text", "text": "Understood."}],
        ),
    )
)


def test_a_log_is_what_both_sides_said_under_its_day() -> None:
    session = session_in(LOG)
    assert session is not None
    assert session.named == "a claude-code session of 2 turns"
    day, _, said = session.text.partition("\n\n")
    assert day.startswith("Session, 20")
    assert said == "User: We use pnpm here, never npm\n\nAssistant: Understood."


@pytest.mark.parametrize(
    "text",
    [
        "User: we use pnpm\n\nAssistant: understood",
        '{"type": "entity", "name": "Ada", "observations": ["uses pnpm"]}',
        '{"name": "shop", "version": "1.0"}',
        "[link](https://example.org) to the notes",
        "{ not json",
        "",
    ],
)
def test_any_other_text_is_no_session(text: str) -> None:
    assert session_in(text) is None
