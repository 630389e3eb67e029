#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""Compares the languages with hassil, whose grammar they use.

    hassil_check.py Sources/OnCueSentences/Languages Tests/OnCueSentencesTests

Loads each language file with hassil, recognizes every golden sentence that has no typing mistake, and compares intent and
slots. Exits with 1 and prints the sentences that differ, unless HASSIL.md explains the difference and the sentence names
the explanation by its number.

Two things are done here that hassil leaves to its caller: numbers for one slot are added, and the reading is chosen by
our order, in which more fixed words are better than fewer wildcards.
"""

import json
import pathlib
import sys

from hassil.intents import Intents, TextSlotList
from hassil.recognize import recognize_all

# What SentenceFixtures.swift has.
TITLES = ["Night Crossing", "Little Gears", "Gold", "Blue Train", "Please Please Me"]
ARTISTS = ["Juniper Vale", "Valve & Feather", "Gold", "Björk"]
LISTS = {
    "known_title": [(title, title) for title in TITLES],
    "known_artist": [(artist, artist) for artist in ARTISTS],
    "known_playlist": [("Evening", "Evening"), ("Abend", "Abend")],
    "known_machine": [("laptop", "laptop"), ("den", "den"), ("Studio", "Studio")],
    "shortcut": [("good night", "night"), ("party time", "party"), ("Gute Nacht", "night"), ("Feierabend", "party")],
    "output": [
        ("kitchen speaker", "kitchen"),
        ("headphones", "headphones"),
        ("living room", "living"),
        ("Küchenlautsprecher", "kitchen"),
        ("Wohnzimmer", "living"),
        ("Kopfhörer", "headphones"),
    ],
}


def text_of(value):
    """The value as the golden file writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return str(int(value)) if value == int(value) else str(value)
    return str(value).strip().rstrip("!?,. \"").strip("\"")


def reading(result, clocks):
    """Intent and slots of one result of hassil."""
    slots = {}
    for entity in result.entities_list:
        value = entity.value
        known = slots.get(entity.name)
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        slots[entity.name] = known + value if is_number and isinstance(known, (int, float)) else value
    for slot in clocks:
        if isinstance(slots.get(slot), (int, float)):
            minutes = int(slots[slot]) % 1440
            slots[slot] = f"{minutes // 60:02}:{minutes % 60:02}"
    return (result.intent.name, frozenset((name, text_of(value).casefold()) for name, value in slots.items()))


def order(result):
    """More fixed words first, then fewer wildcards."""
    wildcards = [entity for entity in result.entities_list if entity.is_wildcard]
    return (sum(len(entity.text.split()) for entity in wildcards) * 120 + len(wildcards) * 100,)


def expected(intent, slots):
    """The readings of a golden line."""
    if intent == "-":
        return set()
    return {
        (intent, frozenset((name, value.casefold()) for name, _, value in pairs))
        for pairs in (
            [slot.partition("=") for slot in one.split("; ") if slot] for one in slots.split(" || ")
        )
    }


def check(languages, goldens, language):
    """Prints the differences of one language; returns how many have no explanation."""
    data = json.loads((languages / f"{language}.json").read_text(encoding="utf-8"))
    intents = Intents.from_dict(data)
    lists = {name: TextSlotList.from_tuples(pairs, name=name) for name, pairs in LISTS.items()}
    compared = same = unexplained = 0
    for line in (goldens / f"golden-{language}.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line:
            continue
        sentence, intent, slots, note = (line.split("\t") + ["", "", ""])[:4]
        if note in ("typo", "list"):
            continue
        compared += 1
        results = list(recognize_all(sentence, intents, slot_lists=lists))
        best = min(map(order, results), default=None)
        readings = {reading(result, data["clock_slots"]) for result in results if order(result) == best}
        wanted = expected(intent, slots)
        # Difference 1: hassil does not compare values with free text, so it may have more readings, or fewer of those that
        # are ambiguous.
        is_same = wanted <= readings if note != "ambiguous" else bool(readings) and readings <= wanted
        if not wanted:
            is_same = not readings
        if is_same:
            same += 1
            continue
        if not note.isdigit():
            unexplained += 1
        print(f"{language}: {sentence!r} [{note}]\n    hassil {sorted(map(str, readings))}\n    OnCue  {sorted(map(str, wanted))}")
    print(f"{language}: {same} of {compared} sentences are the same, {unexplained} differences without an explanation")
    return unexplained


def main():
    languages, goldens = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    sys.exit(1 if sum(check(languages, goldens, language) for language in ("en", "de")) else 0)


if __name__ == "__main__":
    main()
