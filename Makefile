# Two commands matter: `make play` and `make test`. `make help` shows the rest.

VENV ?= .venv
BIN := $(VENV)/bin
# Folders of scripts that are type-checked too, once there is a script in them.
SCRIPTS := $(sort $(dir $(wildcard benchmarks/*.py tools/*.py)))
# How many processes the tests use.
JOBS ?= 2
# After so many seconds a test is taken for one that hangs, and fails with where it stood. The longest takes a minute.
HANGS ?= 600
SHARED := -n $(JOBS) --dist loadgroup
PYTEST := $(BIN)/pytest $(SHARED)
# The same, and the lines and branches that tests run are counted. That takes some 10 seconds a process the first time,
# one later, and some 7 % of the tests' time, where coverage.py would double it on Python 3.11. Pytest's warning is of
# no use: it can't rewrite asserts of slipcover, which is imported already.
COUNTED := $(BIN)/python -m pytest -p tools.coverage_plugin $(SHARED) \
	-W 'ignore:Module already imported so cannot be rewritten; slipcover:pytest.PytestAssertRewriteWarning'

TYPES := $(BIN)/mypy src tests $(SCRIPTS)

# Speed against what it was. It is told at the end, and fails nothing; one process, because others would disturb it.
SPEED := $(BIN)/pytest benchmarks/suite --benchmark-columns=median,iqr,rounds --benchmark-sort=name
# Options of `make lock`, for uv.
LOCK ?=
# Options of `make mutants`, as in MUTANTS='src/riotsim/play --count 20 --seed 1'.
MUTANTS ?=
# Options of `make bench`, as in BENCH='--quick --only throws'.
BENCH ?=

.DEFAULT_GOAL := help
.PHONY: help setup play test lint docs proof physics mutants bench baselines lock clean

help:  ## show this
	@echo 'riotsim: a physical tabletop for Riot Dice and four more games.'
	@echo
	@echo 'To play:   make play      (the first time also sets everything up)'
	@echo 'To work:   make test      (all that must hold before a commit; it ends with what has become slower, and the coverage)'
	@echo
	@grep -E '^[a-z]+:.*## ' Makefile | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 18
	@echo
	@echo 'Settings:  VENV=folder of the environment (.venv), PYTHON=which Python, JOBS=test processes (2), BENCH=options of bench'
	@echo 'Once set up, $(BIN)/riotsim --help shows what the program can do.'

setup: $(VENV)/.riotsim-play  ## make the environment in .venv, with riotsim in it

play: setup  ## open the table; where there is no screen, bots play in this terminal
	@$(BIN)/riotsim play

# Without its cache mypy takes over a minute of one processor. It runs beside the tests, with less priority: their two
# processes leave about a minute of processor unused.
test: layers  ## formatting, types, layers, and all tests but the long ones
	@told=$$(mktemp); nice -n 15 $(TYPES) >"$$told" 2>&1 & types=$$!; \
	$(COUNTED) -m 'not proof' --timeout $(HANGS) --durations 25; tests=$$?; \
	wait $$types; types=$$?; echo '$(TYPES)'; cat "$$told"; rm "$$told"; exit $$((tests | types))
	$(SPEED)
	@$(BIN)/python tools/coverage_plugin.py

lint: layers  ## only formatting, types and layers: over a minute the first time, then some seconds
	$(TYPES)

layers: $(VENV)/.riotsim-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo

docs: $(VENV)/.riotsim-dev  ## the documentation as a site in site/, strictly and without a network; open site/index.html
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

proof: $(VENV)/.riotsim-dev  ## the long runs: 200 whole games, fairness, statics, towers, laws with new examples
	$(BIN)/python tests/proof.py
	$(PYTEST) -m proof
	$(PYTEST) -m "hypothesis and not proof" --hypothesis-profile=explore

physics: $(VENV)/.riotsim-dev  ## the physics against its references, at length: some two hours, then see physics.html
	$(BIN)/python -m riotsim.testing.long_run --jobs $(JOBS) tests/physics -o physics.html

mutants: $(VENV)/.riotsim-dev  ## do the tests notice small changes of the source, drawn by chance? about an hour
	PYTHONPATH=tests $(BIN)/python -m mutants $(MUTANTS)

bench: $(VENV)/.riotsim-dev  ## how fast all is on this machine, beside Bullet in C++: writes docs/benchmarks.md and bench.json
	$(BIN)/python -m benchmarks $(BENCH)

baselines: $(VENV)/.riotsim-dev  ## take today's speed for what `make test` compares with (run it alone)
	$(SPEED) --renew-baselines

lock: $(VENV)/.riotsim-dev  ## renew constraints.txt and licences.toml from pyproject.toml; with LOCK=--upgrade by the newest versions
	$(BIN)/uv pip compile pyproject.toml --group build --all-extras --universal --python-version 3.11 --generate-hashes \
		--no-annotate --custom-compile-command 'make lock' --quiet $(LOCK) --output-file constraints.txt
	$(MAKE) --no-print-directory $(VENV)/.riotsim-dev
	$(BIN)/python tools/licences.py

clean:  ## remove the environment and all that was built
	rm -rf $(VENV) .python build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .benchmarks
	rm -rf physics-results physics.html site coverage.json mutants.jsonl
	find src tests benchmarks tools -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp is newer than what it was made from, so a second setup does nothing.
$(VENV)/.riotsim-play: constraints.txt pyproject.toml tools/setup
	@PYTHON='$(PYTHON)' tools/setup '$(VENV)' window
	@touch $@

$(VENV)/.riotsim-dev: constraints.txt pyproject.toml tools/setup
	@PYTHON='$(PYTHON)' tools/setup '$(VENV)' window,lab,screen,tune,export,cluster,envs,docs,dev
	@touch $@ $(VENV)/.riotsim-play
