# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""Tags in the three notations: Vorbis comments as a list, ID3v2.4 and MP4 as bytes.

ID3 and MP4 are written here because neither lame nor ffmpeg can write several artists or free-form fields.
"""

import base64
import struct

from .library import COMMENT, LICENCE, identifiers


def picture_block(jpeg, size):
    """FLAC's picture block: a front cover, 24 bits a pixel."""
    mime, words = b"image/jpeg", b"Front"
    head = struct.pack(">II", 3, len(mime)) + mime + struct.pack(">I", len(words)) + words
    return head + struct.pack(">IIIII", size, size, 24, 0, len(jpeg)) + jpeg


def vorbis(album, track, gain, opus=False):
    """(name, value) pairs. Opus states its gain as R128 (RFC 7845): 1/256 dB against -23 LUFS instead of -18."""
    ids = identifiers(album, track)
    pairs = [("TITLE", track.title)]
    pairs += [("ARTIST", name) for name in track.artists]
    pairs += [
        ("ALBUM", album.title), ("ALBUMARTIST", album.artist), ("TRACKNUMBER", track.number),
        ("TRACKTOTAL", len(album.tracks)), ("DISCNUMBER", 1), ("DISCTOTAL", 1), ("DATE", album.year),
    ]
    pairs += [("GENRE", name) for name in track.genres]
    pairs += [("COMPOSER", track.composer), ("COMMENT", COMMENT), ("LICENSE", LICENCE)]
    pairs += [("COMPILATION", 1)] if album.compilation else []
    pairs += [("LYRICS", track.lyrics)] if track.lyrics else []
    pairs += [("MUSICBRAINZ_TRACKID", ids["track"]), ("MUSICBRAINZ_ALBUMID", ids["album"])]
    pairs += [("MUSICBRAINZ_ARTISTID", one) for one in ids["artist"]]
    pairs += [("MUSICBRAINZ_ALBUMARTISTID", ids["albumartist"])]
    if opus:
        rows = (("R128_TRACK_GAIN", gain.track), ("R128_ALBUM_GAIN", gain.album))
        pairs += [(name, round(256 * (value - 5))) for name, value in rows]
    else:
        pairs += [(name.upper(), value) for name, value in gain.fields()]
    return [(name, str(value)) for name, value in pairs]


def picture_comment(jpeg, size):
    return "METADATA_BLOCK_PICTURE", base64.b64encode(picture_block(jpeg, size)).decode()


def free_fields(album, track, gain):
    """The fields that ID3 (TXXX) and MP4 (----) both keep under a name, spelt as Picard spells them."""
    ids = identifiers(album, track)
    rows = [("MusicBrainz Album Id", [ids["album"]]), ("MusicBrainz Artist Id", ids["artist"])]
    rows += [("MusicBrainz Album Artist Id", [ids["albumartist"]]), ("LICENSE", [LICENCE])]
    return rows + [(name, [value]) for name, value in gain.fields()]


def id3(album, track, gain, jpeg):
    """An ID3v2.4 tag in UTF-8; several values are separated by NUL."""

    def frame(kind, data):
        return kind + syncsafe(len(data)) + b"\0\0" + data

    def text(kind, *values):
        return frame(kind, b"\3" + "\0".join(map(str, values)).encode())

    body = text(b"TIT2", track.title) + text(b"TPE1", *track.artists) + text(b"TPE2", album.artist)
    body += text(b"TALB", album.title) + text(b"TRCK", f"{track.number}/{len(album.tracks)}") + text(b"TPOS", "1/1")
    body += text(b"TDRC", album.year) + text(b"TCON", *track.genres) + text(b"TCOM", track.composer)
    body += frame(b"COMM", b"\3eng\0" + COMMENT.encode())
    if track.lyrics:
        body += frame(b"USLT", b"\3eng\0" + track.lyrics.encode())
    body += frame(b"UFID", b"http://musicbrainz.org\0" + identifiers(album, track)["track"].encode())
    for name, values in free_fields(album, track, gain):
        body += text(b"TXXX", name, *values)
    if jpeg:
        body += frame(b"APIC", b"\3image/jpeg\0\3Front\0" + jpeg)
    return b"ID3\4\0\0" + syncsafe(len(body)) + body


