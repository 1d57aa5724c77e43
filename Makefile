# Everything is installed into .venv, once: a stamp there records what is done. PYTHON=… picks the interpreter.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WHEEL := build/wheel
BARE := build/bare
SANITIZED := build/sanitized
PIP_INSTALL := -m pip install -qq --disable-pip-version-check
INSTALL := $(BIN)/uv pip install --quiet --require-hashes --python $(BIN)/python -r
# Steps that do not need each other run side by side: the extension is compiled while npm builds the browser's table.
MAKEFLAGS += --jobs=3
EXTENSION := $(wildcard src/prikup/*/native*.so)
EXTENSION_SOURCES := CMakeLists.txt $(wildcard src/prikup/*/kernel/*)
# What prikup is installed again for, if there is no extension: a compiler that has come since.
COMPILER := $(if $(EXTENSION),,$(if $(shell command -v $(CXX) || command -v c++ || command -v clang++),compiler))
SOLVER_WASM := build/tab/solver.wasm
CLIENT := src/prikup/server/client
CLIENT_SOURCES := $(shell find web src/prikup -path web/node_modules -prune -o -path $(CLIENT) -prune -o -type f \
	\( -path 'web/*' -o -name '*.ftl' \) -print)
# What the engine contains that plays in a browser: the package, with the rules of the games in folders of their own.
ENGINE_SOURCES := $(shell find src/prikup -path $(CLIENT) -prune -o -type f \( -name '*.py' -o -name '*.json' -o -name '*.jsonl' \) -print)
# Node and npm of the machine if they are new enough for Vite, else those from PyPI, in $(VENV).
NODE_IS_NEW := node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 22 || (a == 22 && b > 11) || (a == 20 && b > 18) ? 0 : 1)' \
	2>/dev/null && test "$$(npm --version 2>/dev/null | cut -d. -f1)" -ge 11
NPM := cd web && PATH="$(CURDIR)/build/node/bin:$$PATH" npm
# What tests and tools need.
DEV := $(VENV)/.prikup $(VENV)/.dev
COMPILE := $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command 'make lock' pyproject.toml
# A game to try what has been built with.
GAME = $(shell PYTHONPATH=src $(BIN)/python -c 'from prikup.games import GAMES; print(next(iter(GAMES)))')
# How much of the suite runs (docs/testing.md): unit, test or all.
CIRCLE ?= test
# Files of tests lie in memory where the machine has room for them there: a disk takes milliseconds for each fsync.
IN_MEMORY := $(shell test "$$(df --output=avail /dev/shm 2>/dev/null | tail -1)" -gt 2000000 2>/dev/null && echo TMPDIR=/dev/shm)
PYTEST := $(IN_MEMORY) $(BIN)/pytest --circle=$(CIRCLE) --durations=30 --durations-min=1
# Folders of tests that need more than Python: a browser, or a build of WebAssembly.
APART := browser static_site other_browsers release wasm
PYTHON_TESTS := tests $(addprefix --ignore=tests/,$(APART))
PARTS := PYTHONPATH=tests $(BIN)/python -m support.parts
# Debian's packages, which root may install if a command is missing: $(call install,COMMAND …,PACKAGE …).
install = which $(1) >/dev/null 2>&1 || { mkdir -p build && test "$$(id -u)" = 0 && echo 'Installing $(2)' && \
	flock build sh -c 'apt-get -qq update && apt-get -qq -y install $(2)' >/dev/null; }
# $(call or_skip,TESTS,WHAT): leave the recipe, and say why.
or_skip = || { echo 'SKIPPED $(1): there is no $(2), and it could not be installed (root may)' && exit 0; }

.DELETE_ON_ERROR:
.PHONY: help play site here unit test test-all ci test-python test-client test-browser test-other-browsers test-wasm test-site test-postgres chromium other-browsers postgresql durations flaky mutants campaigns looks deals readings wheel-test bare-test release release-test sanitize check check-client docs \
	format stress evenings soak golden problems problems-proof schemas claims secrecy friend-times crash cluster pairing rating crash-tab decisions-tab fuzz attack oracle bench bench-env bench-solver bench-server bench-nodes bench-lobby bench-lobby-death bench-bots bench-reviews bench-hostile bench-tab client compiler lock clean

help:  ## list the targets
	@awk -F ':.*  ## ' '/^[a-z-]+:.*  ## / { printf "  make %-19s %s\n", $$1, $$2 }' Makefile

site: build/site/engine/prikup.zip  ## build a folder for any static server; tables run on the players' devices

play: $(VENV)/.prikup $(CLIENT)/index.html  ## install, start a server and open it in the browser
	@$(BIN)/prikup serve --open

client: $(CLIENT)/index.html  ## build the browser client

here: $(CLIENT)/engine/prikup.zip  ## add the engine to the client, so that a server's pages work offline too

unit: $(DEV)  ## the quick tests of every part, while you work (T=tests/games: only those)
	@$(PYTEST) --circle=unit -n 2 --dist worksteal $(or $(T),$(PYTHON_TESTS))

test: $(DEV) $(CLIENT)/index.html chromium  ## the tests that a change can plausibly break, before you hand it in (ten minutes)
	@$(PARTS) test-python test-client test-browser

# A slice of what else there is: WebAssembly, a site, other browsers, PostgreSQL.
SLICES := test-wasm test-site test-other-browsers test-postgres
BUILT := $(DEV) $(CLIENT)/index.html $(SOLVER_WASM) build/site/engine/prikup.zip chromium other-browsers postgresql

ci: $(BUILT)  ## what .ci/run runs: check, test, and a sample of every other suite (twenty minutes)
	@$(PARTS) check test-python test-client test-browser $(SLICES)

test-all: $(BUILT)  ## every test, part by part (an hour and a half)
	@CIRCLE=all $(PARTS) check test-python test-client test-browser $(SLICES) wheel-test bare-test sanitize

test-python: $(DEV)  ## the tests that need only Python
	@$(PYTEST) -n 2 --dist worksteal $(PYTHON_TESTS)

test-client: web/node_modules/.installed  ## the unit tests of the browser client
	@$(NPM) run --silent test

test-browser: $(DEV) $(CLIENT)/index.html chromium  ## the tests that play in Chromium (LATE=0.5: messages up to 0.5 s late)
	@which chromium >/dev/null $(call or_skip,tests/browser,chromium); LATE=$(LATE) $(PYTEST) -n 3 tests/browser

test-wasm: $(DEV) $(SOLVER_WASM)  ## the solver in WebAssembly, node for node (CIRCLE=all: all tests of the solver)
	@PYTHONPATH=tests $(PYTEST) -n 2 -p wasm.over_wasm tests/wasm $(if $(filter all,$(CIRCLE)),tests/solver)

test-site: $(DEV) $(CLIENT)/index.html build/site/engine/prikup.zip chromium  ## a match in a tab, from static files alone
	@which chromium >/dev/null $(call or_skip,tests/static_site,chromium); $(PYTEST) -n 2 tests/static_site

test-other-browsers: $(DEV) $(CLIENT)/index.html build/site/engine/prikup.zip other-browsers  ## a deal in Firefox and in WebKitGTK
	@which firefox-esr WebKitWebDriver Xvfb >/dev/null \
		$(call or_skip,tests/other_browsers,firefox-esr with webkit2gtk-driver and xvfb); $(PYTEST) -n 2 tests/other_browsers

test-postgres: $(DEV) postgresql  ## the tests of storage and nodes, on their own PostgreSQL server
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || which initdb >/dev/null $(call or_skip,tests over PostgreSQL,PostgreSQL); \
		$(IN_MEMORY) $(BIN)/python tests/support/run_on_postgres.py -n 2 --circle=$(CIRCLE)

# Chromium without its own windows, tabs and menus takes two thirds of the time; the other brings the fonts.
chromium:
	@$(call install,chromium chromium-headless-shell,chromium chromium-headless-shell) || \
		$(call install,chromium,chromium) || true

other-browsers:
	@$(call install,firefox-esr WebKitWebDriver Xvfb,firefox-esr webkit2gtk-driver xvfb) || true

postgresql:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || $(call install,initdb,postgresql) || true
	@$(call install,redis-server,redis-server) || true

looks: $(DEV) $(CLIENT)/index.html chromium  ## take pictures of every page and phase in every language: build/screenshots
	@$(PYTEST) --circle=all -n 2 tests/browser/test_layout.py

deals: $(DEV) $(CLIENT)/index.html chromium  ## play a deal of each game by touch and by keys in every size and language (160 deals)
	@$(PYTEST) --circle=all -n 2 tests/browser/test_deals.py

readings: $(DEV) $(CLIENT)/index.html chromium  ## write what a screen reader announces in a deal of each game, in every language, into build/readings
	@$(PYTEST) --circle=all -n 2 tests/browser/test_screen_reader.py

durations: $(DEV)  ## measure each Python test in processor seconds, and list the slow ones, which `make unit` leaves out
	@$(PYTEST) --write-durations -n 2 $(PYTHON_TESTS)

flaky: $(DEV)  ## run each test file twenty times in random order, half of the runs on a busy machine (T=tests/table: only those)
	@PYTHONPATH=tests $(BIN)/python -m support.flaky $(or $(T),tests)

campaigns:  ## list the test runs of minutes to hours
	@awk -F ':.*  ## campaign: ' '/^[a-z-]+:.*  ## campaign: / { printf "  make %-19s %s\n", $$1, $$2 }' Makefile

wheel-test: $(DEV) $(CLIENT)/index.html  ## build the wheel, install it elsewhere, and print the rules of a game there
	@rm -rf $(WHEEL)
	@$(BIN)/python -m build --no-isolation --outdir $(WHEEL)
	@$(BIN)/python -m venv $(WHEEL)/venv
	@$(WHEEL)/venv/bin/python $(PIP_INSTALL) --require-hashes -r requirements/play.txt
	@$(WHEEL)/venv/bin/python $(PIP_INSTALL) --no-index "$$(echo $(WHEEL)/*.whl)[play,serve]"
	@diff -r -x __pycache__ -x kernel -x 'native*.so' src/prikup $(WHEEL)/venv/lib/python3*/site-packages/prikup
	@! ls -d $(WHEEL)/venv/lib/python3*/site-packages/prikup/*/kernel 2>/dev/null
	@$(WHEEL)/venv/bin/python -c 'from prikup.solver import native; assert native.kernel'
	@$(WHEEL)/venv/bin/prikup rules $(GAME) --plain >$(WHEEL)/rules.txt
	@test -s $(WHEEL)/rules.txt
	@echo 'The wheel is whole and tells the rules'

bare-test: $(DEV)  ## the same without a C++ compiler: no extension, and everything else
	@rm -rf $(BARE) && mkdir -p $(BARE)/path
	@env -u CC -u CXX PATH=$(CURDIR)/$(BARE)/path $(BIN)/python $(PIP_INSTALL) --no-deps --no-build-isolation --target $(BARE)/site .
	@PYTHONPATH=$(CURDIR)/$(BARE)/site $(BARE)/site/bin/prikup rules $(GAME) --plain >$(BARE)/rules.txt
	@test -s $(BARE)/rules.txt
	@! ls $(BARE)/site/prikup/*/native*.so 2>/dev/null
	@echo 'Without a compiler prikup is installed all the same, and tells the rules'

release: $(DEV) $(VENV)/.release $(CLIENT)/index.html  ## build the wheels into dist, and try them in clean environments
	@$(BIN)/python release/wheels.py
	@$(MAKE) --no-print-directory release-test

release-test: $(DEV) $(VENV)/.release  ## inspect each wheel of dist, install it elsewhere, play there and serve there
	@$(call install,chromium,chromium) || true
	@$(BIN)/pytest --timeout=3600 tests/release

sanitize: $(DEV)  ## the tests of the native extensions, compiled with -Werror, under ASan and UBSan
	@rm -rf $(SANITIZED)/site
	@CXX=$(CXX) $(BIN)/python $(PIP_INSTALL) --no-deps --no-build-isolation --target $(SANITIZED)/site \
		--config-settings build-dir=$(SANITIZED)/build --config-settings cmake.build-type=Debug --config-settings \
		cmake.define.CMAKE_CXX_FLAGS='-O1 -Werror -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all' .
	@export PYTHONPATH=$(CURDIR)/$(SANITIZED)/site ASAN_OPTIONS=detect_leaks=0 \
		LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so)" && \
		$(BIN)/python -c 'from prikup.solver import native; assert "$(SANITIZED)" in native.__file__, native' && \
		$(BIN)/python -c 'from prikup.env import native; assert "$(SANITIZED)" in native.__file__, native' && \
		$(BIN)/pytest tests/solver tests/env/test_encoder.py tests/env/test_moments.py tests/env/test_trick_play.py tests/env/test_vector.py

