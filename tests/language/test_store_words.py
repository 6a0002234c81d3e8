"""What a store knows of its words: how rare each is there, and who else says what two share."""

from memtui.language.store_words import StoreWords

STORE = {
    1: "Heron keeps its sessions in Redis",
    2: "Sessions of Heron stand in Redis",
    3: "Heron listens on port 80",
    4: "Heron writes its logs to Loki",
    5: "Heron sends its mail at night",
}


def test_a_name_that_all_statements_of_a_store_have_is_common_there() -> None:
    words = StoreWords(STORE)
    assert words.rarity("heron") < words.rarity("redis") <= words.rarity("loki") < words.rarity("quartz")


def test_two_that_share_what_nobody_else_says_are_told_from_lines_of_a_series() -> None:
    words = StoreWords(STORE | {6: "Heron keeps its queues in Redis"})
    alone, nobody = words.said_besides({"port", "80"}, (3, 4))
    besides, others = words.said_besides({"heron", "redis"}, (1, 2))
    assert (alone, nobody) == (0.0, 0)
    assert besides > 0.9
    assert others == 1


def test_two_that_share_nothing_have_nobody_beside_them() -> None:
    assert StoreWords(STORE).said_besides((), (1, 2)) == (0.0, 0)
