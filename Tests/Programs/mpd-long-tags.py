# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
#
# Makes a song whose tags have line breaks and more bytes than a line of the protocol may have, and reads it as a client
# of MPD: line by line, and with python-mpd2.
#
#   mpd-long-tags.py make FLAC SONG    makes the song from another
#   mpd-long-tags.py read SOCKET URI   fails where a line is too long, or a value has a line break

import socket
import struct
import sys

LONGEST = 4096
TAGS = [
    ("TITLE", "Long " + "\u00e4" * 3000 + " end"), ("ARTIST", "One\nAnother"), ("ALBUM", "Two\r\nlines\nOK\nACK [5@0] {} x"),
    ("GENRE", "\n"), ("COMPOSER", "x" * 10000), ("DATE", "2020\n2021"), ("COMMENT", "a\nOK\n" * 2000),
]

def make(source, target):
    data = open(source, "rb").read()
    place, blocks, is_last = 4, [], False
    while not is_last:
        kind, size = data[place] & 0x7F, int.from_bytes(data[place + 1:place + 4], "big")
        is_last = data[place] & 0x80 != 0
        if kind in (0, 3):
            blocks.append((kind, data[place + 4:place + 4 + size]))
        place += 4 + size
    texts = [(name + "=" + value).encode() for name, value in TAGS]
    comment = struct.pack("<I", 4) + b"test" + struct.pack("<I", len(texts))
    comment += b"".join(struct.pack("<I", len(text)) + text for text in texts)
    blocks.append((4, comment))
    with open(target, "wb") as file:
        file.write(b"fLaC")
        for index, (kind, body) in enumerate(blocks):
            last = 0x80 if index == len(blocks) - 1 else 0
            file.write(bytes([kind | last]) + len(body).to_bytes(3, "big") + body)
        file.write(data[place:])

def read(path, uri):
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(30)
    connection.connect(path)
    answers = connection.makefile("rb")
    assert answers.readline().startswith(b"OK MPD")
    asked = [
        "lsinfo " + uri, "listallinfo", "find file " + uri, "readcomments " + uri, "list title", "list album group artist",
        "add " + uri, "playlistinfo", "currentsong", "count group composer",
    ]
    for line in asked:
        connection.sendall(line.encode() + b"\n")
        while True:
            answer = answers.readline()
            assert answer.endswith(b"\n") and len(answer) <= LONGEST, (line, len(answer))
            answer.decode("utf-8")
            assert not any(byte < 0x20 for byte in answer[:-1]), (line, answer)
            if answer == b"OK\n":
                break
            assert b": " in answer and not answer.startswith(b"ACK"), (line, answer)

    import mpd
    client = mpd.MPDClient()
    client.timeout = 30
    client.connect(path)
    song = client.find("file", uri)[0]
    # The library cuts it before the protocol does.
    assert song["title"].startswith("Long \u00e4") and len(song["title"]) > 100, song["title"]
    assert song["artist"] == "One Another", song["artist"]
    assert "Two" in song["album"] and "\n" not in song["album"], song["album"]
    assert song["composer"].startswith("xxx")
    assert client.playlistinfo()[-1]["title"] == song["title"]
    # What a client was told finds the song again.
    assert client.find("artist", song["artist"])[0]["file"] == uri
    assert client.find("title", song["title"])[0]["file"] == uri, "the title, as far as it is told"
    client.close()

if sys.argv[1] == "make":
    make(sys.argv[2], sys.argv[3])
else:
    read(sys.argv[2], sys.argv[3])
