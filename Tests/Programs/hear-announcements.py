# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""Prints every packet of multicast DNS that reaches an address of this machine, and the records in it.

  hear-announcements.py ADDRESS

A packet is printed as its bytes, a record as TTL, TYPE, NAME and, for texts, each of them. A TTL of 0 takes a record back.
"""

import socket
import struct
import sys

GROUP = "224.0.0.251"
TYPES = {1: "A", 12: "PTR", 16: "TXT", 28: "AAAA", 33: "SRV", 47: "NSEC"}


def name(packet, place):
    """Returns the name at a place, and the place behind it."""
    labels, behind = [], None
    while packet[place]:
        if packet[place] >= 0xC0:
            behind = behind or place + 2
            place = struct.unpack_from(">H", packet, place)[0] & 0x3FFF
            continue
        labels.append(packet[place + 1 : place + 1 + packet[place]].decode(errors="replace"))
        place += 1 + packet[place]
    return ".".join(labels), behind or place + 1


def texts(data):
    found = []
    while data:
        found.append(data[1 : 1 + data[0]].decode(errors="replace"))
        data = data[1 + data[0] :]
    return found


def records(packet):
    questions, *counts = struct.unpack_from(">4H", packet, 4)
    place = 12
    for _ in range(questions):
        place = name(packet, place)[1] + 4
    for _ in range(sum(counts)):
        owner, place = name(packet, place)
        kind, _, life, length = struct.unpack_from(">HHIH", packet, place)
        place += 10
        data = packet[place : place + length]
        place += length
        yield [str(life), TYPES.get(kind, str(kind)), owner] + (texts(data) if kind == 16 else [])


listener = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
listener.bind((GROUP, 5353))
listener.setsockopt(
    socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(GROUP) + socket.inet_aton(sys.argv[1])
)
print("ready", flush=True)
while True:
    heard = listener.recv(9000)
    print(heard, flush=True)
    for record in records(heard):
        print(*record, flush=True)
