# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""Kitchen Table Sessions: fingerpicked guitar, a bossa nova, a duet in three, and a slow rainy afternoon."""

from . import instruments as play
from .sound import Mix, highpass, interleaved, lowpass, midi, noise, notes, shaped, tune


def kettle_song():
    beat = 60 / 98
    mix = Mix(10 * 4 * beat + 2.2, seed=98)
    shapes = {
        "C": "C3 E3 G3 C4 E4", "Am": "A2 E3 A3 C4 E4", "F": "F2 C3 A3 C4 F4", "G": "G2 D3 G3 B3 D4",
        "Em": "E2 B2 G3 B3 E4",
    }
    for bar, name in enumerate("C Am F G C Em F G C".split()):
        low, alt, a, b, c = notes(shapes[name])
        picking = [(0, low, 0.42), (0, c, 0.26), (0.5, b, 0.24), (1, alt, 0.34), (1.5, c, 0.28), (2, low, 0.38),
                   (2.5, b, 0.24), (3, alt, 0.34), (3.5, a, 0.22)]
        for at, key, gain in picking:
            mix.add(play.pluck(key, 2.2, 0.6), (bar * 4 + at) * beat, gain, -0.25 if key > 52 else -0.1, 0.2)
        for step in range(8 if bar > 1 else 0):
            mix.add(play.shaker(step), (bar * 4 + step / 2) * beat, 0.05 if step % 2 else 0.028, 0.4, 0.15)
        if bar > 1:
            mix.add(play.kick(), bar * 4 * beat, 0.22, 0, 0.05)
    melody = """A4:1 C5:.5 D5:.5 F5:1.5 E5:.5 | D5:2 B4:1 D5 | E5:1.5 D5:.5 C5:1 G4 | B4:1 E5 G5:1.5 E5:.5
                A5:1 G5:.5 F5:.5 E5:1 C5 | D5:1.5 E5:.5 D5:1 B4 | C5:3.5"""
    for at, length, key in tune(melody, 8):
        mix.add(play.flute(key, length * beat + 0.04), at * beat, 0.19, 0.22, 0.45)
    for n, key in enumerate(notes("C3 G3 C4 E4 G4 C5")):
        mix.add(play.pluck(key, 3.2, 0.6), 36 * beat + 0.05 * n, 0.36, -0.2, 0.25)
    return interleaved(mix.finished(0.74, 3000, 0.8))