check: $(DEV) check-client docs  ## format, lint, types, the protocol's schemas, the site of the documents
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/ruff check --quiet
	@$(BIN)/mypy
	@$(BIN)/python -m prikup.server.protocol_export --check

docs: $(DEV) $(VENV)/.docs  ## build the site of the documents into build/docs, and check every link in it
	@$(BIN)/python docs/sphinx/build_site.py

check-client: web/node_modules/.installed
	@$(NPM) run --silent check

format: $(DEV)  ## format the code and fix what can be fixed automatically
	@$(BIN)/ruff check --fix-only --quiet
	@$(BIN)/ruff format

stress: $(DEV)  ## campaign: play 300,000 random deals of each game
	@$(BIN)/python tests/campaigns/random_deals.py --deals 300000

evenings: $(DEV)  ## campaign: 2,000 random evenings at a scored table, edited at random
	@$(BIN)/python tests/campaigns/random_evenings.py --evenings 2000

soak: $(DEV)  ## campaign: a million decisions of the quick computer players, and some of the others: are all legal?
	@for player in rule beginner; do $(BIN)/python tests/campaigns/bot_soak.py --decisions 1000000 --player $$player || exit 1; done
	@for player in rollout:1 pimc:1 master:2; do $(BIN)/python tests/campaigns/bot_soak.py --decisions 20000 --player $$player || exit 1; done

