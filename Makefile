# `make run` needs Python 3.11 or later and make; `make cluster` and `make test` also Debian's packages.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# As in the Dockerfile.
PIP := 26.3
PIP_INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --require-hashes

# What the site is run on in earnest, and what the tests want beside it: from Debian.
CLUSTER_PACKAGES := postgresql redis-server nginx
TEST_PACKAGES := $(CLUSTER_PACKAGES) chromium-headless-shell faketime
# Safari's engine with a screen for it, and Firefox.
BROWSER_PACKAGES := webkit2gtk-driver xvfb firefox-esr
# Two pytest processes per core of two: a test of a browser or a server waits half of its time.
PYTEST_FLAGS ?= -n 4 --dist loadgroup --no-loadscope-reorder
QUICK := not browser and not slow and not browsers and not cluster and not soak
ON_BOTH_DATABASES := not browser and not browsers and not cluster and not soak

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev packages run cluster check test test-browsers test-cluster lint format bench load bot-tables reconnect \
	soak mutants lock audit keep-games fuzz-tool

help:
	@echo "make run     the site at http://127.0.0.1:8000/ (PORT=... for another port)"
	@echo "make cluster the same on PostgreSQL, Redis, many processes and nginx, at port 8080"
	@echo "make check   the quick tests: no browser, no server, one database"
	@echo "make test    every test but those of the next two and soak"
	@echo "make test-browsers  a first game in Safari's engine and in Firefox"
	@echo "make test-cluster   many processes, a proxy, and faults of all kinds"
	@echo "make soak    the tests that run for long"
	@echo "make mutants whether the tests see each of some 40 faults that are planted for them"
	@echo "make lint    style and types     make bench   speed, in two minutes"
	@echo "make format  let ruff tidy up    make lock    choose new versions of libraries"
	@echo "make audit   whether a hole is known in the libraries of the locks"
	@echo "make load    100 tables for ten minutes, LOAD=\"--on one\" on one process"
	@echo "make bot-tables  moves of people beside 60 tables of bots, and without these bots"
	@echo "make reconnect   500 pages that come back at once, RECONNECT=\"--on cluster\" on many"
	@echo "make keep-games   at a release: finished games for the tests"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or later is needed: make PYTHON=/path/to/python3 ..."; exit 1; }
	@echo "Making the Python environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check 'pip==$(PIP)'

$(VENV)/runtime.stamp: requirements.lock | $(BIN)/python
	@echo "Installing libraries ..."
	@$(PIP_INSTALL) -r requirements.lock
	@touch $@

$(VENV)/dev.stamp: requirements.lock requirements-dev.lock | $(BIN)/python
	@echo "Installing libraries and test tools ..."
	@$(PIP_INSTALL) -r requirements-dev.lock
	@touch $(VENV)/runtime.stamp $@

# Folders are among the prerequisites, so that a file taken away counts as a change too.
var/static.stamp: $(VENV)/runtime.stamp $(shell find static templates -not -name '.*') \
		literature_site/settings.py literature_site/static_files.py
	@echo "Collecting static files ..."
	@$(BIN)/python manage.py collectstatic --noinput --clear --verbosity 0
	@$(BIN)/python manage.py proxy_pages
	@touch $@

setup: $(VENV)/runtime.stamp var/static.stamp

setup-dev: $(VENV)/dev.stamp

packages:
	@.ci/packages $(TEST_PACKAGES)

run: setup
	@exec $(BIN)/python manage.py serve --migrate

cluster: setup
	@.ci/packages $(CLUSTER_PACKAGES)
	@exec $(BIN)/python -m cluster

check: setup-dev
	@$(BIN)/python -m pytest $(PYTEST_FLAGS) -q -m "$(QUICK)"

# What a database can change is run twice: on SQLite, then on PostgreSQL and Redis.
test: setup-dev var/static.stamp packages
	@$(BIN)/python -m pytest $(PYTEST_FLAGS)
	@$(BIN)/python -m tests.on_postgres $(PYTEST_FLAGS) -m "$(ON_BOTH_DATABASES)"