def half_past_four():
    beat = 60 / 128
    mix = Mix(16 * 4 * beat + 2.0, seed=128)
    chords = {
        "Dm": ("D2", "F3 A3 C4 E4"), "G": ("G1", "F3 A3 B3 E4"), "C": ("C2", "E3 G3 B3 D4"), "A": ("A1", "G3 C#4 F4"),
        "Em": ("E2", "D3 G3 B3 E4"), "F": ("F2", "E3 A3 C4 G4"), "C6": ("C2", "E3 A3 D4 G4"),
    }
    order = "Dm G Dm G C A Dm G Em A Dm G C F G C6".split()
    for bar, name in enumerate(order):
        low, chord = midi(chords[name][0]), notes(chords[name][1])
        last = bar == len(order) - 1
        for at in (0,) if last else ((0, 1.5, 3) if bar % 2 == 0 else (0.5, 2, 3.5)):
            for n, key in enumerate(chord):
                length, when = 2.6 if last else 0.75, (bar * 4 + at) * beat + 0.012 * n
                mix.add(play.pluck(key, length, 0.5), when, 0.24, -0.35, 0.2)
        line = [(0, low, 4.5)] if last else [(0, low, 1.4), (1.5, low + 7, 0.5), (2, low + 7, 1.4), (3.5, low, 0.5)]
        for at, key, length in line:
            mix.add(play.bass(key + 12 if key < 33 else key, length * beat), (bar * 4 + at) * beat, 0.42, 0, 0.05)
        for step in range(0 if last else 16):
            gain = (0.055, 0.022, 0.035, 0.022)[step % 4]
            mix.add(play.shaker(step), (bar * 4 + step / 4) * beat, gain, 0.45, 0.15, 0.003)
        for at in () if last else ((0, 1.5, 3) if bar % 2 == 0 else (1, 2.5)):
            mix.add(play.rim(), (bar * 4 + at) * beat, 0.07, 0.3, 0.3)
        if not last:
            mix.add(play.kick(), bar * 4 * beat, 0.22, 0, 0.03)
            mix.add(play.kick(), (bar * 4 + 2) * beat, 0.16, 0, 0.03)
        for key in chord[1:] if bar > 7 else ():
            mix.add(play.electric_piano(key, 3.6 * beat, 0.35), bar * 4 * beat, 0.07, 0.2, 0.4)
    melody = """-:.5 E5 F5 A5:1 G5:.5 E5:1 | -:.5 D5 E5 B4:2.5 | -:.5 B4 D5 G5:1 E5:.5 D5:1 | C#5:1.5 F5:2.5
                E5:1.5 F5:.5 A5:1 C6 | B5:1.5 A5:.5 E5:2 | G5:1.5 F#5:.5 E5:1 D5 | C#5:1.5 E5:.5 G5:2
                F5:1.5 E5:.5 D5:1 A4 | B4:1.5 D5:.5 E5:2 | D5:1.5 E5:.5 G5:1 B5 | A5:4
                -:.5 A4 B4 D5 E5 F5 A5:1 | G5:4"""
    for at, length, key in tune(melody, 8):
        mix.add(play.electric_piano(key, length * beat + 0.35, 0.7), at * beat, 0.3, 0.18, 0.35)
    return interleaved(mix.finished(0.72, 3200, 0.7))


def two_chairs():
    beat = 60 / 104
    mix = Mix(14 * 3 * beat + 2.8, seed=104)
    shapes = {
        "Am": "A2 E3 A3 C4 E4", "F": "F2 C3 A3 C4 E4", "C": "C3 G3 C4 E4 G4", "G": "G2 D3 G3 B3 D4",
        "Dm": "D3 A3 D4 F4 A4", "E": "E2 B2 G#3 D4 E4",
    }
    for bar, name in enumerate("Am F C G Am F Dm E Am F C G E".split()):
        keys = notes(shapes[name])
        for step, n in enumerate((0, 2, 3, 4, 3, 2)):
            gain = 0.4 if step == 0 else 0.23
            mix.add(play.pluck(keys[n], 1.9, 0.55), (bar * 3 + step / 2) * beat, gain, -0.4, 0.25)
        if bar > 7:
            mix.add(play.felt_piano(keys[0], 3 * beat, 0.4), bar * 3 * beat, 0.22, 0.3, 0.2)
    piano = tune("E5:2 C5:1 | A5:1.5 G5:.5 F5:1") + tune("C5:1 E5 A5 | C6:1.5 B5:.5 A5:1", 12)
    guitar = tune("E5:2 G4:1 | D5:1 B4 G4", 6) + tune("F5:1 A5 D5 | G#4:1 B4 E5", 18)
    both = tune("A5:2 E5:1 | F5:1.5 E5:.5 C5:1 | E5:1 G5 E5 | D5:2 B4:1 | C5:1 B4 G#4 | A4:3", 24)
    for at, length, key in piano + both:
        mix.add(play.felt_piano(key, length * beat + 0.8, 0.65), at * beat, 0.4, 0.35, 0.35, 0.01)
    for at, length, key in guitar:
        mix.add(play.pluck(key, length * beat + 1.0, 0.75), at * beat, 0.5, -0.25, 0.35, 0.01)
    for at, length, key in both:
        mix.add(play.pluck(key - 12, length * beat + 0.8, 0.65), at * beat, 0.27, -0.3, 0.3, 0.01)
    for n, key in enumerate(notes("A2 E3 A3 C4 E4 B4")):
        mix.add(play.pluck(key, 3.6, 0.5), 39 * beat + 0.09 * n, 0.33, -0.3, 0.35)
    return interleaved(mix.finished(0.78, 2600, 0.8))


