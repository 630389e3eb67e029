# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
"""What is in the library: albums, tracks and what their tags say. Every name is made up."""

import uuid
from dataclasses import dataclass

from . import covers, kitchen_table, night_crossing, workbench

COMMENT = "Synthesised for OnCue by Scripts/make-media"
LICENCE = "CC0-1.0"


@dataclass
class Track:
    title: str
    kind: str  # the file's extension
    artists: list
    genres: list
    composer: str
    lyrics: str = ""
    number: int = 0


@dataclass
class Album:
    title: str
    artist: str
    year: int
    paint: object
    embedded: bool
    sidecar: str  # the name of a cover beside the tracks, or nothing
    tracks: list
    make: object  # gives the samples of each track, given a folder for temporary files
    compilation: bool = False


def identifier(*words):
    """A valid UUID that means nothing outside this library and never changes."""
    return str(uuid.uuid5(uuid.NAMESPACE_DNS, "/".join(("media.oncue.invalid", *words))))


def make_night_crossing(_):
    whole, cut = night_crossing.crossing(), 2 * night_crossing.CUT
    return [whole[:cut], whole[cut:], night_crossing.harbour_lights()]


def make_kitchen_table(_):
    return [part() for part in (
        kitchen_table.kettle_song, kitchen_table.half_past_four, kitchen_table.two_chairs,
        kitchen_table.rain_on_the_skylight,
    )]


def make_workbench(folder):
    return [workbench.welcome(folder), workbench.solder_and_tea(), workbench.little_gears(), workbench.lamp_off()]


FERRY, VALE, MERIDIAN = "Inland Ferry Orchestra", "Juniper Vale", "Otto Meridian"
TRIO, VALVE = "Copper Kettle Trio", "Valve & Feather"

ALBUMS = [
    Album("Night Crossing", FERRY, 2024, covers.night_crossing, True, "", [
        Track("Casting Off", "flac", [FERRY], ["Ambient"], "Elin Farwater"),
        Track("Open Water", "flac", [FERRY], ["Ambient"], "Elin Farwater"),
        Track("Harbour Lights", "flac", [FERRY], ["Ambient", "Classical"], "Elin Farwater"),
    ], make_night_crossing),
    Album("Kitchen Table Sessions", "Small Hours Collective", 2025, covers.kitchen_table, False, "cover.jpg", [
        Track("Kettle Song", "opus", [VALE], ["Folk"], VALE),
        Track("Café, Half Past Four", "opus", [TRIO], ["Bossa Nova", "Jazz"], "Renzo Kettle"),
        Track("Two Chairs", "ogg", [VALE, MERIDIAN], ["Folk"], MERIDIAN),
        Track("Rain on the Skylight", "ogg", [MERIDIAN], ["Downtempo"], MERIDIAN),
    ], make_kitchen_table, True),
    Album("Postcards from the Workbench", VALVE, 2026, covers.workbench, True, "front.png", [
        Track("Welcome to OnCue", "mp3", [VALVE], ["Spoken Word"], VALVE, "\n".join(workbench.WELCOME)),
        Track("Solder and Tea", "mp3", [VALVE], ["Folk", "Celtic"], VALVE),
        Track("Little Gears", "m4a", [VALVE], ["Minimal"], VALVE),
        Track("Lamp Off", "m4a", [VALVE], ["Lullaby"], VALVE),
    ], make_workbench),
]
for _album in ALBUMS:
    for _index, _track in enumerate(_album.tracks):
        _track.number = _index + 1


def identifiers(album, track):
    """The four MusicBrainz-style fields: recording, release, artists, release artist."""
    return {
        "track": identifier(album.title, track.title),
        "album": identifier(album.title),
        "artist": [identifier("artist", name) for name in track.artists],
        "albumartist": identifier("artist", album.artist),
    }
