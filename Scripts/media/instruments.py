# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""The instruments. Each function gives one note as array('d') with a peak near 1, or a (left, right) pair."""

import math
from array import array
from functools import lru_cache
from itertools import accumulate, repeat
from math import sin
from operator import mul

from .sound import RATE, hertz, highpass, lowpass, noise, shaped

TURN = 2 * math.pi
TABLE = 16384


def decay(count, seconds):
    """An exponential that falls by 60 dB in the given time."""
    return accumulate(repeat(10 ** (-3 / (seconds * RATE)), count - 1), mul, initial=1.0)


def levelled(sound, level=1.0):
    top = max(map(abs, sound)) or 1.0
    return array("d", [x * level / top for x in sound])


def partials(key, seconds, rows):
    """Sums decaying sines; a row is (ratio, level, seconds to fall by 60 dB)."""
    count, base = int(seconds * RATE), TURN * hertz(key) / RATE
    total = [0.0] * count
    for ratio, level, fall in rows:
        if base * ratio > 2.2:
            continue
        w, length = base * ratio, min(count, int(1.3 * fall * RATE))
        part = [level * e * sin(w * i) for i, e in enumerate(decay(length, fall))]
        total[:length] = [a + b for a, b in zip(total, part)]
    return array("d", total)


@lru_cache(maxsize=96)
def pluck(key, seconds, bright=0.6, fall=None):
    """A plucked string (Karplus and Strong), tuned by interpolation in the loop."""
    count, period = int(seconds * RATE), RATE / hertz(key)
    fall = fall or 4.5 * 2 ** ((55 - key) / 26)
    whole = int(period - 1)
    part = period - 1 - whole
    k, g = 0.22 * (1 - bright), 10 ** (-3 * period / RATE / fall)
    c0, c1, c2, c3 = (
        g * x for x in (
            k * (1 - part), (1 - 2 * k) * (1 - part) + k * part, k * (1 - part) + (1 - 2 * k) * part, k * part,
        )
    )
    burst = lowpass(lowpass(noise(whole + 3, key), 900 + 5200 * bright), 2500 + 6000 * bright)
    place = max(1, int(period * 0.21))
    out = [x - 0.8 * burst[i - place] for i, x in enumerate(burst)]
    mean = sum(out) / len(out)
    out = [x - mean for x in out]
    while len(out) < count:
        s = len(out) - whole
        rows = zip(out[s:], out[s - 1:-1], out[s - 2:-2], out[s - 3:-3])
        out += [c0 * a + c1 * b + c2 * c + c3 * d for a, b, c, d in rows]
    return shaped(levelled(out[:count]), 0.0015, 0.12)


@lru_cache(maxsize=96)
def electric_piano(key, seconds, force=0.6):
    """Two FM pairs: a round body and a short bell-like tine."""
    count, w = int(seconds * RATE), TURN * hertz(key) / RATE
    body, tine, fm = decay(count, 5.0 * 2 ** ((60 - key) / 30)), decay(count, 0.9), decay(count, 1.4)
    index, bell = 1.5 * force, 0.22 * force * max(0.15, min(1.0, (100 - key) / 40))
    sound = array("d", [
        0.75 * e * sin(w * i + index * m * sin(w * i)) + bell * t * sin(w * i + 0.6 * t * sin(14 * w * i))
        for i, (e, t, m) in enumerate(zip(body, tine, fm))
    ])
    return shaped(sound, 0.004, 0.18)


@lru_cache(maxsize=96)
def felt_piano(key, seconds, force=0.5):
    """Stretched partials of two strings that beat slowly, with the thump of a felt hammer."""
    long = 7.0 * 2 ** ((60 - key) / 22)
    rows = []
    for n in range(1, 10):
        stretch = n * math.sqrt(1 + 0.0004 * n * n)
        level = n ** (-2.1 + 0.7 * force) * abs(math.sin(math.pi * n / 7.3)) * 2
        rows += [(stretch, level, long / n ** 0.8), (stretch * 1.0007, 0.6 * level, 0.5 * long / n ** 0.8)]
    sound = levelled(partials(key, seconds, rows), 0.9)
    thump = lowpass(lowpass(noise(int(0.07 * RATE), key), 260), 260)
    for i, e in zip(range(min(len(thump), len(sound))), decay(len(thump), 0.09)):
        sound[i] += 1.2 * e * thump[i]
    return shaped(sound, 0.005, 0.25)


@lru_cache(maxsize=64)
def music_box(key, seconds):
    rows = [(1, 1, 2.6), (2.0, 0.25, 1.6), (3.01, 0.18, 1.0), (5.42, 0.12, 0.45), (8.9, 0.05, 0.12)]
    return shaped(partials(key, seconds, rows), 0.001, 0.2)


