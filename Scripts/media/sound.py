# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""Notes, envelopes, filters, the stereo mix and its room.

Sounds are array('d') at RATE. Everything recursive works in blocks or through itertools.accumulate, which is what
keeps plain Python fast enough for this.
"""

import math
import random
import sys
import wave
from array import array
from itertools import accumulate

RATE = 44100
STEPS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}


def midi(name):
    """The MIDI number of a note such as "F#4" or "Bb3"."""
    shift = {"#": 1, "b": -1}.get(name[1], 0)
    return STEPS[name[0]] + shift + 12 * (int(name[2 if shift else 1:]) + 1)


def notes(names):
    return [midi(name) for name in names.split()]


def hertz(key):
    return 440.0 * 2 ** ((key - 69) / 12)


def tune(text, start=0.0):
    """Reads "E5:1 G5:.5 -:.5 A5" as (beat, beats, key); a note without a length keeps the last one, - rests."""
    beat, length, result = start, 1.0, []
    for word in text.replace("|", " ").split():
        name, _, number = word.partition(":")
        length = float(number) if number else length
        if name != "-":
            result.append((beat, length, midi(name)))
        beat += length
    return result


def lowpass(sound, hz):
    """One pole; apply twice for a steeper slope."""
    k = 1 - math.exp(-2 * math.pi * hz / RATE)
    return array("d", accumulate(sound, lambda y, x: y + k * (x - y)))


def highpass(sound, hz):
    return array("d", [x - y for x, y in zip(sound, lowpass(sound, hz))])


def noise(count, seed):
    draw = random.Random(seed).random
    return array("d", [2 * draw() - 1 for _ in range(count)])


def shaped(sound, attack, release):
    """Raised-cosine fades at both ends, in seconds, so that nothing clicks."""
    a, r = min(int(attack * RATE), len(sound)), min(int(release * RATE), len(sound))
    for i in range(a):
        sound[i] *= 0.5 - 0.5 * math.cos(math.pi * i / a)
    for i in range(r):
        sound[-1 - i] *= 0.5 - 0.5 * math.cos(math.pi * i / r)
    return sound


class Mix:
    """A stereo mix of a fixed length with one shared room."""

    def __init__(self, seconds, seed=1):
        self.count = int(seconds * RATE)
        self.left, self.right, self.send = (array("d", bytes(8 * self.count)) for _ in range(3))
        self.random = random.Random(seed)

    def add(self, sound, at, gain=1.0, pan=0.0, send=0.25, loose=0.006):
        """Adds a mono sound, or a (left, right) pair, at a time in seconds; loose is how late it may come."""
        at += self.random.random() * loose
        gain *= 1 - 12 * loose * self.random.random()
        start = max(0, int(at * RATE))
        angle = (pan + 1) * math.pi / 4
        pair = sound if isinstance(sound, tuple) else (sound, sound)
        for bus, part, g in (
            (self.left, pair[0], gain * math.cos(angle)),
            (self.right, pair[1], gain * math.sin(angle)),
            (self.send, pair[0], gain * send),
        ):
            end = min(self.count, start + len(part))
            bus[start:end] = array("d", [a + g * b for a, b in zip(bus[start:end], part)])

    def echo(self, seconds, feedback=0.35, level=0.25):
        """A ping-pong echo of what was sent to the room so far."""
        step = int(seconds * RATE)
        for turn in range(1, 6):
            g, bus = level * feedback ** (turn - 1), self.left if turn % 2 else self.right
            shift = step * turn
            bus[shift:] = array("d", [a + g * b for a, b in zip(bus[shift:], self.send)])

    def finished(self, room=0.8, damp=2600.0, wet=1.0, loudness=-20.0, peak=-3.0, fade=1.0):
        """(left, right) with the room, no DC, at an RMS level of loudness dBFS unless the peak (dBFS) forbids it."""
        source = highpass(lowpass(self.send, 6000), 120)
        sides = []
        for dry, spread in ((self.left, 0), (self.right, 23)):
            hall = reverb(source, room, damp, spread)
            both = array("d", [a + wet * b for a, b in zip(dry, hall)])
            sides.append(shaped(highpass(both, 28), 0.002, fade))
        rms = math.sqrt(sum(x * x for side in sides for x in side) / (2 * self.count))
        top = max(max(map(abs, side)) for side in sides)
        gain = min(10 ** (loudness / 20) / rms, 10 ** (peak / 20) / top)
        return tuple(array("h", [round(32767 * gain * x) for x in side]) for side in sides)


def reverb(source, room, damp, spread):
    """Eight damped combs, then three allpasses (Schroeder and Moorer's arrangement), one side."""
    keep = math.exp(-2 * math.pi * damp / RATE)
    count = len(source)
    total = array("d", bytes(8 * count))
    for delay in (1116, 1188, 1277, 1356, 1422, 1491, 1557, 1617):
        delay += spread
        line, state = array("d", bytes(8 * delay)), 0.0
        feedback = room ** (delay / 1356) * 0.98
        for i in range(0, count, delay):
            total[i:i + delay] = array("d", [a + b for a, b in zip(total[i:i + delay], line)])
            soft = list(accumulate(line, lambda y, x: x + keep * (y - x), initial=state))[1:]
            state = soft[-1]
            line = array("d", [x + feedback * y for x, y in zip(source[i:i + delay], soft)])
    for delay in (556, 441, 225):
        delay += spread
        before, after = array("d", bytes(8 * delay)), array("d", bytes(8 * delay))
        for i in range(0, count, delay):
            block = total[i:i + delay]
            after = array("d", [b - 0.5 * x + 0.5 * a for x, b, a in zip(block, before, after)])
            total[i:i + delay], before = after, block
    return array("d", [0.19 * x for x in total])


def interleaved(sides):
    frames = array("h", bytes(4 * len(sides[0])))
    frames[0::2], frames[1::2] = sides
    return frames


def write_wave(path, frames):
    """Writes interleaved 16-bit stereo."""
    if sys.byteorder == "big":
        frames = array("h", frames)
        frames.byteswap()
    with wave.open(str(path), "wb") as file:
        file.setparams((2, 2, RATE, 0, "NONE", ""))
        file.writeframes(frames.tobytes())


def read_wave(path):
    """Reads 16-bit samples as array('h'), still interleaved."""
    with wave.open(str(path), "rb") as file:
        frames = array("h", file.readframes(file.getnframes()))
    if sys.byteorder == "big":
        frames.byteswap()
    return frames
