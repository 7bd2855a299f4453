# Everything runs in a private environment, .venv, which the first target makes and every
# change of pyproject.toml makes again. Needs Python 3.11 or newer, git and make:
#
#     make demo       describe an embedded data set and show where the outputs are
#     make test       style, types, tests and documentation (a few minutes)
#     make test-all   the same with the slow tests, of which some need Java for Spark
#     make bench      times and known answers, written to benchmarks/results/ (half an hour)
#     make paper      the paper's tables again, ours beside the printed figures (an hour)
#     make paper-grouping  the paper's experiment on grouping against sub-sampling (half an hour)
#     make bench-scale     times and memory from 100,000 to 20,000,000 rows (half an hour)
#     make bench-segments  errors and bounds where clusters touch, beside other methods (an hour)
#     make bench-certificates  which claims of known answers are verified (a quarter of an hour)
#     make paper-draft  the figures of paper/ and the numbers in its text, from the results (a minute)
#     make pictures   the pictures of docs/ that examples of its pages draw (two minutes)
#     make gallery    the cases of docs/gallery again: pages, pictures and figures (a quarter of an hour)
#     make docs       the documentation site, to site/; strict, so that a broken link fails it
#     make docs-serve the same at http://127.0.0.1:8000, made again whenever a page changes
#     make dist       build wheel and sdist, and try them in empty environments (some minutes)
#     make peers      the methods of others beside ours, in an environment of their own (an hour)
#     make lint       style and types alone
#     make clean      remove the environment and everything that was made
#
# Another Python: make test PYTHON=python3.13

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CODE := src tests benchmarks docs/hooks tools
STAMP := $(VENV)/.installed
PEERS := .venv-peers
PEERS_STAMP := $(PEERS)/.installed
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadgroup

.PHONY: demo test test-all dist bench bench-scale bench-segments bench-certificates paper paper-grouping paper-draft \
    peers pictures gallery docs docs-serve lint clean
.DELETE_ON_ERROR:

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else \
	    "clusterscribe needs Python 3.11 or newer and this is %d.%d: try make PYTHON=python3.13" % sys.version_info[:2])'
	@echo "Making the environment $(VENV) (a minute or two, once)"
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

demo: $(STAMP)
	$(BIN)/clusterscribe demo --out demo
	@echo
	@echo "In this folder the command is $(BIN)/clusterscribe."

lint: $(STAMP)
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/mypy

test: lint
	$(PYTEST) -m "not slow"

test-all: lint
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,spark]'
	$(PYTEST)

bench: $(STAMP)
	$(BIN)/python -m benchmarks

bench-scale: $(STAMP)
	$(BIN)/python -m benchmarks --part scale

bench-segments: $(STAMP)
	$(BIN)/python -m benchmarks --part segments

bench-certificates: $(STAMP)
	$(BIN)/python -m benchmarks --part certificates

paper: $(STAMP)
	$(BIN)/python -m benchmarks --part paper

paper-grouping: $(STAMP)
	$(BIN)/python -m benchmarks --part grouping

paper-draft: $(STAMP)
	$(BIN)/python paper/wines.py
	$(BIN)/python paper/figures.py
	@if command -v pandoc > /dev/null; then cd paper && pandoc --standalone --citeproc --output paper.html paper.md \
	    && echo "wrote paper/paper.html"; else echo "pandoc is not there: no paper/paper.html, only paper/paper.md"; fi

dist: $(STAMP)
	$(BIN)/python -m tools.archives

$(PEERS_STAMP): benchmarks/peers/requirements.txt benchmarks/peers/environment.py
	@echo "Making the environment $(PEERS) of the methods of others (a few minutes, once)"
	$(PYTHON) benchmarks/peers/environment.py $(PEERS)
	@touch $@

peers: $(STAMP) $(PEERS_STAMP)
	$(BIN)/python -m benchmarks --part peers
	$(BIN)/python -m benchmarks.quoted

pictures: $(STAMP)
	$(BIN)/python docs/images/examples.py
	$(BIN)/python docs/images/tutorial.py

gallery: $(STAMP)
	$(BIN)/python -m benchmarks.gallery
	$(BIN)/python -m benchmarks.quoted

MKDOCS := NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs

docs: $(STAMP)
	$(MKDOCS) build --strict

docs-serve: $(STAMP)
	$(MKDOCS) serve --watch src --watch README.md --watch CHANGELOG.md --watch CONTRIBUTING.md

clean:
	rm -rf $(VENV) $(PEERS) site build dist demo .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