test-browsers: setup-dev
	@.ci/packages $(BROWSER_PACKAGES)
	@$(BIN)/python -m pytest $(PYTEST_FLAGS) -m browsers tests/browsers

test-cluster: setup-dev var/static.stamp packages
	@$(BIN)/python -m pytest $(PYTEST_FLAGS) -m "cluster and not soak"

soak: setup-dev var/static.stamp packages fuzz-tool
	@$(BIN)/python -m pytest -m soak --timeout 0
	@HYPOTHESIS_PROFILE=thorough $(BIN)/python -m pytest -m "not soak" --timeout 0 tests/game/rules tests/bots/ai

# What was seen before is not tried again: MUTANTS=--again does, or the names of some faults.
mutants: setup-dev var/static.stamp packages
	@$(BIN)/python -m tests.mutants $(MUTANTS)

lint: setup-dev
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy --no-error-summary

format: setup-dev
	@$(BIN)/ruff check --quiet --fix . ; $(BIN)/ruff format --quiet .

bench: setup setup-dev
	@.ci/packages $(TEST_PACKAGES)
	@$(BIN)/python -m benchmarks.apply_speed
	@$(BIN)/python -m benchmarks.replay
	@$(BIN)/python -m benchmarks.main_thread
	@$(BIN)/python -m benchmarks.load --tables 20 --seconds 40 --round 10 $(LOAD)

# Ten minutes of the site, and five of the floor between them.
load: setup
	@.ci/packages $(CLUSTER_PACKAGES)
	@$(BIN)/python -m benchmarks.load $(LOAD)

# Whether bots that think delay people, with 60 tables of bots that move and without.
bot-tables: setup
	@.ci/packages $(CLUSTER_PACKAGES)
	@$(BIN)/python -m benchmarks.bot_tables $(BOT_TABLES)

# In their first seconds after a break.
reconnect: setup
	@.ci/packages $(CLUSTER_PACKAGES)
	@$(BIN)/python -m benchmarks.reconnect $(RECONNECT)

# Before a release: games of its own, that every later one has to play again to the same result.
keep-games: setup-dev
	@$(BIN)/python -m tests.games.keep

# New versions of everything, with the hashes of the files for every platform, and no word of where
# they came from. The tool has an environment of its own, so that it is nobody's dependency.
LOCK_TOOL := .venv-lock/bin/pip-compile
COMPILE := $(LOCK_TOOL) --quiet --upgrade --generate-hashes --strip-extras --allow-unsafe \
	--no-header --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options

$(LOCK_TOOL):
	@$(PYTHON) -m venv .venv-lock
	@.venv-lock/bin/pip install --quiet --disable-pip-version-check 'pip-tools==7.6.2'

lock: $(LOCK_TOOL)
	@$(COMPILE) --output-file requirements.lock pyproject.toml
	@.venv-lock/bin/python -c "import tomllib; \
		groups = tomllib.load(open('pyproject.toml', 'rb'))['dependency-groups']; \
		print(*groups['test'], *groups['lint'], sep='\n')" | \
		$(COMPILE) -c requirements.lock --output-file requirements-dev.lock pyproject.toml -

# A fuzzer in an environment of its own. Where there is none for this Python, its test is skipped.
fuzz-tool:
	@test -x .venv-fuzz/bin/python || { $(PYTHON) -m venv .venv-fuzz && \
		.venv-fuzz/bin/pip install --quiet --disable-pip-version-check 'atheris==3.0.0'; } || \
		{ echo "No fuzzer for this Python: the reader of records is not fuzzed."; rm -rf .venv-fuzz; }

# In an environment of its own, as the tool for the locks.
AUDIT_TOOL := .venv-audit/bin/pip-audit

$(AUDIT_TOOL):
	@$(PYTHON) -m venv .venv-audit
	@.venv-audit/bin/pip install --quiet --disable-pip-version-check 'pip-audit==2.10.1'

audit: $(AUDIT_TOOL)
	@.ci/audit $(AUDIT_TOOL)
