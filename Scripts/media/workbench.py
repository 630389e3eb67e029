# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""Postcards from the Workbench: a spoken welcome, a jig, two gears that turn at different speeds, a music box."""

import subprocess
from array import array

from . import instruments as play
from .sound import RATE, Mix, highpass, interleaved, midi, notes, read_wave, tune

WELCOME = (
    "Welcome to OnCue.",
    "OnCue is a small media service for Linux. It has no window of its own.",
    "It keeps your library, plays your music, and waits for your cue: from the terminal, from the desktop,"
    " or from the buttons on your headphones.",
    "The pieces in this little library were made for it, by a program, and are free for any use.",
    "Two of them belong together. If you hear no gap in the crossing, all is well.",
    "Now lean back. The next one is on cue.",
)


def welcome(folder):
    """The only piece that needs another program for its sound: espeak-ng reads WELCOME."""
    chords = ["F2 C3 A3 E4 G4", "D2 C3 F3 A3 E4", "Bb1 D3 F3 A3 C4", "C2 G3 Bb3 D4 F4"]
    lines, at = [], 1.8
    for n, line in enumerate(WELCOME):
        raw, wide = folder / f"line{n}.raw.wav", folder / f"line{n}.wav"
        spoken = line.replace("OnCue", "on cue")
        subprocess.run(["espeak-ng", "-v", "en-gb+f2", "-s", "148", "-p", "42", "-w", raw, spoken], check=True)
        subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", raw, "-ar", str(RATE), "-ac", "1", wide], check=True)
        voice = highpass(array("d", [x / 32768 for x in read_wave(wide)]), 90)
        lines.append((at, voice))
        at += len(voice) / RATE + 0.35
    mix, bar = Mix(at + 3.0, seed=5), 4.0
    for at, voice in lines:
        mix.add(voice, at, 0.9, 0, 0.07, 0)
    count = int((mix.count / RATE - 2.5) / bar) + 1
    for n in range(count):
        last = n == count - 1
        for key in notes(chords[0 if last else n % 4]):
            length = mix.count / RATE - n * bar if last else bar + 1.4
            mix.add(play.pad(key, length, 1.2, 1.8, 0.3), n * bar, 0.045, 0, 0.4, 0)
        for step, key in enumerate(notes(chords[0 if last else n % 4])[2:]):
            mix.add(play.electric_piano(key + 12, 2.6, 0.25), n * bar + step * 0.5, 0.05, -0.4 + 0.4 * step, 0.6)
    return interleaved(mix.finished(0.8, 2600, 0.6, -21, -3))


def solder_and_tea():
    step = 0.222  # an eighth in 6/8
    mix = Mix(19 * 6 * step + 2.4, seed=68)
    shapes = {"G": "G2 B3 D4 G4", "C": "C3 C4 E4 G4", "Em": "E2 B3 E4 G4", "Am": "A2 C4 E4 A4", "D": "D3 A3 D4 F#4"}
    order = "G D G G C G Em C Am D G G C G Em C D G".split()
    for bar, name in enumerate(order):
        low, *chord = notes(shapes[name])
        mix.add(play.bass(low, 2.6 * step), bar * 6 * step, 0.38, 0, 0.06)
        mix.add(play.bass(low + 7 if low < 46 else low - 5, 2.4 * step), (bar * 6 + 3) * step, 0.28, 0, 0.06)
        for at, gain in ((0, 0.12), (2, 0.15), (3, 0.13), (5, 0.17)):
            for n, key in enumerate(chord):
                mix.add(play.pluck(key, 0.8, 0.72, 1.2), (bar * 6 + at) * step + 0.008 * n, gain, -0.4, 0.2)
        for at in range(6):
            mix.add(play.shaker(at), (bar * 6 + at) * step, 0.05 if at % 3 == 0 else 0.025, 0.5, 0.15)
        mix.add(play.kick(), bar * 6 * step, 0.24, 0, 0.04)
        if bar > 9:
            mix.add(play.brush(bar), (bar * 6 + 3) * step, 0.07, 0.1, 0.3)
    first = """D5:2 B4:1 G4:2 A4:1 | B4:2 D5:1 G5:3 | E5:2 G5:1 E5:2 C5:1 | D5:2 B4:1 D5:3
               E5:2 F#5:1 G5:2 F#5:1 | E5:2 D5:1 C5:2 E5:1 """
    ends = ("| A4:2 B4:1 C5:2 E5:1 | D5:2 C5:1 A4:3", "| A4:2 B4:1 A4:2 F#4:1 | G4:6")
    for turn, end in enumerate(ends):
        for at, length, key in tune(first + end, 12 + 48 * turn):
            mix.add(play.pluck(key, length * step + 0.5, 0.85), at * step, 0.36 if turn == 0 else 0.24, 0.25, 0.3)
            if turn == 1:
                mix.add(play.reed(key, length * step - 0.01), at * step, 0.2, 0.2, 0.3)
    for at, length, key in tune("B4:12 | D5:6 G4:12 B4:6 G4:6 G4:6", 60):
        mix.add(play.reed(key - 12, length * step), at * step, 0.05, -0.2, 0.35)
    for n, key in enumerate(notes("G2 D3 B3 D4 G4 B4 G5")):
        mix.add(play.pluck(key, 2.8, 0.7), 18 * 6 * step + 0.03 * n, 0.3, -0.3 + 0.1 * n, 0.35)
    return interleaved(mix.finished(0.72, 3200, 0.75))