schemas: $(DEV)  ## generate the JSON schemas and the TypeScript types of the protocol
	@$(BIN)/python -m prikup.server.protocol_export

claims: $(DEV)  ## campaign: 2,000 deals of each game, with and without a player who claims: does claiming pay?
	@$(BIN)/python tests/campaigns/claims.py

secrecy: $(DEV)  ## campaign: 200 deals of each game, twice: does any byte sent depend on hidden cards?
	@$(BIN)/python tests/campaigns/wire_secrecy.py --deals 200
	@$(BIN)/python tests/campaigns/table_secrecy.py --deals 200

friend-times: $(DEV)  ## campaign: 200 friend requests of each outcome: do times reveal it?
	@$(BIN)/python tests/campaigns/friend_answer_times.py --tries 200

crash: $(DEV)  ## campaign: kill the server 50 times under load, and at each named point
	@$(BIN)/python tests/campaigns/store_crash.py --rounds 50
	@$(BIN)/python tests/campaigns/server_crash.py --rounds 50 --tables 1000

crash-tab: $(DEV) build/site/engine/prikup.zip  ## campaign: kill the browser 100 times while a user plays at a table in its tab
	@PYTHONPATH=tests:release $(BIN)/python tests/campaigns/browser_crash.py --rounds 100

decisions-tab: $(DEV) build/site/engine/prikup.zip  ## campaign: compare 2,000 decisions of each level and game in a site with native ones
	@PYTHONPATH=tests:release $(BIN)/python tests/campaigns/browser_bot_decisions.py --decisions 2000

