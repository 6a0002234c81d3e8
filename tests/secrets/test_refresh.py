"""Rules in gitleaks' form become rules of ours, and those that cannot be used are named."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from memtui.secrets import refresh
from memtui.secrets.converting import Unconvertible, converted


@pytest.mark.parametrize(
    ("go", "yes", "no"),
    [
        (r"\bab(?i)cd", "abCD", "ABcd"),
        (r"(?:x(?i)a|b)c", "Bc", "xaC"),
        (r"(?i)k(?-i:Z)", "KZ", "kz"),
        (r"[[:alnum:]_]{3}\z", "a_1", "a-1"),
        (r"(?P<one>a)(?<two>b)$", "ab", "ab\n"),
        (r"[^]x]y", "ay", "]y"),
        (r"[\x60'\"]z", "`z", "az"),
        (r"é\w", "éa", "éé"),
    ],
)
def test_a_pattern_of_go_means_the_same(go: str, yes: str, no: str) -> None:
    pattern = re.compile(converted(go), re.ASCII)
    assert pattern.search(yes)
    assert not pattern.search(no)


@pytest.mark.parametrize("go", [r"\pL+", r"(?U)a+", r"(?:.*b.*)+", "[[:^alpha:]]", "a)"])
def test_a_pattern_without_its_like_is_refused(go: str) -> None:
    with pytest.raises(Unconvertible):
        converted(go)


FOREIGN = """
title = "others"
version = "9"
licence = "MIT"
[allowlist]
stopwords = ["showcase"]
[[rules]]
id = "acme-token"
description = "A long description of what the token of Acme opens."
regex = \'\'\'\\bacme_((?i)[a-f0-9]{20})(?:[\\s]|$)\'\'\'
entropy = 2
keywords = ["ACME_"]
[[rules.allowlists]]
regexes = [\'\'\'^0\'\'\']
[[rules]]
id = "a-file"
path = "x"
[[rules]]
id = "never-ends"
regex = \'\'\'(?:.*a.*)+\'\'\'
keywords = ["a"]
"""


def test_a_file_of_rules_is_taken_in_beside_ours(tmp_path: Path) -> None:
    foreign = tmp_path / "rules.toml"
    foreign.write_text(FOREIGN, "utf-8")
    made = refresh.refreshed([refresh.OURS, foreign])
    rule = made.data["rules"][-1]
    assert (rule["kind"], rule["keywords"], rule["entropy"]) == ("acme token", ["acme_"], 2.0)
    assert rule["allowed"] == [{"regex": "^0", "of": "secret"}]
    assert made.data["made_from"][-1] == {"title": "others", "version": "9", "licence": "MIT", "rules": 1}
    assert "showcase" in made.data["stopwords"]
    assert [name for name, _ in made.left_out] == ["a-file", "never-ends"]


def test_what_the_program_reads_is_made_of_the_rules_that_people_read() -> None:
    assert refresh.MADE.read_text("utf-8") == refresh.written(refresh.refreshed([refresh.OURS]))


def test_the_rules_are_not_read_before_a_text_asks() -> None:
    code = "import memtui.secrets.ruleset as r, memtui.lifecycle.add; assert not r.data.cache_info().currsize"
    subprocess.run([sys.executable, "-c", code], check=True)
