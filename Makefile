# Every command sets up what it needs. `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
export DAGSTER_DISABLE_TELEMETRY := 1
export LANCEDB_LOG := error

.PHONY: help run ui ui-test test eval bench torture lint fix lock clean

help: ## Show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		(echo "factledger needs Python 3.11 or later; name one with: make PYTHON=/path/to/python3.11 ..." && exit 2)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $(READY)

# Exit code 1 means: done, and some input was quarantined. The sample corpus has broken files on purpose.
run: $(READY) ## Set up, run the job on the sample corpus, show what the ledger learned
	@$(BIN)/factledger run; code=$$?; test $$code -le 1

ui: $(READY) ## Serve the Dagster UI on http://127.0.0.1:3000
	DAGSTER_HOME=$(CURDIR) $(BIN)/dagster instance concurrency set model 2
	DAGSTER_HOME=$(CURDIR) $(BIN)/dagster instance concurrency set ledger_commit 1
	$(BIN)/dagster dev --workspace workspace.yaml --host 127.0.0.1 --port 3000

test: $(READY) ## Set up, check style and types, run the tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/dagster definitions validate --workspace workspace.yaml
	$(BIN)/python -m pytest -m "not torture and not ui and not live" -n 2 --dist loadfile

ui-test: $(READY) ## Drive the web UI in a headless Chromium (of the system, or FACTLEDGER_CHROMIUM)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-ui.lock
	$(BIN)/python -m pytest -m ui tests/ui

eval: $(READY) ## Measure everything on the gold sets; the report lands in eval/
	$(BIN)/factledger eval

bench: $(READY) ## Time extraction against a slow model on loopback
	$(BIN)/python tests/bench/extraction.py

torture: $(READY) ## Kill, shuffle and scale: the slow tests
	$(BIN)/python -m pytest -m torture

lint: $(READY) ## Check style, types and import rules
	$(BIN)/ruff check .
	$(BIN)/mypy

fix: $(READY) ## Format, and repair what ruff can
	$(BIN)/ruff check --fix . ; $(BIN)/ruff format .

lock: ## Write the lock files anew from pyproject.toml
	$(PYTHON) -m venv $(VENV)/lock && $(VENV)/lock/bin/pip install --quiet uv
	$(VENV)/lock/bin/uv pip compile --quiet --extra dev --python-version 3.11 --universal --generate-hashes \
		--no-strip-extras --no-emit-index-url --no-annotate --no-header pyproject.toml -o requirements.lock
	$(VENV)/lock/bin/uv pip compile --quiet --extra parse --python-version 3.11 --universal --generate-hashes \
		--no-strip-extras --no-emit-index-url --no-annotate --no-header -c requirements.lock pyproject.toml \
		-o requirements-parse.lock
	$(VENV)/lock/bin/uv pip compile --quiet --extra ui --python-version 3.11 --universal --generate-hashes \
		--no-strip-extras --no-emit-index-url --no-annotate --no-header -c requirements.lock pyproject.toml \
		-o requirements-ui.lock

clean: ## Remove the sample lake and the run history
	rm -rf data/lake data/dagster
