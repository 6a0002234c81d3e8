"""A change of one text is carried over to another text, as long as they are alike enough to compare soon."""

from memtui.sources.merging import merged


def lines(*words: object) -> bytes:
    return b"".join(f"{word}\n".encode() for word in words)


def test_a_line_comes_to_where_its_neighbours_stand_now() -> None:
    before, after = lines("one", "three"), lines("one", "two", "three")
    assert next(merged(before, after, lines("zero", "one", "three"))) == lines("zero", "one", "two", "three")


def test_texts_that_differ_in_thousands_of_lines_are_not_compared() -> None:
    before = lines(*range(5_000))
    other = lines("above", *range(5_000, 1, -1), "below")
    assert list(merged(before, before + b"new\n", other)) == []


def test_what_somebody_else_changed_of_the_replaced_lines_is_not_replaced() -> None:
    before, after = lines("one", "two", "three", "four"), lines("one", "four")
    rewritten = lines("one", "two", "drei", "four")
    assert all(b"drei" in text for text in merged(before, after, rewritten))
    apart = lines("one", "two", "between", "three", "four")
    assert all(b"between" in text for text in merged(before, after, apart))
