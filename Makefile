# Everything a newcomer needs: `make run` and `make test`. Each target sets up what it lacks.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: help setup run check test lint bench pins clean

help:
	@echo "make run    start Ttori (no account, no key: in a local Slack workspace in the browser)"
	@echo "make test   linters, types, import rules and every test, a browser's too"
	@echo "make setup  only make the environment ($(VENV), with the ttori command in it)"
	@echo "make check  look at tokens, scopes, model, database and index"
	@echo "make bench  measure speed and memory, as a table"

setup: $(VENV)/.ready-run

run: setup
	@$(BIN)/ttori run

check: setup
	@$(BIN)/ttori check

test: $(VENV)/.ready-test lint
	@$(BIN)/python -m tests.end_to_end.browser
	$(BIN)/pytest -n logical --maxprocesses 4 --dist worksteal

lint: $(VENV)/.ready-test
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

bench: $(VENV)/.ready-test
	@$(BIN)/python -m tests.bench

# The newest versions that pyproject.toml allows, pinned anew.
pins:
	rm -rf build/pins && $(PYTHON) -m venv build/pins
	build/pins/bin/python -m pip install --quiet --disable-pip-version-check -e '.[test]'
	{ head -n 2 requirements.txt; build/pins/bin/python -m pip freeze --exclude-editable; } > build/requirements.txt
	mv build/requirements.txt requirements.txt && rm -rf build/pins

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Ttori needs Python 3.11 or newer. Name one: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
	  echo "Python could not make a virtual environment. On Debian or Ubuntu: apt install python3-venv"; exit 1; }

$(VENV)/.ready-run: pyproject.toml requirements.txt | $(BIN)/python
	@echo "Installing Ttori's packages (a minute or two, once) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements.txt -e .
	@$(BIN)/python -m compileall -q bot memory  # pip compiles the packages; so the first start is as fast
	@touch $@

$(VENV)/.ready-test: $(VENV)/.ready-run
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements.txt -e '.[test]'
	@touch $@
