# What people type:
#   make play       sit down at a table with bots, in the browser
#   make test       everything that must hold, minutes
#   make test-slow  the exhaustive counts as well
#   make test-nightly  the long versions, hours: kills, power cuts, whole tables, shuffles, load, an hour's soak
#   make lint       style, types and layers alone
#   make types      the types of the page's scripts, by TypeScript, which needs Node and npm
#   make bench      the speeds, as ratios to the peers that are installed
#   make charts     docs/charts, every starting hand of three games
#   make screenshots  the pictures of the page for docs and tests, with a browser
#   make pins       renew requirements/*.txt (UPGRADE=--upgrade takes the newest)
#   make clean      remove what was built
#
# PYTHON names the interpreter, ARGS goes to `wildrank serve` or to pytest, JOBS is for pytest.

PYTHON ?= python3
JOBS ?= 3
ARGS ?=

BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
UV := uv==0.13.9
TYPESCRIPT := typescript@7.0.2

NO_PYTHON := There is no $(PYTHON) here. Wildrank needs Python 3.11 or newer.
OLD_PYTHON := Wildrank needs Python 3.11 or newer, and $(PYTHON) is older: make play PYTHON=python3.12
NO_VENV := This Python has no venv. On Debian or Ubuntu: sudo apt install python3-venv

# The tests of the kernels, which also run as plain Python.
TWINS := $(addprefix tests/hands/test_,tables.py kernels.py batch.py single.py)

# What has long versions, and what wants the machine for itself.
NIGHTLY := tests/fair tests/referee/test_filter.py tests/table tests/web tests/simulation tests/browser
ALONE := tests/web/test_load.py

# What values and odds need and a table does not, left out of requirements/run.txt.
COMPILED := joblib numba numpy

.PHONY: play test test-slow test-nightly lint types bench charts screenshots pins clean
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

play: .venv/run.stamp
	@$(BIN)/wildrank serve --open $(ARGS)

test: lint
	@echo "Checking the kernels without their compiler"
	@NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q $(TWINS)
	@$(if $(ARGS),,$(BIN)/python -m pytest -q $(ALONE))
	@$(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(or $(ARGS),--ignore $(ALONE))

test-slow: lint
	@$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "slow or not slow" $(or $(ARGS),--ignore $(ALONE))

test-nightly: lint
	@$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m slow $(NIGHTLY) --ignore $(ALONE) $(ARGS)
	@$(BIN)/python -m pytest -m slow $(ALONE) $(ARGS)

lint: .venv/test.stamp
	@echo "Checking style, types and layers"
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo --cache-dir .venv/import-linter

types:
	@command -v npx >/dev/null || { echo "TypeScript needs Node and npm, and there is no npx here." >&2; exit 1; }
	@echo "Checking the types of the page"
	@npx --yes --package $(TYPESCRIPT) -- tsc -p jsconfig.json

bench: .venv/test.stamp
	@$(BIN)/wildrank bench --write
	@for file in bench/[a-z]*.py; do $(BIN)/python "$$file" $(ARGS) || exit 1; done

charts: .venv/test.stamp
	@for game in holdem holdem-hilo reach-around; do $(BIN)/wildrank chart $$game $(ARGS) || exit 1; done

screenshots: .venv/test.stamp
	@PYTHONPATH=tests $(BIN)/python -m browser.screenshots

# A stamp and not the folder is the target: a failed `python3 -m venv` leaves a folder behind.
.venv/made.stamp:
	@command -v "$(PYTHON)" >/dev/null || { echo "$(NO_PYTHON)" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo "$(OLD_PYTHON)" >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { echo "$(NO_VENV)" >&2; exit 1; }
	@echo "Making .venv"
	@"$(PYTHON)" -m venv --clear .venv
	@touch $@

# Hatchling is among the pins, so that building our own package fetches nothing unpinned.
.venv/run.stamp: .venv/made.stamp requirements/run.txt pyproject.toml
	@echo "Installing what a table needs"
	@$(PIP) install --require-hashes -r requirements/run.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

.venv/test.stamp: .venv/made.stamp requirements/test.txt pyproject.toml
	@echo "Installing what the tests need"
	@$(PIP) install --require-hashes -r requirements/test.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@ .venv/run.stamp

COMPILE = .pins/bin/uv --quiet pip compile --universal --python-version 3.11 --generate-hashes \
    --no-annotate --no-emit-index-url --custom-compile-command "make pins" $(UPGRADE)

WITHOUT = import re, sys, tomllib; \
    needs = tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"]; \
    print(*(need for need in needs if re.match("[\w-]+", need)[0] not in sys.argv), sep="\n")

pins:
	@"$(PYTHON)" -m venv --clear .pins
	@.pins/bin/python -m pip --quiet --disable-pip-version-check install $(UV)
	@"$(PYTHON)" -c '$(WITHOUT)' $(COMPILED) >.pins/run.in
	@$(COMPILE) .pins/run.in --group build --output-file requirements/run.txt
	@$(COMPILE) pyproject.toml --extra charts --group build --group test \
	    --constraint requirements/run.txt --output-file requirements/test.txt
	@rm -rf .pins

clean:
	@rm -rf .venv .pins .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist
	@find src tests bench -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true
