# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors

# Where 'make install' installs; DESTDIR is prepended, for packages.
PREFIX ?= /usr/local
DESTDIR ?=
# Where SwiftPM builds.
BUILD ?= .build

export ONCUE_BUILD = $(BUILD)
export PREFIX DESTDIR

.PHONY: help demo test test-fast test-long test-asan test-tsan fuzz docs build release deb run lint format bench bench-peers bench-tasks bench-growth soak install uninstall clean
.DEFAULT_GOAL := help

help: ## show this list
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

demo: ## play the music in Media/; leaves nothing behind
	@Scripts/setup
	@Scripts/build release
	@Scripts/demo

test: ## run all tests
	@Scripts/setup test
	@Scripts/test

test-fast: ## run the tests that start no program: pure values, the session, the terminal
	@Scripts/setup test
	@Scripts/test --fast

test-long: export ONCUE_TEST_EFFORT = 25
test-long: ## run all tests with many more random seeds, fuzz, build the DocC pages, and test the Debian package
	@Scripts/setup long
	@Scripts/test
	@Scripts/docs
	@Scripts/fuzz
	@Scripts/check-deb

test-asan: ## run the library tests with AddressSanitizer; ONLY=REGEX selects some
	@Scripts/setup test
	@Scripts/test-sanitized address $(if $(ONLY),'$(ONLY)')

test-tsan: ## run the library tests with ThreadSanitizer; ONLY=REGEX selects some
	@Scripts/setup test
	@Scripts/test-sanitized thread $(if $(ONLY),'$(ONLY)')

fuzz: ## fuzz every parser for FUZZ_SECONDS (60) each; ONLY="m3u feed" selects some
	@Scripts/setup
	@Scripts/fuzz $(ONLY)

docs: ## build the DocC pages of the library PlayableContent and print their path
	@Scripts/setup
	@Scripts/docs

build: ## build everything for debugging, including tests
	@Scripts/setup
	@Scripts/build debug

release: ## build oncue and oncued for installation; VERSION=0.2.0 tests, packages and tags a release
ifdef VERSION
	@Scripts/release "$(VERSION)"
else
	@Scripts/setup
	@Scripts/build release
endif

deb: ## build the Debian package and print its path
	@Scripts/setup deb
	@Scripts/make-deb

run: release ## run the daemon from the source tree, with its own persistent files
	@Scripts/run

lint: ## check format, layers, unsafe uses, headers, links and packaging
	@Scripts/lint

format: ## format the Swift sources in place
	@Scripts/format

bench: ## run the benchmarks and print a table of medians
	@Scripts/setup test
	@Scripts/bench

bench-peers: ## install MPD, Mopidy and mpv, compare OnCue with them and write Benchmarks/RESULTS.md; TRACKS=100000 for more
	@Scripts/setup peers
	@Scripts/bench --peers --write Benchmarks $(if $(TRACKS),--tracks $(TRACKS))

bench-tasks: ## count the keys and the time of ten daily tasks beside mpc and ncmpcpp, and write Benchmarks/TASKS.md
	@Scripts/setup peers
	@Scripts/build release
	@Benchmarks/tasks.py "$${ONCUE_BUILD:-.build}/release" Media >Benchmarks/TASKS.md

bench-growth: ## measure how cost grows up to TRACKS (100000) and draw Benchmarks/growth.svg
	@Scripts/setup test
	@Scripts/bench --growth --write Benchmarks $(if $(TRACKS),--tracks $(TRACKS))

soak: ## use the daemon at random for MINUTES (10), checked against a model; SEED=N repeats a run
	@Scripts/setup test
	@Scripts/bench --soak $(or $(MINUTES),10) $(if $(SEED),--seed $(SEED))

install: ## install below PREFIX (/usr/local), with DESTDIR prepended
	@Scripts/install

uninstall: ## remove what 'make install' installed
	@Scripts/uninstall

clean: ## remove all build products
	rm -rf $(BUILD)