def rain_on_the_skylight():
    beat = 60 / 78
    mix = Mix(8 * 4 * beat + 3.4, seed=78)
    chords = [
        (0, 4, "F2", "A3 C4 E4 G4"), (4, 4, "E2", "G3 B3 D4 G4"), (8, 4, "D2", "F3 A3 C4 E4"),
        (12, 4, "C2", "E3 G3 B3 D4"), (16, 4, "F2", "A3 C4 E4 G4"), (20, 2, "E2", "G3 B3 D4"),
        (22, 2, "A1", "G3 C#4 E4"),
        (24, 2, "D2", "F3 A3 C4 E4"), (26, 2, "G1", "F3 B3 E4"), (28, 4, "C2", "E3 G3 B3 D4"),
    ]
    for at, length, low, chord in chords:
        for n, key in enumerate(notes(chord)):
            sound = play.electric_piano(key, length * beat + 0.4, 0.5)
            mix.add(sound, at * beat + 0.02 * n, 0.2, -0.3 + 0.15 * n, 0.35)
        key = midi(low) if midi(low) > 32 else midi(low) + 12
        mix.add(play.bass(key, 1.4 * beat), at * beat, 0.42, 0, 0.05)
        if length == 4:
            mix.add(play.bass(key, 0.4 * beat), (at + 1.67) * beat, 0.28, 0, 0.05)
            mix.add(play.bass(key + 7, 1.2 * beat), (at + 2.5) * beat, 0.3, 0, 0.05)
    for bar in range(7):
        for at, gain in ((0, 0.4), (1.67, 0.24), (2.5, 0.32)):
            mix.add(play.kick(), (bar * 4 + at) * beat, gain, 0, 0.04)
        for at in (1, 3):
            mix.add(play.brush(at + bar), (bar * 4 + at) * beat, 0.15, 0.08, 0.35)
        for step in range(8):
            at = step // 2 + (0.62 if step % 2 else 0)  # swung
            mix.add(play.shaker(step), (bar * 4 + at) * beat, 0.03 if step % 2 else 0.05, 0.35, 0.2)
    melody = """-:2 C5:.67 D5:.33 E5:1 | G5:1.67 E5:.33 D5:1 B4 | -:1 A4:.67 C5:.33 E5:1 F5 | E5:1.67 D5:.33 B4:2
                -:1 G5:.67 A5:.33 C6:1 A5 | G5:1 E5 C#5 E5 | F5:1.67 E5:.33 D5:1 B4 | D5:1 E5:3"""
    for at, length, key in tune(melody):
        mix.add(play.marimba(key, 1.2), at * beat, 0.2, 0.2, 0.5, 0.015)
        mix.add(play.electric_piano(key, length * beat + 0.5, 0.3), at * beat, 0.13, 0.2, 0.5, 0.015)
    mix.echo(0.67 * beat, 0.4, 0.22)
    for seed, pan in ((1, -0.8), (2, 0.8)):
        rain = highpass(lowpass(lowpass(noise(mix.count, seed), 2400), 2400), 500)
        mix.add(shaped(rain, 2.5, 3.0), 0, 0.028, pan, 0, 0)
    for _ in range(110):
        drop = play.burst(0.03, 1200, 5200, 40 + mix.random.randrange(6), 0.001)
        at, gain = mix.random.random() * (mix.count / 44100 - 2), 0.008 + 0.03 * mix.random.random() ** 2
        mix.add(drop, at, gain, mix.random.uniform(-0.9, 0.9), 0.6, 0)
    return interleaved(mix.finished(0.76, 2400, 0.8))
