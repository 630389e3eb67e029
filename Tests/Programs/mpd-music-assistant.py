# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
#
# Asks what Music Assistant's provider for MPD asks, with the library that it uses: on one connection what it commands and
# looks up, on another one it waits.
#
#   mpd-music-assistant.py HOST PORT PASSWORD ADDRESS

import asyncio
import sys

import mpd
from mpd.asyncio import MPDClient

HOST, PORT, PASSWORD, ADDRESS = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]


async def connection(password=None):
    client = MPDClient()
    await client.connect(HOST, PORT)
    if password:
        await client.password(password)
    return client


async def refusal(command):
    try:
        await command
    except mpd.CommandError as error:
        return error.errno
    raise AssertionError("it was not refused")


async def main():
    # By these it knows that it has to ask for a password.
    stranger = await connection()
    assert await refusal(stranger.status()) is mpd.FailureResponseCode.PERMISSION
    assert await refusal(stranger.password("wrong")) is mpd.FailureResponseCode.PASSWORD
    stranger.disconnect()

    client, waiting = await connection(PASSWORD), await connection(PASSWORD)
    assert client.mpd_version == "0.23.5"
    changes = asyncio.Queue()

    async def follow():
        async for names in waiting.idle():
            for name in names:
                await changes.put(name)

    follower = asyncio.ensure_future(follow())

    async def told(subsystem):
        while await asyncio.wait_for(changes.get(), 30) != subsystem:
            pass

    async def wait(what, matches):
        for _ in range(300):
            status = await client.status()
            if matches(status):
                return status
            await asyncio.sleep(0.1)
        raise AssertionError((what, status))

    status = await client.status()
    assert status["state"] == "stop" and "elapsed" not in status and 0 <= int(status["volume"]) <= 100, status

    for _ in range(2):
        await client.clear()
        await client.add(ADDRESS)
        await client.play(0)
        await told("player")
        status = await wait("it plays", lambda status: status["state"] == "play" and float(status.get("elapsed", 0)) > 0)
        assert status["playlistlength"] == "1" and status["song"] == "0", status
    await client.pause(1)
    paused = await wait("it is paused", lambda status: status["state"] == "pause")
    assert float(paused["elapsed"]) > 0
    await client.pause(0)
    await wait("it plays again", lambda status: status["state"] == "play")
    await client.setvol(35)
    await told("mixer")
    await wait("it is quieter", lambda status: status["volume"] == "35")
    await client.seekcur(60)
    await wait("it is further", lambda status: float(status.get("elapsed", 0)) >= 60)
    await client.stop()
    await wait("it is off", lambda status: status["state"] == "stop" and "elapsed" not in status)

    follower.cancel()
    client.disconnect()
    waiting.disconnect()
    print("done")


asyncio.run(main())
