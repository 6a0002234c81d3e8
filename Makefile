# Every target builds .venv first when it is missing or older than what it is made from.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test test-all check bench attack screenshots docs clean

.venv/ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "memtui needs Python 3.11 or newer; try: make PYTHON=python3.12 demo" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Setting up .venv (about a minute, once)" >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@$(BIN)/python -m compileall -q memtui
	@touch $@

demo: .venv/ready
	@$(BIN)/memtui demo

# The tests start hundreds of processes; compiled once, each of them starts in half the time.
test test-all: export PYTHONDONTWRITEBYTECODE :=

test: .venv/ready
	@$(BIN)/python -m pytest -n auto --dist worksteal

test-all: .venv/ready
	@MEMTUI_TESTS=all $(BIN)/python -m pytest -n auto --dist worksteal -m ""

check: .venv/ready
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

bench: .venv/ready
	@$(BIN)/python -m benchmarks.million
	@$(BIN)/python -m benchmarks.quality
	@$(BIN)/python -m benchmarks.learned
	@$(BIN)/python -m benchmarks.grounding
	@$(BIN)/python -m benchmarks.pairs
	@$(BIN)/python -m benchmarks.review_pairs
	@$(BIN)/python -m benchmarks.long_texts
	@$(BIN)/python -m benchmarks.long_minutes
	@$(BIN)/python -m benchmarks.one_text
	@$(BIN)/python -m benchmarks.review_history
	@$(BIN)/python -m benchmarks.removals
	@$(BIN)/python -m benchmarks.owner
	@$(BIN)/python -m benchmarks.judging
	@$(BIN)/python -m benchmarks.review
	@$(BIN)/python -m benchmarks.write_back
	@$(BIN)/python -m benchmarks.edits
	@$(BIN)/python -m benchmarks.kills --count 200
	@$(BIN)/python -m benchmarks.gated_kills --count 100
	@$(BIN)/python -m benchmarks.sync
	@$(BIN)/python -m benchmarks.sync_speed
	@$(BIN)/python -m benchmarks.sync_year --days 60
	@$(BIN)/python -m benchmarks.transcripts
	@$(BIN)/python -m benchmarks.recall
	@$(BIN)/python -m benchmarks.hooks
	@$(BIN)/python -m benchmarks.mcp
	@$(BIN)/python -m benchmarks.simulation
	@$(BIN)/python -m benchmarks.secrets
	@$(BIN)/python -m benchmarks.poison

attack: .venv/ready
	@$(BIN)/python -m benchmarks.attack $(ATTACK)

screenshots: .venv/ready
	@$(BIN)/python -m screenshots.make
	@$(BIN)/python -m screenshots.record
	@$(BIN)/python -m screenshots.record_init

docs: .venv/ready
	@$(BIN)/python -m docs.generate

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
