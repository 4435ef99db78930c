# From nothing but Python 3.11 (or newer) and make:
#
#   make play      one complete four-player game between bots
#   make test      every test, then what can be otherwise in a wheel against the installed wheel
#   make test-thorough  every test with all its examples, two more times in another order, and in Pyodide
#   make test-web  the page of the workshop, where there is a Chromium (Debian: apt install chromium), with axe; the site too, where npm is
#   make site      the workshop as a static site in build/site, with Python in the browser (needs npm)
#   make native    build the machine in C, where there is a compiler; the tests then try it too
#   make distributions ADDRESS=https://...  what is published, in build/distributions; ADDRESS: where this tree is read in the web
#   make hunt      2,000 generated games, and the smallest text of every fault found
#   make mutants   plant faults in copies of the tree: does the testing kit find them?
#   make mutation  change modules with mutmut: do the project's own tests notice? (MUTATION="views --sample 40")
#   make fuzz      half an hour of bytes guided by coverage (atheris): texts, saves and keys
#   make lint      ruff and mypy
#   make format    let ruff put the code in order
#   make bench     the benchmarks
#   make bench-page  what the page of the workshop takes, against its budgets, in a Chromium
#   make golden    write golden games, docs/diagnostics.md, docs/schemas, the types of the page and the header of the machine anew, after a change that is meant
#   make clean     remove everything that was made
#
# Another Python: make PYTHON=python3.13 play

PYTHON ?= python3
PYTEST_FLAGS ?= -n auto --dist worksteal

VENV := .venv
WHEEL_VENV := .venv-wheel
WHEEL_DIR := build/wheel
# Compiled modules are kept, whatever the environment says: reading the tests takes longer without.
unexport PYTHONDONTWRITEBYTECODE

