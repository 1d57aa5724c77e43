# Everything is installed into .venv, once: a stamp there records what is done. PYTHON=… picks the interpreter.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WHEEL := build/wheel
PIP_INSTALL := -m pip install -qq --disable-pip-version-check
COMPILE := $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command 'make lock' pyproject.toml

.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help play test test-unit test-terminal wheel-test check format stress golden bench lock clean

help:  ## say what there is to make
	@awk -F ':.*  ## ' '/^[a-z-]+:.*  ## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

play: $(VENV)/.play  ## play in the terminal
	@$(BIN)/prikup

test: test-unit wheel-test test-terminal  ## every test

test-unit: $(VENV)/.dev  ## the tests that need no terminal
	@$(BIN)/pytest -n 2 --ignore=tests/terminal

test-terminal: $(VENV)/.dev  ## the tests that play in a terminal
	@$(BIN)/pytest tests/terminal

wheel-test: $(VENV)/.dev  ## build the wheel, install it elsewhere, ask it for the rules of a game
	@rm -rf $(WHEEL)
	@$(BIN)/python -m build --no-isolation --outdir $(WHEEL)
	@$(BIN)/python -m venv $(WHEEL)/venv
	@$(WHEEL)/venv/bin/python $(PIP_INSTALL) --require-hashes -r requirements/play.txt
	@$(WHEEL)/venv/bin/python $(PIP_INSTALL) --no-index "$$(echo $(WHEEL)/*.whl)[play]"
	@diff -r -x __pycache__ src/prikup $(WHEEL)/venv/lib/python3*/site-packages/prikup
	@$(WHEEL)/venv/bin/prikup rules paston --plain >$(WHEEL)/rules.txt
	@test -s $(WHEEL)/rules.txt
	@echo 'The wheel is whole and tells the rules'

check: $(VENV)/.dev  ## format, lint and types
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/ruff check --quiet
	@$(BIN)/mypy

format: $(VENV)/.dev  ## format the code and mend what can be mended
	@$(BIN)/ruff check --fix-only --quiet
	@$(BIN)/ruff format

stress: $(VENV)/.dev  ## play 300,000 random deals of each game
	@$(BIN)/python tests/stress.py --deals 300000

golden: $(VENV)/.dev  ## write the golden files anew (and logs that are missing): read their diff
	@$(BIN)/pytest tests/test_golden.py tests/test_perft.py tests/test_logfile.py --regenerate-golden

bench: $(VENV)/.bench  ## measure the engine beside others
	@$(BIN)/python bench/engine.py

lock: $(VENV)/.dev  ## bring requirements/ up to date with pyproject.toml and with what has been published
	$(COMPILE) --extra play --group build --output-file requirements/play.txt
	$(COMPILE) --extra play --group dev --constraints requirements/play.txt --output-file requirements/dev.txt
	$(COMPILE) --extra bench --constraints requirements/dev.txt --output-file requirements/bench.txt

clean:  ## remove all that was made
	@rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find src tests bench -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("prikup needs Python 3.11 or newer: make PYTHON=python3.11 …")'
	@echo 'Making $(VENV)'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.play: requirements/play.txt pyproject.toml | $(VENV)/pyvenv.cfg
	@echo 'Installing prikup'
	@$(BIN)/python $(PIP_INSTALL) --require-hashes -r requirements/play.txt
	@$(BIN)/python $(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev $(VENV)/.bench: $(VENV)/.%: requirements/%.txt $(VENV)/.play
	@echo 'Installing requirements/$*.txt'
	@$(BIN)/python $(PIP_INSTALL) --require-hashes -r $<
	@touch $@
