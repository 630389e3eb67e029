# SPDX-License-Identifier: Apache-2.0
# Copyright (c) 2026 the OnCue authors
#
# Calls every command of python-mpd2 that a client can call without changing the machine's outputs, and fails where an
# answer is one that the library cannot read.
#
#   mpd-client.py SOCKET

import sys

import mpd

SONG = "Inland Ferry Orchestra/Night Crossing/01 Casting Off.flac"
ALBUM = "Small Hours Collective/Kitchen Table Sessions"

client = mpd.MPDClient()
client.timeout = 30
client.connect(sys.argv[1])
assert client.mpd_version == "0.23.5"

called = set()

def call(name, *words):
    called.add(name)
    return getattr(client, name)(*words)

def refused(code, name, *words):
    try:
        call(name, *words)
    except mpd.CommandError as error:
        assert "[%d@0]" % code in str(error) or error.errno.value == code, (name, words, error)
        return
    raise AssertionError((name, words, "was not refused"))

# What there is
assert call("stats")["songs"] == "11"
assert call("status")["state"] == "stop"
assert call("currentsong") == {}
assert call("ping") is None
assert "play" in call("commands")
assert call("notcommands") == []
assert "Artist" in call("tagtypes")
assert "http://" in call("urlhandlers")
assert call("decoders")[0]["plugin"] == "gstreamer"

assert call("replay_gain_status") in ("off", "track", "album", "auto")
assert call("config")

# The library
assert [row["directory"] for row in call("lsinfo", "")[:3]] == ["Inland Ferry Orchestra", "Small Hours Collective", "Valve & Feather"]
assert len([row for row in call("listall") if "file" in row]) == 11
assert len([row for row in call("listallinfo", ALBUM) if "file" in row]) == 4
assert call("listfiles", ALBUM)
assert {row["album"] for row in call("list", "album")} >= {"Night Crossing"}
assert call("list", "album", "group", "albumartist")[0]["albumartist"]
assert len(call("find", "artist", "Juniper Vale")) == 2
assert len(call("search", "title", "kettle")) == 1
assert len(call("find", "(artist == 'Juniper Vale')", "sort", "-Title", "window", (0, 1))) == 1
assert call("count", "genre", "Folk")["songs"] == "3"
assert call("readcomments", SONG)
assert len(call("readpicture", SONG)["binary"]) > 1000
assert len(call("albumart", ALBUM + "/03 Two Chairs.ogg")["binary"]) > 1000
refused(50, "albumart", "nothing")

# The queue
call("clear")
call("add", "Inland Ferry Orchestra")
number = call("addid", ALBUM + "/01 Kettle Song.opus", 0)
assert call("playlistid", number)[0]["title"] == "Kettle Song"
call("findadd", "genre", "Lullaby")
call("searchadd", "title", "two chairs")
assert len(call("playlistinfo")) == 6
assert len(call("playlistinfo", (1, 3))) == 2
assert len(call("playlist")) == 6
assert len(call("playlistfind", "title", "Kettle Song")) == 1
assert len(call("playlistsearch", "artist", "ferry")) == 3
version = call("status")["playlist"]
call("move", 0, 2)
assert len(call("plchanges", version)) == 3
assert len(call("plchangesposid", version)) == 3
call("moveid", number, 0)
call("swap", 0, 1)
call("swapid", number, call("playlistinfo", 0)[0]["id"])
call("delete", 5)
call("deleteid", call("playlistinfo", 4)[0]["id"])
call("prio", 0, 0)
call("prioid", 10, number)
call("shuffle")
assert len(call("playlistinfo")) == 4
refused(4, "addtagid", number, "artist", "x")
refused(4, "cleartagid", number)
refused(4, "rangeid", number, (1, 2))

# Playing
for name, on in (("random", "random"), ("repeat", "repeat"), ("consume", "consume"), ("single", "single")):
    call(name, 1)
    assert call("status")[on] == "1", name
    call(name, 0)
    assert call("status")[on] == "0", name
