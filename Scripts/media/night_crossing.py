# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""Night Crossing: one continuous piece over two tracks, and a nocturne."""

from . import instruments as play
from .sound import Mix, interleaved, midi, notes, tune

# Where the first track ends: the bar line after bar 7, rounded to a CD frame (588 samples) as on a pressed disc.
# The pad, the drone and the whistle are all held over it.
BEAT = 60 / 72
CUT = round(7 * 4 * BEAT * 75) * 588

CROSSING = [
    # first bar, bars, bass, pad, harp
    (0, 1, "D2", "A3 D4 E4 F#4", "D3 A3 D4 E4 F#4 A4"),
    (1, 1, "B1", "A3 B3 D4 F#4", "B2 F#3 A3 D4 F#4 B4"),
    (2, 1, "G1", "F#3 B3 D4 A4", "G2 D3 B3 D4 F#4 A4"),
    (3, 1, "A1", "E3 A3 D4 E4", "A2 E3 A3 D4 E4 A4"),
    (4, 1, "F#2", "A3 D4 E4 F#4", "F#2 A3 D4 E4 F#4 D5"),
    (5, 1, "G2", "B3 D4 F#4 A4", "G2 D3 B3 D4 F#4 B4"),
    (6, 2, "E2", "G3 B3 D4 F#4", "E3 B3 D4 F#4 G4 B4"),
    (8, 1, "A1", "G3 B3 D4 E4", "A2 E3 G3 D4 E4 B4"),
    (9, 1, "B1", "F#3 A3 C#4 D4", "B2 F#3 A3 D4 F#4 C#5"),
    (10, 1, "G1", "F#3 B3 D4", "G2 D3 B3 D4 F#4 B4"),
    (11, 1, "F#2", "A3 D4 E4 F#4", "F#2 D3 A3 D4 E4 F#4"),
    (12, 0.5, "E2", "G3 B3 D4", "E3 B3 D4 G4 D4 B3"),
    (12.5, 0.5, "A1", "G3 C#4 E4", "A2 E3 G3 C#4 E4 G4"),
]


def crossing():
    """Both tracks as one list of interleaved samples; the caller cuts at CUT."""
    mix, bar = Mix(14 * 4 * BEAT + 3.6, seed=72), 4 * BEAT
    for start, bars, low, chord, harp in CROSSING:
        for key in notes(chord):
            mix.add(play.pad(key, bars * bar + 1.3, 0.8, 1.5, 0.35), max(0, start * bar - 0.25), 0.17, 0, 0.3, 0)
        mix.add(play.pad(midi(low), bars * bar + 0.7, 0.3, 0.8, 0.15), start * bar, 0.3, 0, 0.05, 0)
        keys = notes(harp)
        order = (0, 1, 2, 3, 4, 5, 4, 2)
        for n in range(int(8 * bars)):
            if start == 6 and 5 < n < 10:
                continue  # nothing but held sounds around the cut
            at = start * bar + n * BEAT / 2
            gain = (0.30 if n % 4 == 0 else 0.22) * (1.0 if start < 12 else 0.85)
            mix.add(play.pluck(keys[order[n % 8]], 2.4, 0.42), at, gain, 0.35 * (-1) ** n * (n % 8) / 8, 0.4)
    melody = "F#5:2 E5:1 D5 | E5:3 -:1 | A5:2 F#5:1 E5 | D5:1.5 E5:.5 F#5:2 | B4:6"
    for beat, length, key in tune(melody, 8):
        mix.add(play.flute(key, length * BEAT + 0.12, 0.12, 0.3), beat * BEAT, 0.21, 0.12, 0.5)
    melody = "E5:1 D5 B4 D5 | F#5:2 C#5:1 D5 | B4:1 D5 A5:1.5 G5:.5 | F#5:3 E5:1 | G5:1 F#5 E5 C#5 | D5:4"
    for beat, length, key in tune(melody, 32):
        mix.add(play.felt_piano(key, length * BEAT + 1.6), beat * BEAT, 0.34, -0.1, 0.4)
        mix.add(play.felt_piano(key - 12, length * BEAT + 1.0, 0.3), beat * BEAT, 0.12, -0.1, 0.3)
    end = 13 * bar
    for n, key in enumerate(notes("D2 A2 D3 A3 E4 F#4 A4 D5")):
        mix.add(play.pluck(key, 4.5, 0.42), end + 0.09 * n, 0.26, -0.4 + 0.11 * n, 0.45)
    for key in notes("D2 A3 D4 F#4"):
        mix.add(play.pad(key, 6.2, 0.8, 4.0, 0.25), end - 0.25, 0.17, 0, 0.35, 0)
    return interleaved(mix.finished(0.86, 2200, 0.8, -23, -5, 2.2))


def harbour_lights():
    beat = 60 / 90
    mix = Mix(10 * 3 * beat + 2.6, seed=90)
    left = ["G2 B3 D4", "E2 B3 D4", "C3 G3 B3", "D3 A3 C4", "B2 A3 D4", "E2 G3 B3", "A2 G3 C4", "D2 F#3 C4", "G2 B3 D4"]
    for n, row in enumerate(left):
        low, *chord = notes(row)
        mix.add(play.felt_piano(low, 3 * beat + 0.5), n * 3 * beat, 0.42, -0.25, 0.3)
        for step in (1, 2):
            for key in chord:
                sound, at = play.felt_piano(key, 1.4 * beat, 0.3), (3 * n + step) * beat
                mix.add(sound, at, 0.19 - 0.03 * step, -0.1, 0.3, 0.012)
    melody = """B4:1 D5 G5 | F#5:2 E5:1 | E5:1 D5 B4 | A4:2 B4:.5 C5:.5 | D5:1 F#5 A5 | G5:2 E5:1
                C5:1 E5 G5:.5 F#5:.5 | E5:1.5 D5:.5 C5:1 | B4:3"""
    for at, length, key in tune(melody):
        mix.add(play.felt_piano(key, length * beat + 0.9, 0.6), at * beat, 0.46, 0.15, 0.35, 0.012)
    for n, key in enumerate(notes("G2 D3 B3 D4 G4 A4 D5")):
        mix.add(play.felt_piano(key, 4.2, 0.4), 27 * beat + 0.14 * n, 0.3, -0.2 + 0.07 * n, 0.4)
    return interleaved(mix.finished(0.82, 2000, 0.7, -23, -5, 1.6))