@lru_cache(maxsize=64)
def marimba(key, seconds):
    short = 1.5 * 2 ** ((60 - key) / 24)
    rows = [(1, 1, short), (3.93, 0.22, 0.35 * short), (9.5, 0.06, 0.08)]
    return shaped(partials(key, seconds, rows), 0.003, 0.1)


@lru_cache(maxsize=64)
def bass(key, seconds):
    rows = [(1, 1, 3.5), (2, 0.35, 1.6), (3, 0.1, 0.7), (4, 0.04, 0.3)]
    return shaped(partials(key, seconds, rows), 0.012, 0.09)


@lru_cache(maxsize=16)
def table(harmonics, slope):
    wave = [sum(sin(TURN * h * i / TABLE) / h ** slope for h in harmonics) for i in range(TABLE)]
    return levelled(wave)


def voice(wave, key, count, cents=0.0, phase=0.0):
    step = TABLE * hertz(key + cents / 100) / RATE
    mask, start = TABLE - 1, phase * TABLE
    return [wave[int(start + step * i) & mask] for i in range(count)]


@lru_cache(maxsize=48)
def pad(key, seconds, attack=0.9, release=1.4, bright=0.5):
    """Three detuned voices a side whose upper harmonics swell and fade; the sides differ, hence the width."""
    count = int(seconds * RATE)
    top = max(3, min(9, int(5000 / hertz(key))))
    dull, rich = table((1, 2, 3), 2.0), table(tuple(range(2, top + 1)), 1.3)
    swell = [bright * (0.35 - 0.3 * math.cos(TURN * i / count)) for i in range(0, count + 64, 64)]
    sides = []
    for side in (-1, 1):
        total = [0.0] * count
        for n, cents in enumerate((-6.5, 0.8 * side, 5.5)):
            phase = (0.37 * n + 0.21 * side + key * 0.13) % 1
            low, high = voice(dull, key, count, cents * side, phase), voice(rich, key, count, cents * side, phase)
            total = [a + b + swell[i >> 6] * c for i, (a, b, c) in enumerate(zip(total, low, high))]
        sides.append(shaped(array("d", [x / 4 for x in total]), attack, release))
    return tuple(sides)


@lru_cache(maxsize=48)
def flute(key, seconds, attack=0.07, release=0.14):
    """A soft whistle: three harmonics, a vibrato that arrives late, some breath."""
    count, w = int(seconds * RATE), TURN * hertz(key) / RATE
    rate = TURN * 4.9 / RATE
    depth = [min(1.0, max(0.0, i / RATE - 0.22) * 2.2) for i in range(count)]
    phase = accumulate(w * (1 + 0.0042 * d * sin(rate * i)) for i, d in enumerate(depth))
    breath = highpass(lowpass(lowpass(noise(count, key + 500), 3000), 3000), 700)
    sound = array("d", [
        (0.8 + 0.09 * d * sin(rate * i)) * (sin(p) + 0.2 * sin(2 * p) + 0.07 * sin(3 * p)) + 0.035 * b
        for i, (p, d, b) in enumerate(zip(phase, depth, breath))
    ])
    return shaped(sound, attack, release)


@lru_cache(maxsize=48)
def reed(key, seconds):
    """A small accordion: two reeds a little apart."""
    count = int(seconds * RATE)
    wave = table(tuple(range(1, max(4, min(12, int(5500 / hertz(key)))))), 1.15)
    a, b = voice(wave, key, count, -4), voice(wave, key, count, 5, 0.3)
    return shaped(lowpass([0.5 * (x + y) for x, y in zip(a, b)], 3200), 0.035, 0.07)


@lru_cache(maxsize=4)
def kick():
    count = int(0.32 * RATE)
    phase = accumulate(TURN * (46 + 70 * math.exp(-i / 700)) / RATE for i in range(count))
    return shaped(array("d", [e * sin(p) for p, e in zip(phase, decay(count, 0.4))]), 0.003, 0.05)


@lru_cache(maxsize=16)
def burst(seconds, low, high, seed, attack=0.004):
    """Noise between two frequencies with a quick decay: shakers, brushes and hats."""
    count = int(seconds * RATE)
    band = levelled(highpass(lowpass(lowpass(noise(count, seed), high), high), low))
    return shaped(array("d", [x * e for x, e in zip(band, decay(count, seconds))]), attack, 0.02)


def shaker(seed=0):
    return burst(0.09, 3500, 8500, 10 + seed % 3, 0.018)


def brush(seed=0):
    return burst(0.26, 500, 4200, 20 + seed % 3)


@lru_cache(maxsize=4)
def rim():
    return shaped(partials(91, 0.09, [(1, 0.7, 0.07), (1.52, 0.5, 0.05), (2.7, 0.2, 0.03)]), 0.001, 0.02)