cluster: $(DEV)  ## campaign: 200 failures of three servers on one PostgreSQL, and then two planted faults to find (hours)
	@$(BIN)/python tests/campaigns/cluster/campaign.py --rounds 200 --tables 300
	@$(BIN)/python tests/campaigns/cluster/campaign.py --rounds 8 --tables 20 --faults zombie --plant deaf
	@$(BIN)/python tests/campaigns/cluster/campaign.py --rounds 3 --tables 20 --faults stop --plant stutter

rating: $(DEV)  ## campaign: kill servers thirty times while they finish and rate 2,000 matches
	@$(BIN)/python tests/campaigns/rating_deaths.py

pairing: $(DEV)  ## campaign: kill the server with the chore of quick pairing ten times, while 300 people look for tables
	@$(BIN)/python tests/campaigns/pairing_deaths.py

mutants: $(DEV) $(CLIENT)/index.html chromium  ## campaign: plant 60 faults one by one: does `make test` find each? (two hours)
	@$(BIN)/python tests/campaigns/mutants.py

fuzz: $(DEV)  ## campaign: 200,000 bad frames and every bad request
	@$(BIN)/python tests/campaigns/protocol_fuzz.py --frames 200000

attack: $(DEV)  ## campaign: attack a server, and measure what its players notice (15 minutes; best as root)
	@$(BIN)/python tests/campaigns/attack/suite.py

