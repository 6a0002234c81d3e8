"""Takes rules of another set in as data: `python -m memtui.secrets.taking RULES.TOML VERSION LICENCE`.

RULES.TOML is in the form of betterleaks' or gitleaks' configuration, LICENCE a file with the licence's text.
Only rules that know a secret by its own form are taken: what the words beside one say is for `stated` to
read. It writes taken.toml beside this file, which `refresh` reads, and says what was left out, and why.
"""

import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from memtui.secrets.converting import Unconvertible, converted

HERE = Path(__file__).parent
OURS, TAKEN = HERE / "rules.toml", HERE / "taken.toml"

_BY_FORM = re.compile(
    r"(?:\(\?i:?\)?)?(?:\\b)?(?:\((?:\?:)?)*[A-Za-z0-9]{2,}(?:[_:$~-]|\\\.|[A-Za-z0-9]{2})", re.ASCII
)
"""A pattern that begins with the letters that its secrets begin with."""
_BESIDE = ("(?:.|[", r"\s\S", r"[ \t")
"""What stands in patterns that look from a word to a value some way off."""
_ENTROPY = re.compile(r'entropy\(finding\["secret"\]\) <=? ([\d.]+)')
_CODE_ENDS = (r"""(?:\\?['"\x60]|[\s;]|\\[nr]|$)""", r"""(?:[\x60'"\s;]|\\[nr]|$)""")
"""What follows a value in code. In a sentence a stop or a comma may."""
_ENDS = r"(?![\w-])"
_ON = r"[\w+/=:-]*"
"""How a secret goes on to the end of its word, where a pattern knows only how it begins."""
_GROUP = re.compile(r"(?<!\\)\((?:\?P?<\w+>|(?!\?))")
_FOR_ALL = frozenset(["public", "client", "mobile", "project", "mail"])
"""Words in the names of keys that anybody may have."""


def taken(tables: Mapping[str, Any], ours: Sequence[str]) -> tuple[list[dict[str, Any]], Counter[str]]:
    """Return the rules that are of use beside those with the keywords of `ours`, and how many are of none."""
    rules, left_out = [], Counter[str]()
    for rule in tables["rules"]:
        if why := next(_needless(rule, ours), ""):
            left_out[why] += 1
        else:
            rules.append(_rule(rule))
    return rules, left_out


def _needless(rule: Mapping[str, Any], ours: Sequence[str]) -> Iterator[str]:
    """Yield what speaks against a rule."""
    regex, keywords = rule.get("regex", ""), rule.get("keywords", ())
    if not regex or not keywords or any(key in rule for key in ("path", "components", "valueGroup")):
        yield "looks beyond the words of a text, or in every text"
    if rule.get("skipReport") or rule.get("confidence", "high") != "high":
        yield "is not sure of a secret by itself"
    if not _BY_FORM.match(regex) or any(part in regex for part in _BESIDE):
        yield "knows a secret by the words beside it"
    if rule.get("filter") and not _ENTROPY.fullmatch(rule["filter"].strip()):
        yield "has exceptions in a language of its own"
    if not _FOR_ALL.isdisjoint(rule["id"].split("-")):
        yield "is of a key that is no secret"
    if all(_known(keyword.lower(), ours) for keyword in keywords):
        yield "is of an issuer that ours know"
    try:
        converted(_whole(regex))
    except Unconvertible:
        yield "cannot be written as a pattern of Python"


def _rule(rule: Mapping[str, Any]) -> dict[str, Any]:
    filtered = _ENTROPY.search(rule.get("filter", ""))
    return {
        "id": re.sub(r"\.\d+$", "", rule["id"]),
        "regex": _whole(rule["regex"]),
        "entropy": float(filtered[1] if filtered else rule.get("entropy", 0)),
        "keywords": [keyword.lower() for keyword in rule["keywords"]],
    }


def _known(keyword: str, ours: Sequence[str]) -> bool:
    return any(keyword.startswith(our) or our.startswith(keyword) for our in ours)


def _whole(regex: str) -> str:
    """Return a pattern that matches a secret from its first letter to its last, and nothing else.

    Where it asks for what ends a word in code, any end of a word will do; no group is the secret.
    """
    ends = next((end for end in _CODE_ENDS if regex.endswith(end)), "")
    if ends:
        regex = regex.removesuffix(ends) + _ENDS
    elif not regex.endswith((r"\b", r"\b)")):
        regex += _ON
    return _GROUP.sub("(?:", regex)


def written(title: str, version: str, licence: str, rules: Sequence[Mapping[str, Any]]) -> str:
    """Return a file of rules in the form of rules.toml, under the text of its licence."""
    head = [f"# {line}".rstrip() for line in licence.strip().splitlines()]
    name = licence.strip().partition("\n")[0].removesuffix(" License")
    head += ["", *(f"{key} = {json.dumps(value)}" for key, value in _named(title, version, name))]
    blocks = (
        f"[[rules]]\nid = {json.dumps(rule['id'])}\nregex = '''{rule['regex']}'''\n"
        f"entropy = {rule['entropy']}\nkeywords = {json.dumps(rule['keywords'])}\n"
        for rule in rules
    )
    return "\n".join(head) + "\n\n" + "\n".join(blocks)


def _named(title: str, version: str, licence: str) -> tuple[tuple[str, str], ...]:
    return ("title", title), ("version", version), ("licence", licence)


def main(arguments: Sequence[str]) -> int:
    """Write taken.toml. Returns the exit code."""
    path, version, licence = arguments
    tables = tomllib.loads(Path(path).read_text("utf-8"))
    ours = tomllib.loads(OURS.read_text("utf-8"))["rules"]
    rules, left_out = taken(tables, [keyword for rule in ours for keyword in rule["keywords"]])
    title = tables.get("title", Path(path).stem).removesuffix(" config")
    TAKEN.write_text(written(title, version, Path(licence).read_text("utf-8"), rules), "utf-8")
    print(f"took {len(rules)} of {len(tables['rules'])} rules of {title} {version}")
    for why, count in left_out.most_common():
        print(f"left out {count}: each {why}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
