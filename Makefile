# `make run` needs Python 3.11 or later and make. `make cluster` and `make test` also need Debian's packages.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(BIN)/uv
SYNC := $(UV) pip sync --quiet --require-hashes --python $(BIN)/python
# No Python is downloaded: the environments use the one that made $(VENV).
export UV_PYTHON_DOWNLOADS := never

# The Debian packages for the cluster, and for all tests but those of `make test-browsers`.
CLUSTER_PACKAGES := postgresql redis-server nginx
TEST_PACKAGES := $(CLUSTER_PACKAGES) chromium chromium-headless-shell faketime
# Safari's engine, a virtual screen for it, and Firefox.
BROWSER_PACKAGES := webkit2gtk-driver xvfb firefox-esr
# Four processes suit two cores: a test of a browser or a server waits half of the time.
PYTEST_FLAGS ?= -n 4 --dist loadscope --no-loadscope-reorder
POSTGRES_FLAGS ?= -n 1 --dist loadscope --no-loadscope-reorder
# Without stored bytecode, each process of a test would compile the whole project again.
unexport PYTHONDONTWRITEBYTECODE
QUICK := not browser and not slow and not browsers and not cluster and not soak
ON_BOTH_DATABASES := postgres and not browser and not browsers and not cluster and not soak

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev packages run cluster check test test-browsers test-cluster lint format bench load bot-tables storm reconnect \
	soak mutants lock audit image keep-games fuzz-tool

help:
	@echo "make run            the site at http://127.0.0.1:8000/ (PORT=... for another port)"
	@echo "make cluster        the same with PostgreSQL, Redis, many processes and nginx, at port 8080"
	@echo "make check          the quick tests: no browser, no server, one database"
	@echo "make test           all tests except those of the next three commands"
	@echo "make test-browsers  whole games of several people, also in Safari's engine and in Firefox"
	@echo "make test-cluster   many processes, a proxy, and faults of all kinds"
	@echo "make soak           the long tests"
	@echo "make lint           style and types of code, scripts, styles and templates"
	@echo "make format         format with ruff"
	@echo "make bench          speed, in two minutes"
	@echo "make image          build the site's image, start it, and look at its first page"
	@echo "make lock           choose new versions of libraries"
	@echo "CONTRIBUTING.md has the rest."

$(UV): requirements-uv.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or later is needed: make PYTHON=/path/to/python3 ..."; exit 1; }
	@echo "Making the Python environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-uv.lock
	@touch $@

$(VENV)/runtime.stamp: requirements.lock | $(UV)
	@echo "Installing libraries ..."
	@$(SYNC) requirements.lock
	@touch $@

$(VENV)/dev.stamp: requirements.lock requirements-dev.lock | $(UV)
	@echo "Installing libraries and test tools ..."
	@$(SYNC) requirements-dev.lock
	@touch $(VENV)/runtime.stamp $@

# Compiles the tests once, one half beside the other. Otherwise several pytest processes would compile
# them at the same time.
var/bytecode.stamp: $(VENV)/dev.stamp $(shell find tests -name '*.py')
	@mkdir -p $(@D)
	@$(BIN)/python -m pytest --collect-only -q tests/database >/dev/null & \
	$(BIN)/python -m pytest --collect-only -q tests/unit tests/cluster tests/browser >/dev/null; wait
	@touch $@

# The folders are prerequisites, too, because a deleted file is a change as well.
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

check: setup-dev var/bytecode.stamp
	@$(BIN)/python -m pytest $(PYTEST_FLAGS) -q -m "$(QUICK)"

# Tests with the mark `postgres` run twice: on SQLite, and on PostgreSQL and Redis. The two
# runs overlap, because tests of browsers and servers often wait. The second run prints all its output
# only if it fails, so that the failed tests of the first run are among the last lines.
test: setup-dev var/static.stamp var/bytecode.stamp packages
	@$(BIN)/python -m tests.on_postgres $(POSTGRES_FLAGS) -m "$(ON_BOTH_DATABASES)" >var/on_postgres.log 2>&1 & \
	second=$$!; \
	$(BIN)/python -m pytest $(PYTEST_FLAGS); first=$$?; \
	wait $$second; second=$$?; \
	if [ $$second = 0 ]; then tail -n 1 var/on_postgres.log; else cat var/on_postgres.log; fi; \
	exit $$(($$first || $$second))

