"""Lines that were broken for their width are read as the paragraph that they are, in quotes too."""

from datetime import date

import pytest

from memtui.capture.rules.reading import read

TODAY = date(2032, 1, 1)


def _read(text: str) -> list[str]:
    return [line.text for line in read(text, TODAY)]


def test_a_quoted_paragraph_is_read_whole() -> None:
    text = (
        "> We must never, whatever the label says and however late it is, open the\n"
        "> Kiln door above 80 degrees because the glaze cracks. Lead is not, in\n"
        "> contrast to the label, allowed.\n>\n> - Cone 6 is used for all cups of the\n>   small kiln.\n"
        "> - Cone 10 is not.\n"
        ">> Who says so?\n"
    )
    assert _read(text) == [
        "We must never, whatever the label says and however late it is, open the Kiln door above 80 degrees "
        "because the glaze cracks.",
        "Lead is not, in contrast to the label, allowed.",
        "Cone 6 is used for all cups of the small kiln.",
        "Cone 10 is not.",
        "Who says so?",
    ]


def test_a_name_and_a_colon_in_the_middle_of_a_sentence_begin_no_block() -> None:
    first = "The lead glaze is not, whatever somebody tells you in the shop, and the"
    text = f"{first}\nLabel: says so too, allowed for cups.\n"
    assert len(_read(text)) == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "<p>The kiln is <b>hot</b> above 80&nbsp;degrees.</p><br>\n</p>\n",
            ["The kiln is hot above 80 degrees."],
        ),
        ("Cone 6 &gt; cone 10, says Nora.<br/>\n", ["Cone 6 > cone 10, says Nora."]),
        ("Use `<br>` and `&gt;` in the label.\n", ["Use `<br>` and `&gt;` in the label."]),
    ],
)
def test_tags_and_entities_of_a_page_are_no_words(text: str, says: list[str]) -> None:
    assert _read(text) == says