PIP := -m pip --disable-pip-version-check --quiet --no-input
# What mypy reads: the package, and the other Python that is there.
TYPED := src $(patsubst %/,%,$(sort $(dir $(wildcard benchmarks/*.py examples/*.py tests/peer/*.py web/*.py))))

.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help play test test-tree test-wheel test-thorough test-web test-page site native distributions hunt mutants mutation fuzz lint format bench bench-page golden clean

help:
	@sed -n 's/^#   \(make .*\)/\1/p' Makefile

play: $(VENV)/.ready-cli
	@$(VENV)/bin/homesteaders play --players 4 --bots sensible --seed 1

test: test-tree test-wheel

test-tree: $(VENV)/.ready-test
	$(VENV)/bin/python -m pytest $(PYTEST_FLAGS) --ignore tests/web

# The wheel has the files of the tree, which tests/test_wheel.py compares byte by byte. What can be
# otherwise once it is installed is that they are found there, and nothing beside them is needed:
# the package and its types, the grammar, the rules and the catalogue, the command, the programs.
# Those tests are marked "wheel".
test-wheel: $(VENV)/.ready-test $(WHEEL_VENV)/.ready
	@rm -rf $(WHEEL_DIR)
	$(VENV)/bin/python $(PIP) wheel --no-deps --no-build-isolation --wheel-dir $(WHEEL_DIR) .
	$(VENV)/bin/python $(PIP) --python $(WHEEL_VENV)/bin/python install --force-reinstall --no-deps $(WHEEL_DIR)/*.whl
	HOMESTEADERS_RULES_TESTED=wheel $(WHEEL_VENV)/bin/python -P -m pytest $(PYTEST_FLAGS) -m wheel \
	    $$(grep -rl --include='*.py' 'mark\.wheel' tests)

# No test may depend on what another left. pytest prints the seed of the order, and
# PYTEST_FLAGS="--randomly-seed=N" repeats it.
test-thorough: $(VENV)/.ready-thorough
	HOMESTEADERS_RULES_THOROUGH=1 $(VENV)/bin/python -m pytest $(PYTEST_FLAGS)
	for time in 2 3; do $(VENV)/bin/python -m pytest $(PYTEST_FLAGS) || exit 1; done
	$(VENV)/bin/python tests/in_pyodide.py

# A browser is no Python package: who has none is told so, and goes on.
test-web:
	@if command -v chromium || command -v chromium-browser || command -v chrome; then \
	    $(MAKE) --no-print-directory test-page; \
	else \
	    echo "There is no Chromium here, so the page is not tested (Debian: apt install chromium)."; \
	fi

# The tests of the site are left out, and say so, where its parts cannot be had, or it shall not be
# built (SITE=no). A browser on a busy computer may be late: what failed is tried once more, by itself.
test-page: $(VENV)/.ready-web
	@if [ "$(SITE)" != no ] && $(VENV)/bin/python web/make_site.py --parts; then \
	    $(VENV)/bin/python web/make_site.py; fi
	$(VENV)/bin/python -m pytest $(PYTEST_FLAGS) tests/web || \
	    $(VENV)/bin/python -m pytest --last-failed --last-failed-no-failures none tests/web

# Pyodide comes from npm, what the library needs from PyPI; who cannot reach them is told so.
site: $(VENV)/.ready-test
	$(VENV)/bin/python web/make_site.py

# The pure package is whole without it; who has no compiler is told so, and goes on.
native: $(VENV)/.ready-test
	@if command -v "$(CC)" >/dev/null 2>&1; then \
	    $(VENV)/bin/python $(PIP) install --force-reinstall --no-deps ./native && \
	    echo "The machine in C is built: all tables that it knows are played by it."; \
	else \
	    echo "There is no C compiler ('$(CC)') here: everything is played by Python, which needs none."; \
	fi

# The links of the README are made absolute, so that they lead somewhere from the page of an index.
distributions: $(VENV)/.ready-test
	@case "$(ADDRESS)" in https://?*) ;; *) \
	    echo "Say where this tree is read in the web: make distributions ADDRESS=https://..." >&2; exit 1;; esac
	HOMESTEADERS_RULES_ADDRESS="$(ADDRESS)" $(VENV)/bin/python -m hatchling build -d build/distributions

hunt: $(VENV)/.ready-test
	$(VENV)/bin/python tests/generated/hunt.py --games 2000

mutants: $(VENV)/.ready-test
	$(VENV)/bin/python tests/mutants/measure.py

mutation: $(VENV)/.ready-proofs
	$(VENV)/bin/python tests/mutants/mutation.py $(MUTATION)

fuzz: $(VENV)/.ready-proofs
	$(VENV)/bin/python tests/generated/fuzz.py

lint: $(VENV)/.ready-lint
	$(VENV)/bin/python -m ruff check
	$(VENV)/bin/python -m ruff format --check
	$(VENV)/bin/python -m mypy --strict $(TYPED)

format: $(VENV)/.ready-lint
	$(VENV)/bin/python -m ruff check --fix-only
	$(VENV)/bin/python -m ruff format

bench: $(VENV)/.ready-test
	$(VENV)/bin/python benchmarks/run.py

# Of the page: it needs a Chromium, and ends with an error where a budget is exceeded.
bench-page: $(VENV)/.ready-web
	$(VENV)/bin/python benchmarks/page.py

golden: $(VENV)/.ready-test
	$(VENV)/bin/python tests/golden/regenerate.py
	$(VENV)/bin/python tests/language/diagnostics_page.py
	$(VENV)/bin/python tests/play/schemas.py
	cd tests && ../$(VENV)/bin/python -m play.typings
	$(VENV)/bin/python -m homesteaders_rules.linking.native.header native/src/vocabulary.h

clean:
	rm -rf $(VENV) $(WHEEL_VENV) build dist native/build native/*.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find $(wildcard src tests examples benchmarks) -name __pycache__ -type d -prune -exec rm -rf {} +

# Setting up. A stamp file says that its step is done; a change of pyproject.toml repeats it.

define CHECK_PYTHON
@command -v "$(PYTHON)" >/dev/null 2>&1 || { \
    echo "There is no '$(PYTHON)' here. Install Python 3.11 or newer, or name one:" \
         "make PYTHON=python3.13 ..." >&2; exit 1; }
@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
    echo "Python 3.11 or newer is needed, and '$(PYTHON)' is $$("$(PYTHON)" --version 2>&1)." \
         "Name a newer one: make PYTHON=python3.13 ..." >&2; exit 1; }
@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
    echo "'$(PYTHON)' cannot make virtual environments: its modules venv and ensurepip are" \
         "missing. On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
endef

$(VENV)/.made:
	$(CHECK_PYTHON)
	@echo "Setting up $(VENV) ..."
	@$(VENV)/bin/python -m pip --version >/dev/null 2>&1 || "$(PYTHON)" -m venv --clear $(VENV)
	@touch $@

$(VENV)/.ready-%: pyproject.toml $(VENV)/.made
	@echo "Installing the package and what '$*' needs ..."
	@$(VENV)/bin/python $(PIP) install --editable '.[$*]'
	@touch $@

# The libraries are those of the first environment: a line of a .pth file puts its folder on the
# path, without reading the .pth files in it, so that the package itself comes from the wheel alone.
LIBRARIES = import sysconfig; print(sysconfig.get_path("purelib"))

$(WHEEL_VENV)/.ready: pyproject.toml $(VENV)/.ready-test
	@echo "Setting up $(WHEEL_VENV) ..."
	@$(VENV)/bin/python -m venv --clear --without-pip $(WHEEL_VENV)
	@$(VENV)/bin/python -c '$(LIBRARIES)' > \
	    "$$($(WHEEL_VENV)/bin/python -c '$(LIBRARIES)')/libraries.pth"
	@touch $@
