"""Rules in gitleaks' form become rules of ours, and those that cannot be used are named."""

import re
import subprocess
import sys
import tomllib
from functools import partial
from pathlib import Path

import pytest

from memtui.secrets import refresh, ruleset, taking
from memtui.secrets.converting import Unconvertible, converted
from tests.growth import grows_too_fast
from tests.patterns import pieces_of


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
    assert refresh.MADE.read_text("utf-8") == refresh.written(
        refresh.refreshed([refresh.OURS, refresh.TAKEN])
    )


OTHERS = r"""
title = "others config"
[[rules]]
id = "acme-token.2"
confidence = "high"
regex = '''\b(acme_(?P<kind>[ab])_[a-f0-9]{20})(?:\\?['"\x60]|[\s;]|\\[nr]|$)'''
filter = '''
entropy(finding["secret"]) <= 2.5
'''
keywords = ["ACME_"]
[[rules]]
id = "open-end"
confidence = "high"
regex = '''begin-(?:a|b)'''
keywords = ["begin-"]
"""
_ABC = r"regex = '\babc_\d+'"
_KEYWORDS = "\nkeywords = ['abc_']"
NEEDLESS = [
    ("looks beyond", _ABC),
    ("looks beyond", _KEYWORDS),
    ("looks beyond", f"{_ABC}{_KEYWORDS}\npath = 'x'"),
    ("is not sure", f"{_ABC}{_KEYWORDS}\nconfidence = 'low'"),
    ("is not sure", f"{_ABC}{_KEYWORDS}\nskipReport = true"),
    ("words beside", r"regex = '(?:acme)(?:[ \t\w.-]{0,20})=(\w{9})'" + "\nkeywords = ['acme']"),
    ("words beside", r"regex = '[a-f0-9]{32}'" + _KEYWORDS),
    ("language of its own", f"{_ABC}{_KEYWORDS}\nfilter = 'f(x)'"),
    ("is no secret", f"[[rules]]\nid = 'abc-public-key'\n{_ABC}{_KEYWORDS}"),
    ("ours know", r"regex = '\bghp_\w{40}'" + "\nkeywords = ['ghp_x']"),
    ("pattern of Python", r"regex = '\babc_\pL+'" + _KEYWORDS),
]


def test_rules_that_know_a_secret_by_its_form_are_taken_with_the_licence() -> None:
    rules, left_out = taking.taken(tomllib.loads(OTHERS), ["ghp_"])
    read = tomllib.loads(taking.written("others", "2.0", "MIT License\n\nCopyright A B", rules))
    assert (read["title"], read["version"], read["licence"]) == ("others", "2.0", "MIT")
    first, second = read["rules"]
    assert (first["id"], first["entropy"], first["keywords"]) == ("acme-token", 2.5, ["acme_"])
    token = "acme_a_" + "0123456789" * 2
    found = re.search(first["regex"], f"It is {token}.")
    assert found is not None
    assert (found[0], found.groups()) == (token, ())
    whole = re.search(second["regex"], "it is begin-a77x/9= here")
    assert whole is not None
    assert whole[0] == "begin-a77x/9="
    assert not left_out


@pytest.mark.parametrize(("why", "rule"), NEEDLESS)
def test_rules_that_are_of_no_use_are_left_out_with_the_reason(why: str, rule: str) -> None:
    tables = tomllib.loads(f"[[rules]]\nid = 'some-token'\n{rule}\n")
    rules, left_out = taking.taken({"rules": tables["rules"][-1:]}, ["ghp_"])
    assert not rules
    assert why in next(iter(left_out))


def test_a_rule_that_says_where_its_secret_ends_takes_no_more() -> None:
    regex = r"\babc_[0-9]{4}\b"
    (rule,), _ = taking.taken({"rules": [{"id": "abc", "regex": regex, "keywords": ["abc_"]}]}, [])
    found = re.search(rule["regex"], "abc_1234/9= is it")
    assert found is not None
    assert found[0] == "abc_1234"


def test_what_was_taken_says_whose_it_is() -> None:
    text = refresh.TAKEN.read_text("utf-8")
    assert "# MIT License" in text
    assert "# Copyright (c) 2026 Betterleaks Contributors" in text
    assert tomllib.loads(text)["version"] == "2.0.0"


PARTS = 8


@pytest.mark.few(1)
@pytest.mark.parametrize("part", range(PARTS))
def test_a_long_text_takes_a_rule_as_long_as_its_pieces(part: int) -> None:
    for rule in ruleset.data()["rules"][part::PARTS]:
        pattern = re.compile(rule["regex"], re.ASCII)
        for head, piece in sorted(pieces_of(pattern)):
            slower = grows_too_fast(partial(_all_of, pattern), piece, head=head, longest=8_000)
            assert not slower, f"{rule['id']} takes {slower} behind {head!r}"


def _all_of(pattern: re.Pattern[str], text: str) -> list[str]:
    return pattern.findall(text)


def test_the_rules_are_not_read_before_a_text_asks() -> None:
    code = "import memtui.secrets.ruleset as r, memtui.lifecycle.add; assert not r.data.cache_info().currsize"
    subprocess.run([sys.executable, "-c", code], check=True)
