"""Makes rules.json, which the program reads: `python -m memtui.secrets.refresh [GITLEAKS.TOML …]`.

It combines rules.toml and taken.toml beside this file with the rules of the named files, which come after
ours. Rules that cannot be used are counted and named.
"""

import json
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memtui.secrets.converting import Unconvertible, converted

HERE = Path(__file__).parent
OURS = HERE / "rules.toml"
TAKEN = HERE / "taken.toml"
MADE = HERE / "rules.json"


@dataclass(slots=True)
class Refreshed:
    """What came of the rule files."""

    data: dict[str, Any]
    """What rules.json holds."""
    left_out: list[tuple[str, str]] = field(default_factory=list)
    """The id of each rule that cannot be used, and why."""


def refreshed(paths: Sequence[Path]) -> Refreshed:
    """Return the rules of files in gitleaks' form. Raises OSError and tomllib.TOMLDecodeError."""
    made = Refreshed({"made_from": [], "words": {}, "stopwords": [], "allowed": [], "rules": []})
    known: set[str] = set()
    for path in paths:
        tables = tomllib.loads(path.read_text("utf-8"))
        before = len(known)
        for rule in tables.get("rules", []):
            if rule["id"] not in known and (usable := _tried(rule, made)):
                known.add(rule["id"])
                made.data["rules"].append(usable)
        made.data["words"] |= tables.get("words", {})
        allowed = _allowed(tables, str(path), made)
        made.data["allowed"] += allowed["allowed"]
        made.data["stopwords"] += allowed["stopwords"]
        made.data["made_from"].append(
            {
                "title": tables.get("title", path.name),
                "version": tables.get("version", "not said"),
                "licence": tables.get("licence", "not said"),
                "rules": len(known) - before,
            }
        )
    return made


def _tried(rule: Mapping[str, Any], made: Refreshed) -> dict[str, Any] | None:
    try:
        return _rule(rule, made)
    except Unconvertible as error:
        made.left_out.append((rule["id"], str(error)))
        return None


def _rule(rule: Mapping[str, Any], made: Refreshed) -> dict[str, Any]:
    if "regex" not in rule:
        raise Unconvertible("it is about the names of files")
    if "path" in rule:
        raise Unconvertible("it is for files of one name only")
    if not rule.get("keywords"):
        raise Unconvertible("it has no keyword, and each text would be searched")
    usable = {
        "id": rule["id"],
        "kind": _kind(rule),
        "regex": converted(rule["regex"]),
        "keywords": [keyword.lower() for keyword in rule["keywords"]],
        "entropy": float(rule.get("entropy", 0)),
        "group": rule.get("secretGroup", 0),
    }
    return usable | {key: value for key, value in _allowed(rule, rule["id"], made).items() if value}


def _kind(rule: Mapping[str, Any]) -> str:
    """Return what a person is told: a short description, or the words of the id."""
    described = str(rule.get("description", ""))
    return described if 0 < len(described) <= 30 else rule["id"].replace("-", " ")


def _allowed(tables: Mapping[str, Any], name: str, made: Refreshed) -> dict[str, list[Any]]:
    """Return what a rule, or a file for all its rules, says is no secret: patterns, and words in it."""
    lists = [tables[key] for key in ("allowlist",) if key in tables] + list(tables.get("allowlists", []))
    patterns: list[dict[str, str]] = []
    stopwords: list[str] = []
    for each in lists:
        if each.get("condition", "OR").upper() == "AND" and ("paths" in each or "commits" in each):
            continue
        stopwords += [word.lower() for word in each.get("stopwords", [])]
        for pattern in each.get("regexes", []):
            try:
                patterns.append({"regex": converted(pattern), "of": each.get("regexTarget", "secret")})
            except Unconvertible as error:
                made.left_out.append((f"{name}, an exception", str(error)))
    return {"allowed": patterns, "stopwords": stopwords}


def written(made: Refreshed) -> str:
    """Return rules.json: a rule a line, so that a change of one is a change of one line."""
    rest = {key: value for key, value in made.data.items() if key != "rules"}
    head = json.dumps(rest, ensure_ascii=False, indent=1)[:-2]
    rules = ",\n".join(json.dumps(rule, ensure_ascii=False) for rule in made.data["rules"])
    return f'{head},\n "rules": [\n{rules}\n]}}\n'


def main(arguments: Sequence[str]) -> int:
    """Write rules.json, and say what it is made of. Returns the exit code."""
    made = refreshed([OURS, TAKEN, *map(Path, arguments)])
    MADE.write_text(written(made), "utf-8")
    for source in made.data["made_from"]:
        print("{rules} rules of {title}, version {version}, licence {licence}".format_map(source))
    for name, why in made.left_out:
        print(f"left out: {name} ({why})")
    if made.left_out:
        print(f"{len(made.left_out)} left out")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