def little_gears():
    step = 60 / 112 / 4
    chords = [
        ("A1", "A3 C4 E4 G4 B4 C5"), ("F1", "A3 C4 E4 G4 A4 C5"),
        ("C2", "G3 C4 D4 E4 G4 D5"), ("G1", "G3 B3 D4 E4 G4 B4"),
    ]
    order = [0, 1, 2, 3, 0, 1, 2, 3]
    mix = Mix(len(order) * 24 * step + 3.0, seed=112)
    large, small = (0, 2, 1, 3, 2, 4, 1, 3), (4, None, 3, None, 5, 2)
    for part, n in enumerate(order):
        low, keys, start = midi(chords[n][0]) + 12, notes(chords[n][1]), part * 24
        for at, length in ((0, 9), (10, 5), (16, 7)):
            mix.add(play.bass(low, length * step), (start + at) * step, 0.36 if part else 0.3, 0, 0.06)
        for at in range(24):
            accent = 1.25 if at % 8 == 0 else 1.0
            mix.add(play.marimba(keys[large[at % 8]], 1.0), (start + at) * step, 0.21 * accent, -0.5, 0.25, 0.004)
            tooth = small[at % 6]
            if part > 0 and tooth is not None:
                mix.add(play.marimba(keys[tooth] + 12, 0.8), (start + at) * step, 0.13, 0.55, 0.3, 0.004)
            if part > 3 and at % 4 == 2:
                mix.add(play.shaker(at), (start + at) * step, 0.05, 0.2, 0.2)
            if part > 3 and at in (0, 10, 16):
                mix.add(play.kick(), (start + at) * step, 0.26, 0, 0.04)
        for key in keys[:4] if part > 1 else ():
            mix.add(play.pad(key, 24 * step + 0.9, 0.7, 1.0, 0.4), start * step, 0.05, 0, 0.4, 0)
        mix.add(play.music_box(keys[-1] + 12, 2.5), start * step, 0.1, 0.1, 0.6)
    for at, length, key in tune("E5:8 D5:4 B4:12 | C5:8 E5:4 A5:12 | G5:8 E5:4 D5:12 | B4:8 D5:4 G5:6 D5:6", 96):
        mix.add(play.flute(key, length * step + 0.1, 0.1, 0.25), at * step, 0.16, -0.1, 0.5)
    end = len(order) * 24 * step
    for n, key in enumerate(notes("A2 E3 A3 C4 E4 B4 E5")):
        mix.add(play.marimba(key, 2.2), end + 0.05 * n, 0.26, -0.5 + 0.17 * n, 0.5)
    return interleaved(mix.finished(0.78, 3000, 0.8))


def lamp_off():
    """A music box that runs down: each of the last bars is slower than the one before."""
    times, now = [], 0.0
    for bar in range(14):
        length = 60 / 96 * (1 + max(0, bar - 7) ** 2 * 0.022)
        times += [(now, length), (now + length, length), (now + 2 * length, length)]
        now += 3 * length

    def when(beat):
        start, length = times[int(beat)]
        return start + (beat % 1) * length

    mix = Mix(when(33) + 5.2, seed=96)
    chords = ["F3 C4 A4", "D3 A3 F4", "Bb2 F3 D4", "C3 G3 E4", "F3 C4 A4", "D3 A3 F4", "G3 Bb3 D4", "C3 G3 Bb3",
              "F3 C4 A4", "Bb2 F3 D4", "C3 G3 Bb3"]
    for bar, row in enumerate(chords):
        for n, key in enumerate(notes(row)):
            mix.add(play.music_box(key + 12, 2.2), when(3 * bar + n), 0.17, -0.3, 0.4)
            if bar > 1:
                length = when(3 * bar + 3) - when(3 * bar) + 1.0
                mix.add(play.pad(key, length, 0.6, 1.1, 0.2), when(3 * bar), 0.05, 0, 0.3, 0)
    melody = """A5:1 C6 A5 | F5:2 A5:1 | D6:1 C6 Bb5 | G5:3 | A5:1 C6 F6 | E6:1 D6:2 | Bb5:1 D6 Bb5 | G5:1 A5 Bb5
                A5:2 F5:1 | D5:1 F5 Bb5 | A5:1 G5 E5 | F5:3"""
    for at, _, key in tune(melody):
        mix.add(play.music_box(key, 3.0), when(at), 0.34, 0.15, 0.45)
    for n, key in enumerate(notes("F3 C4 A4 F6")):
        mix.add(play.music_box(key + (12 if n < 3 else 0), 3.4), when(33) + 0.24 * (n + 1), 0.16, -0.3 + 0.2 * n, 0.5)
        mix.add(play.pad(key - (24 if n == 3 else 0), 4.4, 0.6, 3.2, 0.2), when(33), 0.05, 0, 0.3, 0)
    return interleaved(mix.finished(0.82, 3000, 0.8, -21))
