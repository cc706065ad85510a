# Two commands do everything on a fresh machine: `make answer` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: answer test lint types contracts check openings money kraken bench clean

$(VENV)/ready: pyproject.toml
	$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 11), "Python 3.11 or newer is needed"'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --prefer-binary --only-binary :all: --editable '.[dev]'
	touch $@

answer: $(VENV)/ready
	$(BIN)/analyze good-guys --players 5

test: $(VENV)/ready
	$(BIN)/python -m pytest -n 2

lint: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/ready
	$(BIN)/mypy
	$(BIN)/mypy cli.py

contracts: $(VENV)/ready
	$(BIN)/lint-imports

check: lint types contracts test

openings: $(VENV)/ready
	$(BIN)/python -m analysis.shipping

money: $(VENV)/ready
	$(BIN)/python -m analysis.shipping money

kraken: $(VENV)/ready
	$(BIN)/python -m analysis.conventions
	$(BIN)/python -m analysis.continuation
	$(BIN)/python -m analysis.expansions
	$(BIN)/python -m analysis.lifted
	$(BIN)/python -m analysis.responder
	$(BIN)/python -m analysis.kraken_tables

bench: $(VENV)/ready
	$(BIN)/python -m pip install --quiet '.[bench]'
	$(BIN)/python -m benchmarks.answers
	$(BIN)/python -m benchmarks.play
	$(BIN)/python -m benchmarks.solver

clean:
	rm -rf $(VENV)