call("crossfade", 3)
assert call("status")["xfade"] == "3"
call("crossfade", 0)
call("mixrampdb", -17)
call("mixrampdelay", "nan")
call("replay_gain_mode", "album")
call("replay_gain_mode", "off")
call("setvol", 40)
call("volume", 5)
assert call("status")["volume"] == "45"
call("playid", number)
call("pause", 1)
assert call("status")["state"] == "pause"
assert call("currentsong")["id"] == number
call("seekid", number, 3)
call("seekcur", "+1")
call("seek", call("status")["song"], 2)
call("play", 0)
call("next")
call("previous")
call("clearerror")
call("stop")

# Playlists and stickers
call("save", "Test")
refused(56, "save", "Test")
call("playlistadd", "Test", SONG)
assert len(call("listplaylist", "Test")) == 5
assert len(call("listplaylistinfo", "Test")) == 5
call("playlistmove", "Test", 4, 0)
call("playlistdelete", "Test", 1)
assert any(row["playlist"] == "Test" for row in call("listplaylists"))
call("searchaddpl", "Test", "genre", "folk")
call("rename", "Test", "Other")
call("clear")
call("load", "Other")
call("playlistclear", "Other")
call("rm", "Other")
refused(50, "rm", "Other")
call("sticker_set", "song", SONG, "rating", "8")
assert call("sticker_get", "song", SONG, "rating") == "8"
assert call("sticker_list", "song", SONG)["rating"] == "8"
assert len(call("sticker_find", "song", "", "rating")) == 1
call("sticker_delete", "song", SONG, "rating")

# Others
call("subscribe", "test")
assert call("channels") == ["test"]
call("sendmessage", "test", "hello")
assert call("readmessages") == [{"channel": "test", "message": "hello"}]
call("unsubscribe", "test")
assert call("listpartitions")[0]["partition"] == "default"
call("partition", "default")
refused(4, "newpartition", "x")
refused(4, "delpartition", "x")
refused(4, "moveoutput", "x")
call("listmounts")
refused(4, "mount", "x", "nfs://host/x")
refused(4, "unmount", "x")
refused(5, "listneighbors")

outputs = call("outputs")
call("enableoutput", outputs[0]["outputid"]) if outputs else None
refused(50, "disableoutput", 99)
refused(50, "toggleoutput", 99)
call("binarylimit", 8192)
refused(3, "password", "wrong")
assert int(call("update")) > 0
assert int(call("rescan")) > 0
client.command_list_ok_begin()
client.status()
client.currentsong()
assert len(client.command_list_end()) == 2
other = mpd.MPDClient()
other.connect(sys.argv[1])
other.setvol(33)
assert call("idle", "mixer") == ["mixer"]
other.disconnect()

# The library reads no answer to these two.
other.connect(sys.argv[1])
call_other = lambda name: (called.add(name), getattr(other, name)())
call_other("kill")
try:
    other.ping()
    raise AssertionError("kill was not refused")
except mpd.CommandError as error:
    assert "[4@0] {kill}" in str(error), error
call_other("close")
try:
    # Of the ping behind kill, and of one behind the end.
    other.ping()
    other.ping()
    raise AssertionError("close did not end the connection")
except (mpd.ConnectionError, OSError):
    pass

# What the library has and a server of this version need not have.
absent = {"outputvolume", "getfingerprint", "searchcount", "playlistlength", "protocol"}
known = {
    name.replace(" ", "_")
    for attribute in map(lambda name: getattr(mpd.MPDClient, name, None), dir(mpd.MPDClient))
    for name in getattr(attribute, "mpd_commands", None) or ()
}
assert len(known) > 90, known
missing = {name for name in known - called - absent if not name.startswith("command_list")}
assert not missing, sorted(missing)
client.disconnect()
print("%d commands" % len(called))