oracle: $(VENV)/.prikup $(VENV)/.bench  ## campaign: compare the solver with plain minimax and DDS, the rules and the scorer with their second implementations
	@for each in $(wildcard tests/campaigns/games/*_compared.py) tests/campaigns/random_evenings.py; do PYTHONPATH=tests $(BIN)/python $$each || exit 1; done
	@$(BIN)/python tests/campaigns/solver_oracle.py --cards 4 --positions 200000
	@$(BIN)/python tests/campaigns/solver_oracle.py --cards 5 --positions 3000
	@$(BIN)/python tests/campaigns/solver_oracle.py --cards 6 --positions 300 --seats 3
	@$(BIN)/python tests/campaigns/solver_oracle.py --cards 4 --positions 20000 --max-n
	@$(BIN)/python tests/campaigns/solver_oracle.py --full 20
	@$(BIN)/python -m bench.speed.dds_comparison --deals 1000

problems-proof: $(DEV)  ## campaign: prove every problem again
	@PYTHONPATH=tests $(BIN)/python tests/campaigns/problem_proofs.py

problems: $(DEV)  ## generate the problems from deals of computer players (the same seed gives the same)
	@$(BIN)/python -m bench.problems.make_problems

golden: $(DEV)  ## write the golden files again, and missing logs: read the diff
	@$(BIN)/pytest tests/properties/test_golden.py tests/properties/test_perft.py tests/env/test_recorded_layouts.py \
		tests/history/test_log_file.py tests/server/test_speech_vectors.py --regenerate-golden

bench: $(VENV)/.prikup $(VENV)/.bench  ## compare the speed of the engine with OpenSpiel and RLCard
	@$(BIN)/python -m bench.speed.engine

bench-env: $(DEV)  ## compare the learning environments with OpenSpiel's skat
	@$(BIN)/python -m bench.speed.env

bench-solver: $(VENV)/.prikup $(VENV)/.bench  ## compare the solver with DDS
	@$(BIN)/python -m bench.speed.solver

bench-server: $(DEV)  ## measure the server: 1,000 tables, 3,000 players
	@$(BIN)/python -m bench.speed.server

bench-nodes: $(DEV)  ## measure one, two and three servers of one PostgreSQL, the relay, and 10,000 idle users
	@$(BIN)/python -m bench.speed.nodes

bench-lobby: $(DEV)  ## measure the lobby of three servers: 6,500 readers beside 1,000 tables
	@$(BIN)/python -m bench.speed.lobby

bench-lobby-death: $(DEV)  ## kill one of three servers with a full lobby, and measure when all people are back
	@$(BIN)/python -m bench.speed.lobby_death

bench-bots: $(DEV)  ## measure the server while `master` thinks at 50 tables
	@$(BIN)/python -m bench.speed.server_with_bots

bench-reviews: $(DEV)  ## measure moves at 100 tables while deals are reviewed
	@$(BIN)/python -m bench.speed.server_with_reviews

bench-hostile: $(DEV)  ## measure receipts at 40 tables, and a user's waits, under eight hostile requests at a time
	@$(BIN)/python -m bench.speed.hostile_requests

bench-tab: $(DEV) build/site/engine/prikup.zip  ## measure the memory of a tab in which a user plays for an hour
	@PYTHONPATH=tests:release $(BIN)/python -m bench.speed.tab_memory

lock: $(DEV)  ## update requirements/ to pyproject.toml and to the published versions
	$(COMPILE) --extra play --extra serve --group build --output-file requirements/play.txt
	$(COMPILE) --extra play --extra serve --extra postgres --extra redis --extra telemetry --extra notices --extra env --group dev --constraints requirements/play.txt --output-file requirements/dev.txt
	$(COMPILE) --extra play --extra serve --extra postgres --extra redis --extra telemetry --extra notices --constraints requirements/dev.txt --output-file requirements/serve.txt
	$(filter-out pyproject.toml,$(COMPILE)) --group install --constraints requirements/dev.txt --output-file requirements/uv.txt
	$(COMPILE) --group docs --constraints requirements/dev.txt --output-file requirements/docs.txt
	$(COMPILE) --group node --constraints requirements/play.txt --output-file requirements/node.txt
	$(COMPILE) --group release --constraints requirements/dev.txt --output-file requirements/release.txt
	$(COMPILE) --group tab --constraints requirements/release.txt --output-file requirements/tab.txt
	$(COMPILE) --extra bench --constraints requirements/dev.txt --output-file requirements/bench.txt

clean:  ## remove everything that make has built
	@rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache .schemathesis web/node_modules $(CLIENT) $(EXTENSION)
	@find src tests bench -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("prikup needs Python 3.11 or newer: make PYTHON=python3.11 …")'
	@echo 'Making $(VENV)'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.prikup: pyproject.toml $(EXTENSION_SOURCES) $(COMPILER) $(VENV)/.play
	@echo 'Installing prikup'
	@$(BIN)/python $(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@cat build/native/missing.txt 2>/dev/null || true
	@touch $@

$(BIN)/uv: requirements/uv.txt | $(VENV)/pyvenv.cfg
	@$(BIN)/python $(PIP_INSTALL) --require-hashes -r $<
	@touch $@

$(VENV)/.play: requirements/play.txt $(BIN)/uv
	@echo 'Installing requirements/play.txt'
	@$(INSTALL) $<
	@touch $@

$(SOLVER_WASM): release/solver_wasm.py $(wildcard src/prikup/solver/kernel/*) $(VENV)/.tab
	@echo 'Compiling the solver to WebAssembly'
	@$(BIN)/python release/solver_wasm.py

$(VENV)/.dev $(VENV)/.bench $(VENV)/.docs $(VENV)/.release $(VENV)/.tab: $(VENV)/.%: requirements/%.txt $(VENV)/.play
	@echo 'Installing requirements/$*.txt'
	@$(INSTALL) $<
	@touch $@

build/node/.ready: requirements/node.txt | $(BIN)/uv
	@mkdir -p build/node/bin
	@$(NODE_IS_NEW) || { \
		echo 'Installing Node from PyPI' && $(INSTALL) $< && \
		ln -sf $(CURDIR)/$(BIN)/node $(CURDIR)/$(BIN)/npm $(CURDIR)/$(BIN)/npx build/node/bin; }
	@touch $@

web/node_modules/.installed: web/package.json web/package-lock.json build/node/.ready
	@echo 'Installing what the client is built with'
	@$(NPM) ci --silent
	@touch $@

$(CLIENT)/index.html: web/node_modules/.installed $(CLIENT_SOURCES)
	@echo 'Building the browser table'
	@$(NPM) run --silent build -- --logLevel error
	@touch $@

$(CLIENT)/engine/prikup.zip: $(CLIENT)/index.html $(SOLVER_WASM) $(ENGINE_SOURCES) $(wildcard release/add_device_engine.py release/site_*.py release/site*.mjs) | $(VENV)/.prikup
	@echo 'Building the engine'
	@$(BIN)/python release/add_device_engine.py

build/site/engine/prikup.zip: web/node_modules/.installed $(CLIENT_SOURCES) $(SOLVER_WASM) $(ENGINE_SOURCES) $(wildcard release/site*.py release/site*.mjs) | $(VENV)/.prikup
	@echo 'Building the site'
	@$(NPM) run --silent build -- --mode site --logLevel error
	@$(BIN)/python release/site.py
