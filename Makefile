# Everything runs in .venv, which `make setup` fills from requirements.lock; PYTHON=... chooses the interpreter, 3.11 or newer.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help setup demo test test-all lint schemas bench lock clean

VENV := .venv
BIN := $(VENV)/bin
PYTHONS := $(or $(PYTHON),python3.11 python3.12 python3.13 python3 python)

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/installed ## make .venv with the command and all that the tests import

demo: setup ## an evening at the tables, then the books and their proof
	@$(BIN)/pataca demo

test: lint ## lint, then all tests but those that take minutes
	@$(BIN)/pytest -n 2

test-all: lint ## the same with the tests that take minutes, and more examples
	@HYPOTHESIS_PROFILE=thorough $(BIN)/pytest -n 2
	@HYPOTHESIS_PROFILE=thorough $(BIN)/pytest -m on_demand

lint: setup ## style, types, and the arrows between the folders
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

schemas: setup ## docs/schemas anew from the classes of the events
	@$(BIN)/pataca schema events --out docs/schemas
	@$(BIN)/pataca schema asyncapi > docs/schemas/asyncapi.json

bench: $(VENV)/installed-bench ## ours beside others, into bench-results.json; ONLY=name runs one
	@$(BIN)/python -m tests.bench $(ONLY)

clean: ## remove .venv, the jars of Kafka, beancount, and what the tools left
	rm -rf $(VENV) .kafka .tools bench-results.json .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# uv installs where it is at hand, else pip, which every Python brings along.
INSTALL = $$(command -v uv >/dev/null && echo "uv pip install --quiet --python $(BIN)/python" || echo "$(BIN)/pip install --quiet --no-compile")

$(VENV)/installed: requirements.lock pyproject.toml
	@for python in $(PYTHONS); do \
	  if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found="$$python"; break; fi; \
	done; \
	if [ -z "$${found-}" ]; then echo "make setup: none of $(PYTHONS) is a Python 3.11 or newer; name one with PYTHON=..." >&2; exit 1; fi; \
	echo "setup: $(VENV) with $$("$$found" --version), a minute the first time" >&2; \
	"$$found" -m venv $(VENV)
	@$(INSTALL) --require-hashes -r requirements.lock
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/installed-bench: $(VENV)/installed requirements-bench.lock
	@$(INSTALL) --require-hashes -r requirements-bench.lock
	@touch $@

lock: ## pin anew what pyproject.toml asks for; takes uv
	@$(COMPILE) --extra postgres --extra kafka --extra reports --extra parquet --group build --group test --group lint pyproject.toml --output-file requirements.lock
	@$(COMPILE) --group bench --constraints requirements.lock --output-file requirements-bench.lock
	@$(COMPILE) --group tools --output-file requirements-tools.lock

# One lock for every Python from 3.11 on, with hashes and without addresses.
COMPILE = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
  --custom-compile-command "make lock"