test-browsers: setup-dev var/static.stamp packages
	@.ci/packages $(BROWSER_PACKAGES)
	@$(BIN)/python -m pytest $(PYTEST_FLAGS) -m "(browsers or journey) and not soak and not cluster" tests/browser

test-cluster: setup-dev var/static.stamp packages
	@$(BIN)/python -m pytest $(PYTEST_FLAGS) -m "cluster and not soak"

soak: setup-dev var/static.stamp packages fuzz-tool
	@$(BIN)/python -m pytest -m soak --timeout 0
	@HYPOTHESIS_PROFILE=thorough $(BIN)/python -m pytest -m "not soak" --timeout 0 tests/unit/literature/rules tests/unit/literature/policy

# Skips the faults that were found before. MUTANTS=--again tries all faults. MUTANTS can also be the names of
# the faults to try.
mutants: setup-dev var/static.stamp packages
	@$(BIN)/python -m tests.mutants $(MUTANTS)

lint: setup-dev
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@.ci/biome lint --error-on-warnings --log-level=warn
	@$(BIN)/djlint --lint --quiet --profile jinja templates/table
	@$(BIN)/djlint --lint --quiet --profile django --extend-exclude templates/table templates
	@$(BIN)/mypy --no-error-summary

format: setup-dev
	@$(BIN)/ruff check --quiet --fix . ; $(BIN)/ruff format --quiet .

bench: setup setup-dev
	@.ci/packages $(TEST_PACKAGES)
	@$(BIN)/python -m benchmarks.apply_speed
	@$(BIN)/python -m benchmarks.replay
	@$(BIN)/python -m benchmarks.page_blocking
	@$(BIN)/python -m benchmarks.load --tables 20 --seconds 40 --round 10 $(LOAD)

# Ten minutes of load on the site, and five minutes on a bare server for comparison, in rounds that
# alternate.
load: setup
	@.ci/packages $(CLUSTER_PACKAGES)
	@$(BIN)/python -m benchmarks.load $(LOAD)

# Measures whether the bots' thinking delays people.
bot-tables: setup
	@.ci/packages $(CLUSTER_PACKAGES)
	@$(BIN)/python -m benchmarks.bot_tables $(BOT_TABLES)

# Measures whether a storm of bot tables delays people.
storm: setup
	@.ci/packages $(CLUSTER_PACKAGES)
	@$(BIN)/python -m benchmarks.storm $(STORM)

# Measures how fast 500 pages reconnect at the same time.
reconnect: setup
	@.ci/packages $(CLUSTER_PACKAGES)
	@$(BIN)/python -m benchmarks.reconnect $(RECONNECT)

# Run before a release: stores games that every later release must replay with the same result.
keep-games: setup-dev
	@$(BIN)/python -m tests.games.make_kept

# Locks the newest versions of all libraries. The locks have the hashes of the files for all platforms, but
# not the address of a package index.
COMPILE := $(UV) pip compile --quiet --upgrade --generate-hashes --no-header --python-version 3.11

lock: $(UV)
	@$(COMPILE) --output-file requirements-uv.lock --group setup
	@$(COMPILE) --output-file requirements.lock --group site
	@$(COMPILE) --output-file requirements-dev.lock -c requirements.lock --group site --group test --group lint

# A fuzzer with its own environment. If it can't be installed for this version of Python, its test is skipped.
fuzz-tool: $(UV)
	@test -x .venv-fuzz/bin/python || { $(UV) venv --quiet --python $(BIN)/python .venv-fuzz && \
		$(UV) pip install --quiet --python .venv-fuzz 'atheris==3.0.0'; } || \
		{ echo "There is no fuzzer for this Python, so reading records is not fuzzed."; rm -rf .venv-fuzz; }

image:
	@.ci/image

audit: $(UV)
	@.ci/audit $(UV) tool run --quiet --python $(BIN)/python pip-audit@2.10.1
