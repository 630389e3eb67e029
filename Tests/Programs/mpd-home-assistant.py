# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
#
# Asks what Home Assistant's integration of MPD asks, with the library that it uses, and checks what it makes of the answers.
#
#   mpd-home-assistant.py SOCKET

import asyncio
import sys

import mpd
from mpd.asyncio import MPDClient

SONG = "Inland Ferry Orchestra/Night Crossing/01 Casting Off.flac"
FOLDER = "Small Hours Collective/Kitchen Table Sessions"


async def picture(client, commands, song):
    """The picture in a file, or else the one beside it."""
    for name in ("readpicture", "albumart"):
        if name not in commands:
            continue
        try:
            answer = await getattr(client, name)(song)
        except mpd.CommandError as error:
            assert error.errno is mpd.FailureResponseCode.NO_EXIST, (name, song, error)
            continue
        if answer:
            return bytes(answer["binary"]), answer.get("type", "image/png")
    return None, None


async def main():
    client = MPDClient()
    client.timeout = 30
    client.idletimeout = None
    await client.connect(sys.argv[1], 6600)
    commands = list(await client.commands())

    async def wait(what, matches):
        for _ in range(300):
            status = await client.status()
            if matches(status):
                return status
            await asyncio.sleep(0.1)
        raise AssertionError((what, status))

    # The first update
    status = await client.status()
    assert status["state"] == "stop" and {"volume", "repeat", "single", "random"} <= set(status), status
    assert await client.currentsong() == {}
    assert "Rooms" in [row["playlist"] for row in await client.listplaylists()]

    # A playlist as a source
    await client.clear()
    await client.load("Rooms")
    await client.play()
    status = await wait("it plays", lambda status: status["state"] == "play" and float(status.get("elapsed", 0)) > 0)
    song = await client.currentsong()
    assert song["file"] == SONG and song["title"] == "Casting Off" and song["artist"] and song["album"] and song["time"]
    assert int(float(status["elapsed"])) >= 0 and ":" in status["time"]
    image, kind = await picture(client, commands, SONG)
    assert len(image) > 1000 and kind.startswith("image/"), kind
    image, _ = await picture(client, commands, FOLDER + "/03 Two Chairs.ogg")
    assert len(image) > 1000

    # Services
    await client.pause(1)
    await wait("it is paused", lambda status: status["state"] == "pause")
    await client.pause(0)
    await wait("it plays again", lambda status: status["state"] == "play")
    await client.setvol(40)
    await wait("it is quieter", lambda status: status["volume"] == "40")
    client.setvol(45)
    await wait("it is louder", lambda status: status["volume"] == "45")
    for mode, values in (("repeat", (1, 0)), ("single", (1, 0)), ("random", (1, 0))):
        for value in values:
            await getattr(client, mode)(value)
            await wait(mode, lambda status: status[mode] == str(value))
    await client.seekcur(1.0)
    await wait("it is further", lambda status: float(status.get("elapsed", 0)) >= 1)
    await client.clear()
    await client.add(FOLDER)
    await client.play()
    await wait("four songs play", lambda status: status["playlistlength"] == "4" and status["state"] == "play")
    await client.next()
    await wait("the second plays", lambda status: status["song"] == "1")
    await client.previous()
    await client.stop()
    await wait("it is off", lambda status: status["state"] == "stop")
    # What another client changes is seen while it waits.
    waiting = client.idle(["mixer"])
    changed = asyncio.ensure_future(waiting.__anext__())
    await asyncio.sleep(0)
    other = MPDClient()
    await other.connect(sys.argv[1], 6600)
    await other.setvol(30)
    assert "mixer" in await asyncio.wait_for(changed, 30)
    other.disconnect()
    client.disconnect()
    print("done")


asyncio.run(main())
