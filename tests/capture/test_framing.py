"""Who came to a meeting and what was to be spoken of are no facts; what was said of it is."""

import pytest

from tests.capture.test_rules import texts

SAID = "\n\nThe mooring fee is 12 EUR.\n"
FACT = ["The mooring fee is 12 EUR."]


@pytest.mark.parametrize(
    "frame",
    [
        "Attendees: Mira Holm (chair), Pim from the yard",
        "Present: Mira, Pim. Apologies: Sten (on leave).",
        "**Guests:** Mira (Velt GmbH), Pim",
        "Attendees\n- Mira Holm, who is the harbour master\n- Pim, works for Velt GmbH",
        "Anwesend:\n- Mira, leitet den Hafen\n- Pim",
        "Agenda\n1. Raise the mooring fee from 10 to 11 EUR\n2. The budget must be approved",
        "## Agenda for today\n- Crane inspection moves to Velt GmbH\n- Hiring",
        "Item 2 - Crane inspection (Pim, 10 min)",
    ],
)
def test_what_frames_the_minutes_is_no_fact(frame: str) -> None:
    lines = "\n".join(f"Row {number} of the long list of berths." for number in range(20))
    assert texts(frame + SAID) == FACT
    assert texts(f"{lines}\n\n{frame}{SAID}")[-1:] == FACT


@pytest.mark.parametrize(
    "notes",
    [
        "Agenda\n- The crane is inspected by Velt GmbH.",
        "Agenda\n1. Crane\n   - The crane is inspected by Velt GmbH.\n2. Fees\n\nThe end.",
        "Guests: at most 30 in one room, so the crane is inspected by Velt GmbH.",
    ],
)
def test_what_is_said_below_an_agenda_or_of_guests_is_kept(notes: str) -> None:
    assert any("inspected by Velt GmbH" in fact for fact in texts(notes))
