# Croupier. `make run` plays, `make test` checks everything; each builds what it needs first.
SHELL := /bin/bash
# The first Python on the path that runs and is new enough.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
  $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
GAME ?= crown-caribbean-stud
SAMPLE ?= 40

.DEFAULT_GOAL := help
.PHONY: help run test check test-slow mutants golden docs bench clean

help:                ## this list
	@grep -hE '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/\t/' | expand -t 14

# Debian splits venv from Python: where it is missing, the same command installs it.
$(READY): pyproject.toml constraints.txt Makefile
	@test -n "$(PYTHON)" || { echo "Croupier needs Python 3.11 or newer." >&2; exit 1; }
	@echo "preparing $(VENV) ..."
	@$(PYTHON) -m venv $(VENV) 2>/dev/null \
	  || { apt-get update -qq && apt-get install -y -qq python3-venv && $(PYTHON) -m venv $(VENV); }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

run: $(READY)        ## play a round in the terminal (GAME=crown-caribbean-stud)
	@$(BIN)/croupier play $(GAME)

test: check          ## lint, types, layers, then every test
	$(BIN)/pytest -n auto -m "not slow"

check: $(READY)      ## lint, formatting, types and layers only
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test-slow: $(READY)  ## the long exact checks
	$(BIN)/pytest -n auto -m slow

mutants: $(READY)    ## change code and data one thing at a time: is it noticed? (SAMPLE=40 of each module, 0 is all)
	PYTHONPATH=tests $(BIN)/python -m mutation --sample $(SAMPLE) --jobs 2 --write

golden: $(READY)     ## write the stored playthroughs and citations anew; read the difference before you keep it
	UPDATE_GOLDEN=1 $(BIN)/pytest -q tests/golden tests/money tests/moments

docs: $(READY)       ## write docs/games.md anew: the house games side by side
	$(BIN)/croupier compare --markdown > docs/games.md

bench: $(READY)      ## measure; results belong in docs/benchmarks.md
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,bench]'
	$(BIN)/python -m benchmarks

clean:               ## remove the virtual environment and caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis build dist
