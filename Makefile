# Croupier. `make run` opens a casino, `make test` checks everything; each builds what it needs first.
SHELL := /bin/bash
# Where Python may not keep what it compiled, every process of every test compiles all of it again.
unexport PYTHONDONTWRITEBYTECODE
# The first Python on the path that runs and is new enough.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
  $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEBIAN := $(VENV)/.debian
GAME ?= crown-caribbean-stud
SAMPLE ?= 40
PORT ?= 8000
HOUSE ?= .house/house.db
SEEDS ?= 2000
TIMES ?= 100

.DEFAULT_GOAL := help
.PHONY: help run play test check lint test-slow mutants simulate kill pictures screenshots golden docs site bench clean

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

# Some tests need a browser and a database server as well. Without them, those tests say so and are skipped.
$(DEBIAN): $(READY)
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  { command -v chromium-headless-shell && ls /usr/lib/postgresql/*/bin/initdb; } >/dev/null 2>&1 \
	  || { echo "installing a browser and a database server ..."; apt-get update -qq \
	  && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium-headless-shell postgresql >/dev/null; } \
	  || { command -v chromium && ls /usr/lib/postgresql/*/bin/initdb; } >/dev/null; fi
	@touch $@

run: $(READY)        ## start a demo casino with bots, jackpots, a tournament and one test account per role (PORT=8000; FRESH=1 starts over)
	@if [ -n "$(FRESH)" ]; then rm -rf $(dir $(HOUSE)); fi
	@mkdir -p $(dir $(HOUSE))
	@$(BIN)/croupier serve --demo --database $(HOUSE) --port $(PORT) --quiet

play: $(READY)       ## play a round in the terminal (GAME=crown-caribbean-stud)
	@$(BIN)/croupier play $(GAME)

# Types are checked while the tests run, in the time that these wait; what is wrong with them is said at the end.
test: lint $(DEBIAN)  ## lint and layers, then types and every test side by side
	@nice $(BIN)/mypy > $(VENV)/types.txt 2>&1 & types=$$!; \
	$(BIN)/pytest -n auto --dist worksteal -m "not slow"; tests=$$?; \
	wait $$types; types=$$?; cat $(VENV)/types.txt; exit $$((tests || types))

check: lint          ## lint, formatting, layers and types only
	$(BIN)/mypy

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

test-slow: $(DEBIAN)  ## the long exact checks, and random tests with all their examples
	HYPOTHESIS_PROFILE=full $(BIN)/pytest -n auto --dist worksteal -m "slow or hypothesis"

mutants: $(READY)    ## change code and data one thing at a time and see whether a test notices (SAMPLE=40 per module, 0 for all)
	HYPOTHESIS_PROFILE=full PYTHONPATH=tests $(BIN)/python -m mutation --sample $(SAMPLE) --jobs 2 --write

simulate: $(READY)   ## simulate a whole casino with faults, once per seed (SEEDS=2000)
	PYTHONPATH=tests $(BIN)/python -m simulation --seeds $(SEEDS) --jobs 2

kill: $(DEBIAN)      ## kill servers at random under load, on both stores, several at once on PostgreSQL (TIMES=100)
	PYTHONPATH=tests $(BIN)/python -m kill --store sqlite --times $(TIMES)
	PYTHONPATH=tests $(BIN)/python -m kill --store postgres --times $(TIMES)
	PYTHONPATH=tests $(BIN)/python -m kill --store postgres --times $(TIMES) --stop --processes 4

pictures: $(DEBIAN)     ## take the pictures of the documentation again, into docs/pictures
	PYTHONPATH=tests $(BIN)/python -m browser.screenshots --docs

screenshots: $(DEBIAN)  ## every page and state, at two widths, light and dark, into .screenshots
	PYTHONPATH=tests $(BIN)/python -m browser.screenshots --to .screenshots

golden: $(READY)     ## update the stored playthroughs and citations; read the difference before you commit it
	UPDATE_GOLDEN=1 $(BIN)/pytest -q tests/golden tests/money tests/moments tests/tournaments/test_playthroughs.py

docs: $(READY)       ## update docs/games.md and the reference pages from the program
	$(BIN)/croupier compare --markdown > docs/games.md
	$(BIN)/python tools/reference.py docs/reference

site: $(READY)       ## build the documentation site in build/site
	$(BIN)/croupier docs --to build/site

bench: $(READY)      ## run the benchmarks; results belong in docs/benchmarks.md
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,bench]'
	$(BIN)/python -m benchmarks

clean:               ## remove the virtual environment and caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis build dist
