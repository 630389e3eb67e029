# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""The covers: small abstract pictures, painted pixel by pixel and written as PNG with zlib."""

import math
import random
import struct
import zlib

SIZE = 500


def blend(under, over, amount):
    amount = min(1.0, max(0.0, amount))
    return tuple(a + (b - a) * amount for a, b in zip(under, over))


def gradient(stops, place):
    """The colour at a place from 0 to 1 among evenly spaced stops."""
    place = min(0.9999, max(0.0, place)) * (len(stops) - 1)
    return blend(stops[int(place)], stops[int(place) + 1], place % 1)


def write_png(path, colour):
    rows, before = bytearray(), bytes(3 * SIZE)
    for y in range(SIZE):
        row = bytes(min(255, max(0, round(part))) for x in range(SIZE) for part in colour(x, y))
        rows.append(2)  # the difference from the row above
        rows += bytes((a - b) & 255 for a, b in zip(row, before))
        before = row

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 2, 0, 0, 0)
    packed = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(rows), 9)) + chunk(b"IEND", b"")
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + packed)


def night_crossing(x, y):
    """A moon over a calm sea, with two headlands."""
    if y < 300:
        colour = gradient([(10, 16, 46), (28, 38, 86), (86, 76, 130), (214, 138, 132)], y / 300)
        for sx, sy, size in STARS:
            colour = blend(colour, (255, 250, 235), 0.9 * max(0.0, 1 - math.hypot(x - sx, y - sy) / size))
        far = math.hypot(x - 330, y - 150)
        colour = blend(colour, (255, 226, 190), 0.5 * math.exp(-max(0, far - 54) / 46))
        colour = blend(colour, (255, 240, 214), 55 - far)
        back = 262 - 34 * math.exp(-((x - 90) / 120) ** 2) - 6 * math.sin(x / 31)
        colour = blend(colour, (64, 58, 108), y - back)
        front = 290 - 42 * math.exp(-((x - 500) / 110) ** 2) - 3 * math.sin(x / 17)
        return blend(colour, (34, 36, 78), y - front)
    depth = (y - 300) / 200
    colour = gradient([(190, 124, 132), (78, 72, 126), (24, 34, 78), (10, 18, 48)], depth)
    ripple = math.sin(y * (0.9 - 0.55 * depth) + 2.2 * math.sin(x / (24 + 60 * depth) + y / 11))
    width = 40 + 90 * depth
    glow = math.exp(-((x - 330) / width) ** 2) * max(0.0, ripple) * (0.85 - 0.5 * depth)
    colour = blend(colour, (255, 226, 190), glow)
    hull = 46 - abs(x - 150) - 1.1 * (y - 322)
    colour = blend(colour, (18, 20, 46), hull if 322 <= y < 333 else 0)
    cabin = 17 - abs(x - 146)
    return blend(colour, (18, 20, 46), cabin if 311 <= y < 322 else 0)


def star_field():
    draw = random.Random(11).random
    return [(draw() * SIZE, draw() * 190, 0.8 + draw() ** 3 * 1.6) for _ in range(70)]


STARS = star_field()


def kitchen_table(x, y):
    """Cups, plates and a lemon seen from above."""
    colour = gradient([(246, 232, 208), (238, 214, 180)], (x + y) / (2 * SIZE))
    if (x + 20) % 62 < 22:
        colour = blend(colour, (222, 184, 148), 0.35)
    if (y + 34) % 62 < 22:
        colour = blend(colour, (206, 160, 140), 0.3)
    for cx, cy, radius, rings in TABLE:
        far = math.hypot(x - cx, y - cy)
        shade = math.hypot(x - cx - 9, y - cy - 12)
        colour = blend(colour, (112, 74, 62), 0.3 * min(1.0, max(0.0, (radius + 10 - shade) / 20)))
        for size, ring in rings:
            colour = blend(colour, ring, radius * size - far + 0.5)
        light = math.hypot(x - cx + radius * 0.3, y - cy + radius * 0.34) / (radius * 0.9)
        if far < radius:
            colour = blend(colour, (255, 255, 250), 0.14 * max(0.0, 1 - light))
    return colour


TABLE = [
    (178, 186, 132, [(1, (52, 104, 112)), (0.93, (74, 136, 138)), (0.66, (66, 122, 126))]),
    (178, 186, 66, [(1, (250, 244, 230)), (0.86, (120, 70, 44)), (0.6, (142, 88, 56))]),
    (366, 330, 104, [(1, (204, 92, 66)), (0.9, (222, 112, 80)), (0.62, (212, 100, 72))]),
    (372, 322, 46, [(1, (248, 206, 88)), (0.84, (254, 240, 186)), (0.76, (250, 216, 110))]),
    (128, 396, 58, [(1, (248, 240, 222)), (0.88, (146, 160, 96)), (0.5, (166, 180, 112))]),
    (404, 112, 44, [(1, (244, 196, 72)), (0.9, (250, 210, 98))]),
]


def workbench(x, y):
    """Three meshing gears."""
    colour = gradient([(18, 62, 70), (22, 92, 94), (60, 132, 118)], (0.4 * x + y) / (1.4 * SIZE))
    glow = math.hypot(x - 400, y - 70)
    colour = blend(colour, (250, 206, 128), 0.55 * math.exp(-((glow / 210) ** 2)))
    for cx, cy, radius, teeth, turn, tone in GEARS:
        for shift, ink, amount in ((10, (8, 34, 42), 0.35), (0, tone, 1.0)):
            dx, dy = x - cx - shift, y - cy - shift * 1.2
            far, angle = math.hypot(dx, dy), math.atan2(dy, dx) + turn
            if far > radius * 1.15:
                continue
            edge = radius + 9 * max(-1.0, min(1.0, 2.6 * math.sin(teeth * angle)))
            cover = min(1.0, max(0.0, edge - far)) * min(1.0, max(0.0, far - radius * 0.2))
            spoke = radius * 0.15 * 0.5 - min(abs(far * math.sin(angle - k * math.pi / 5)) for k in range(5))
            window = min(1.0, max(0.0, far - radius * 0.36)) * min(1.0, max(0.0, radius * 0.74 - far))
            cover *= 1 - window * min(1.0, max(0.0, -spoke))
            colour = blend(colour, ink, amount * cover)
            if shift == 0 and radius * 0.8 < far < radius * 0.84:
                colour = blend(colour, (255, 250, 230), 0.25)
    return colour


GEARS = [
    (206, 286, 138, 24, 0.0, (236, 172, 74)),
    (391, 205, 56, 10, 0.53, (222, 104, 72)),
    (356, 410, 47, 8, 0.1, (240, 226, 196)),
]