def syncsafe(number):
    return bytes((number >> shift) & 127 for shift in (21, 14, 7, 0))


def atom(kind, *parts):
    data = b"".join(parts)
    return struct.pack(">I", len(data) + 8) + kind + data


def atoms(data):
    """The (kind, content) pairs of a run of MP4 atoms with 32-bit sizes."""
    place = 0
    while place < len(data):
        size, kind = struct.unpack_from(">I4s", data, place)
        yield kind, data[place + 8:place + size]
        place += size


def mp4_items(album, track, gain, jpeg):
    """The udta atom: iTunes-style items."""

    def value(kind, *values):
        return atom(kind, *(atom(b"data", struct.pack(">II", 1, 0), str(one).encode()) for one in values))

    def pair(kind, number, total, tail=b""):
        return atom(kind, atom(b"data", struct.pack(">IIHHH", 0, 0, 0, number, total), tail))

    rows = [
        value(b"\xa9nam", track.title), value(b"\xa9ART", *track.artists), value(b"aART", album.artist),
        value(b"\xa9alb", album.title), value(b"\xa9gen", *track.genres), value(b"\xa9day", album.year),
        pair(b"trkn", track.number, len(album.tracks), b"\0\0"), pair(b"disk", 1, 1),
        value(b"\xa9wrt", track.composer), value(b"\xa9cmt", COMMENT),
    ]
    free = [("MusicBrainz Track Id", [identifiers(album, track)["track"]]), *free_fields(album, track, gain)]
    for name, values in free:
        mean = atom(b"mean", bytes(4), b"com.apple.iTunes")
        texts = (atom(b"data", struct.pack(">II", 1, 0), one.encode()) for one in values)
        rows.append(atom(b"----", mean, atom(b"name", bytes(4), name.encode()), *texts))
    if jpeg:
        rows.append(atom(b"covr", atom(b"data", struct.pack(">II", 13, 0), jpeg)))
    handler = atom(b"hdlr", bytes(8), b"mdirappl", bytes(9))
    return atom(b"udta", atom(b"meta", bytes(4), handler, atom(b"ilst", *rows)))


def retag_mp4(data, udta):
    """Puts udta in the place of the file's own, and moov before mdat so that the file can be streamed."""
    top = list(atoms(data))
    parts = {kind: content for kind, content in top}
    before = next(place for place in places(data) if place[0] == b"mdat")[1]
    moov = [(kind, content) for kind, content in atoms(parts[b"moov"]) if kind != b"udta"]
    size = 8 + sum(8 + len(content) for _, content in moov) + len(udta)
    head = atom(b"ftyp", parts[b"ftyp"])
    shift = len(head) + size - before
    body = b"".join(atom(kind, shifted(kind, content, shift)) for kind, content in moov)
    return head + atom(b"moov", body, udta) + atom(b"mdat", parts[b"mdat"])


def places(data):
    place = 0
    for kind, content in atoms(data):
        yield kind, place
        place += 8 + len(content)


def shifted(kind, content, shift):
    """Moves the chunk offsets (stco) somewhere below a moov's child."""
    if kind == b"stco":
        count = struct.unpack_from(">I", content, 4)[0]
        offsets = struct.unpack_from(f">{count}I", content, 8)
        return content[:8] + struct.pack(f">{count}I", *(one + shift for one in offsets))
    if kind in (b"trak", b"mdia", b"minf", b"stbl"):
        return b"".join(atom(inner, shifted(inner, part, shift)) for inner, part in atoms(content))
    return content
