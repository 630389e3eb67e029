# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors

# Where 'make install' puts things; DESTDIR is put in front for packages.
PREFIX ?= /usr/local
DESTDIR ?=
# Where SwiftPM builds.
BUILD ?= .build

export ONCUE_BUILD = $(BUILD)
export PREFIX DESTDIR

.PHONY: help demo test test-long test-asan test-tsan fuzz docs build release deb run lint format bench bench-peers bench-growth soak install uninstall clean
.DEFAULT_GOAL := help

help: ## show this list
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

demo: ## play the music in Media/ and show what plays; leaves nothing behind
	@Scripts/setup
	@Scripts/build release
	@Scripts/demo

test: ## run all tests
	@Scripts/setup test
	@Scripts/test

test-long: export ONCUE_TEST_EFFORT = 25
test-long: ## run all tests, those with random input with many more seeds, make the pages of docs, and try the Debian package
	@Scripts/setup long
	@Scripts/test
	@Scripts/docs
	@Scripts/fuzz
	@Scripts/check-deb

test-asan: ## run the tests of the libraries with AddressSanitizer; ONLY=REGEX for some
	@Scripts/setup test
	@Scripts/test-sanitized address $(if $(ONLY),'$(ONLY)')

test-tsan: ## run the tests of the libraries with ThreadSanitizer; ONLY=REGEX for some
	@Scripts/setup test
	@Scripts/test-sanitized thread $(if $(ONLY),'$(ONLY)')

fuzz: ## feed every parser random bytes for FUZZ_SECONDS each (60); ONLY="m3u feed" for some of them
	@Scripts/setup
	@Scripts/fuzz $(ONLY)

docs: ## make the pages of the library PlayableContent with DocC, and print where they are
	@Scripts/setup
	@Scripts/docs

build: ## build everything for debugging, tests too
	@Scripts/setup
	@Scripts/build debug

release: ## build oncue and oncued as they are installed; with VERSION=0.2.0 test, package and tag a release
ifdef VERSION
	@Scripts/release "$(VERSION)"
else
	@Scripts/setup
	@Scripts/build release
endif

deb: ## make the Debian package and print its path
	@Scripts/setup deb
	@Scripts/make-deb

run: release ## run the daemon from the tree, with files of its own that stay
	@Scripts/run

lint: ## check format, layers, unsafe uses, headers and packaging
	@Scripts/lint

format: ## format the Swift sources in place
	@Scripts/format

bench: ## measure: one table, each figure a median
	@Scripts/setup test
	@Scripts/bench

bench-peers: ## install MPD, Mopidy and mpv, measure OnCue beside them and write Benchmarks/RESULTS.md; TRACKS=100000 for more
	@Scripts/setup peers
	@Scripts/bench --peers --write Benchmarks $(if $(TRACKS),--tracks $(TRACKS))

bench-growth: ## measure how cost grows up to TRACKS (100000) and draw Benchmarks/growth.svg
	@Scripts/setup test
	@Scripts/bench --growth --write Benchmarks $(if $(TRACKS),--tracks $(TRACKS))

soak: ## use the daemon at random for MINUTES (10) beside a model, and see that nothing grows; SEED=N does the same again
	@Scripts/setup test
	@Scripts/bench --soak $(or $(MINUTES),10) $(if $(SEED),--seed $(SEED))

install: ## install below PREFIX (/usr/local), with DESTDIR in front
	@Scripts/install

uninstall: ## remove what 'make install' has put there
	@Scripts/uninstall

clean: ## remove everything that was built
	rm -rf $(BUILD)
