# Everything a person types. `make` alone lists it.

VENV := .venv
BIN := $(VENV)/bin
SHELL := /bin/bash

.DEFAULT_GOAL := help
.PHONY: help install demo test lint bench soak train lock bundle vm clean boot install-pi

help: ## list these commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20

install: $(VENV)/.installed ## set up .venv with drover in it

# The system's own Python comes first: on a Raspberry Pi only that one sees the camera.
$(VENV)/.installed: requirements.lock pyproject.toml
	@set -e; \
	for python in $(PYTHON) /usr/bin/python3 python3; do \
	  "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break || python=; \
	done; \
	test -n "$$python" || { echo "drover needs Python 3.11 or newer; install the package python3." >&2; exit 1; }; \
	if ! "$$python" -c 'import ensurepip' 2>/dev/null; then \
	  root=; test "$$(id -u)" = 0 || root=sudo; \
	  echo "Installing the Debian package python3-venv."; \
	  { $$root apt-get -qq update && $$root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y python3-venv; } >/dev/null 2>&1 || \
	    { echo "Could not install it; please install the package python3-venv and try again." >&2; exit 1; }; \
	fi; \
	echo "Setting up $(VENV)."; \
	"$$python" -m venv $(VENV); \
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock; \
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

demo: install ## some turns at a simulated table: camera, rules, journal, lights in the terminal
	@$(BIN)/drover demo

MICROPYTHON := .micropython
PACKAGES := $(VENV)/.packages
test: lint $(MICROPYTHON)/.installed $(PACKAGES) ## all tests
	@if tests/install/can_boot.sh 2>/dev/null; then \
	  $(BIN)/pytest; \
	else \
	  $(BIN)/pytest --ignore-glob='tests/install/test_boot*.py'; code=$$?; tests/install/can_boot.sh; exit $$code; \
	fi

boot: install $(PACKAGES) ## the service under a real systemd, and a version installed from nothing; as the administrator
	@tests/install/can_boot.sh
	$(BIN)/pytest tests/install/test_boot*.py tests/install/real_version.py

install-pi: install ## make this machine a table that starts by itself
	@root=; test "$$(id -u)" = 0 || root=sudo; $$root $(abspath $(BIN))/drover install $(ARGUMENTS)

# A browser, a broker and a database server: pages and fleet are tested against real ones.
$(PACKAGES): tests/install_packages.sh $(VENV)/.installed
	@$<
	@touch $@

# The light bar's firmware is tested under a real one.
$(MICROPYTHON)/.installed: tests/hardware/install_micropython.sh
	@$< $(MICROPYTHON)
	@touch $@

lint: install ## ruff, mypy, which package may import which, and that what is pinned fits a Raspberry Pi
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pytest tests/test_house.py tests/install/test_wheels.py

bench: install $(MICROPYTHON)/.installed ## how fast the engine, its commands and the eyes are, and how well the eyes see
	@$(BIN)/python -m tests.bench
	@$(BIN)/python -m tests.vision.eyes_bench
	@$(BIN)/python -m tests.vision.frames_bench
	@$(BIN)/python -m tests.vision.learn_bench
	@$(BIN)/python -m tests.vision.flips_bench
	@$(BIN)/python -m tests.start_bench
	@$(BIN)/python -m tests.table_bench
	@$(BIN)/python -m tests.web.web_bench
	@$(BIN)/python -m tests.hardware.hands_bench
	@$(BIN)/python -m tests.hardware.bar_bench

soak: install $(PACKAGES) ## two hundred kills, matches with mistakes, a day of play, and tables at one broker, for minutes
	@$(BIN)/python -m tests.soak
	@$(BIN)/python -m tests.day
	@$(BIN)/python -m tests.fleet.many

bundle: install ## a version in one signed file, for drover update: make bundle KEY=FILE
	@$(BIN)/python -m firmware_host.update.bundle --key "$(KEY)"

vm: install $(MICROPYTHON)/.installed ## a table in a virtual machine, installed, played at and cut off; takes hours
	@$(BIN)/python -m tests.vm $(ARGUMENTS)

TRAIN := .train
train: $(TRAIN)/.installed ## make the models of the eyes again from nothing, in under two hours on two cores
	@$(TRAIN)/bin/python -m vision.training $(ARGUMENTS)

$(TRAIN)/.installed: vision/training/requirements.txt vision/training/packages.txt $(VENV)/.installed
	@set -e; \
	root=; test "$$(id -u)" = 0 || root=sudo; \
	missing=$$(dpkg-query -W -f '$${db:Status-Abbrev}$${Package}\n' $$(cat vision/training/packages.txt) 2>&1 | \
	  sed -n 's/^ii *//p' | sort | comm -13 - <(sort vision/training/packages.txt)); \
	if test -n "$$missing"; then \
	  echo "Installing typefaces and pictures to learn from."; \
	  $$root apt-get -qq update; \
	  there=$$(apt-cache pkgnames | sort | comm -12 - <(echo "$$missing")); \
	  $$root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $$there >/dev/null; \
	fi; \
	echo "Setting up $(TRAIN)."; \
	$(BIN)/python -m venv $(TRAIN); \
	$(TRAIN)/bin/pip install --quiet --disable-pip-version-check --requirement vision/training/requirements.txt
	@touch $@

lock: install ## renew requirements.lock from pyproject.toml
	$(BIN)/python -m venv --clear .lock
	.lock/bin/pip install --quiet uv
	.lock/bin/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes \
	  --no-header --output-file requirements.lock
	rm -r .lock
	$(BIN)/python -m tests.install.wheels

clean: ## remove everything that make made
	rm -rf $(VENV) $(TRAIN) $(MICROPYTHON) .vm .mypy_cache .pytest_cache .ruff_cache .hypothesis build *.egg-info
