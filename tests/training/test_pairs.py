"""The model of pairs is trained from pairs that people judged, the same bytes each time."""

import json
from pathlib import Path

import numpy as np
import pytest

from memtui.language.measures import NAMES
from memtui.language.relation import FILE, SAME_LABELLED, Model, Relation
from training import pairs
from training.pairs import CARD, Examples, gates_of, main, under_labels, weights_of
from training.pairs_boosting import Recipe
from training.pairs_data import Judged

THINGS = ["parser", "mailer", "importer", "exporter", "scheduler", "gateway", "indexer", "planner"]


def facts(folder: Path) -> Path:
    folder.mkdir()
    rows = []
    for n, thing in enumerate(THINGS * 3):
        known = [f"The {thing} listens on port {7000 + n}", f"The {thing} was written by team {n}"]
        extra = {
            "facts": known,
            "contradicting_fact": f"The {thing} now listens on port {8000 + n}",
            "supporting_fact_indices": [0],
        }
        rows.append(json.dumps({"agent_args": {"extra": extra}}))
    (folder / "facts.jsonl").write_text("\n".join(rows), encoding="utf-8")
    return folder


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "RECIPE", Recipe(rounds=12, depth=3, rate=0.4))


@pytest.fixture(autouse=True)
def few_facts(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path_factory.mktemp("data")
    for name in ("pairs.jsonl", "pairs_read.jsonl"):
        (folder / name).write_bytes((pairs.DATA / name).read_bytes())
    agents = (pairs.DATA / "pairs_agents.jsonl").read_text("utf-8").splitlines()[:20]
    (folder / "pairs_agents.jsonl").write_text("\n".join(agents), encoding="utf-8")
    told = [
        f'[[fact]]\nwho = ["the {a}", "the {b}"]\nwhat = ["80", "90"]' for a, b in (THINGS[:2], THINGS[2:4])
    ]
    ways = 'ways = ["{who} listens on port {what}", "port of {who}: {what}"]'
    (folder / "facts.toml").write_text("".join(f"{each}\n{ways}\n" for each in told), encoding="utf-8")
    monkeypatch.setattr(pairs, "DATA", folder)


@pytest.mark.long
def test_the_same_files_give_the_same_bytes(tmp_path: Path) -> None:
    told = facts(tmp_path / "facts")
    written = []
    for name in ("one", "other"):
        assert main(["--conflicts", str(told), "--into", str(tmp_path / name)]) == 0
        written.append([(tmp_path / name / each).read_bytes() for each in (FILE.name, CARD)])
    assert written[0] == written[1]


@pytest.mark.long
def test_what_it_learned_is_told_apart_in_statements_it_never_saw(tmp_path: Path) -> None:
    assert main(["--conflicts", str(facts(tmp_path / "facts")), "--into", str(tmp_path)]) == 0
    model = Model.from_bytes((tmp_path / FILE.name).read_bytes())
    changed = model.read("The renderer listens on port 9100", "The renderer now listens on port 9200")
    beside = model.read("The renderer was written by team 40", "The renderer now listens on port 9200")
    assert changed.overtaken > 0.5 > beside.overtaken


def test_a_gate_is_learned_from_those_pairs_only_that_are_chosen_for_it() -> None:
    plain = [Judged("one", "other", Relation.NOTHING, "sick", "sick 1")] * 100
    listed = [Judged("A: one", "B: other", Relation.SAME, "real", "owner/repo")] * 100
    figures = np.zeros((200, len(NAMES)))
    figures[100:, NAMES.index("labels")] = 1
    same = np.tile(np.round(np.linspace(0, 0.99, 100), 2), 2)
    wanted = np.where(np.arange(200) < 180, 0, 1)  # the surest twenty of a label are the same
    examples = Examples([*plain, *listed], figures, wanted, np.ones(200), np.zeros(200, np.int64), {})
    likely = np.stack([1 - same, same, np.zeros(200)])
    gates = gates_of(examples, likely, np.ones(200, np.bool_))
    assert gates[Relation.SAME] == 0.94  # six of a hundred pass
    assert gates[SAME_LABELLED] == 0.77  # twenty of twenty-three are right
    assert gates_of(examples, likely, same < 0.5)[Relation.SAME] == 0.47


def test_a_file_that_is_broken_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "facts.jsonl").write_text('{"agent_args": 3}', encoding="utf-8")
    assert main(["--conflicts", str(tmp_path), "--into", str(tmp_path)]) == 1
    assert "can't be read" in capsys.readouterr().err
    assert not (tmp_path / FILE.name).exists()


def test_what_speaks_for_the_same_under_a_label_is_learned_from_real_stores_alone() -> None:
    inside, apart = ("Run: pytest before a push", "Tests: pytest before a push"), ("Run: ruff", "Tests: mypy")
    pairs = [
        Judged(*words, relation, source, "owner/repo")
        for words, relation in ((inside, Relation.SAME), (apart, Relation.NOTHING))
        for source in ("real", "sick")
        for _ in range(20)
    ]
    figures = np.zeros((80, len(NAMES)))
    figures[:, NAMES.index("labels")] = 1
    wanted = np.repeat([1, 0], 40)
    examples = Examples(pairs, figures, wanted, np.ones(80), np.zeros(80, np.int64), {})
    likely = np.tile([[0.5], [0.5], [0.0]], 80)
    everyone = np.ones(80, np.bool_)
    weights = weights_of(examples, likely, everyone)
    decided = under_labels(examples, likely, weights, everyone)
    assert decided[1, :40].min() > 0.7 > 0.3 > decided[1, 40:].max()
    none_real = weights_of(examples, likely, examples.sources == "sick")
    assert under_labels(examples, likely, none_real, everyone)[1] == pytest.approx(likely[1])
