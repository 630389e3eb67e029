// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("Playlists and stations from the terminal")
struct ListTests {
    @Test("A playlist is made, filled, shown and played, and outlives the daemon that is killed")
    func ownPlaylist() async throws {
        let machine = try await Machine()
        try machine.writeMusic("a.wav", "b.wav", "c.wav")
        let daemon = try await machine.startDaemon()
        try await machine.done("playlist", "create", "Evening Mix")
        try await machine.done("playlist", "add", "Evening Mix", "music/a.wav", "music/b.wav")
        try await machine.done("playlist", "add", "Evening Mix", "--at", "1", "music/c.wav")
        try await machine.done("playlist", "move", "Evening Mix", "3", "1")
        try await machine.done("playlist", "create", "Day/Night")
        try await machine.done("playlist", "add", "Day/Night", "music/a.wav")
        try await machine.done("playlist", "create", "Old Name")
        try await machine.done("playlist", "add", "Old Name", "music/b.wav")
        try await machine.done("favourite", "Playlists/Old Name")
        try await machine.done("play", "Playlists/Old Name")
        try await machine.done("playlist", "rename", "Old Name", "New Name")

        daemon.send(SIGKILL)
        _ = try await daemon.result()
        _ = try await machine.startDaemon()

        #expect(try await machine.json("queue")["context"]?["title"]?.stringValue == "New Name")
        let shown = try await machine.json("playlist", "show", "Evening Mix")
        #expect(shown["items"]?.arrayValue?.compactMap { $0["title"]?.stringValue } == ["b", "c", "a"])
        #expect(try await machine.json("browse", "Playlists/Day/Night")["total"]?.intValue == 1)
        #expect(try await machine.json("playlist", "show", "Night")["total"]?.intValue == 1)
        #expect(try Machine.text(of: machine.directory.file("data/oncue/playlists/New Name.m3u8")).contains("b.wav"))
        #expect(access(machine.directory.file("data/oncue/playlists/Old Name.m3u8"), F_OK) != 0)
        #expect(try await machine.done("browse", "For You/Favourites").contains("New Name"))
        try await machine.done("play", "Playlists/Evening Mix/c")
        #expect(try await machine.json("now")["title"]?.stringValue == "c")
        #expect(try await machine.json("queue")["total"]?.intValue == 3)
        #expect(try await machine.oncue("playlist", "show", "No Such").status == 3)
    }

    @Test("A playlist that another program puts into a folder, or takes out of it, shows without being looked for")
    func foreignFiles() async throws {
        let machine = try await Machine()
        _ = try await machine.startDaemon()
        try await machine.done("playlist", "create", "Calm/Rain")

        let watch = try machine.startOncue(["browse", "--watch", "Playlists/Calm"].map { Array($0.utf8) })
        _ = try await watch.errors.waitForLine { $0.hasPrefix("Watching") }
        let text = Array("http://127.0.0.1:9/x\n".utf8)

        let path = try machine.directory.write("data/oncue/playlists/Calm/hand.m3u8", text)
        _ = try await watch.output.waitForLine { $0 == "+ hand" }
        let moved = machine.directory.file("data/oncue/playlists/Calm/moved.m3u8")
        rename(path, moved)
        _ = try await watch.output.waitForLine { $0 == "+ moved" }
        unlink(moved)
        _ = try await watch.output.waitForLine { $0 == "- moved" }

        watch.send(SIGINT)
        _ = try await watch.ending()
    }

    @Test("The tracks of a CUE sheet play as tracks")
    func cueSheet() async throws {
        let machine = try await Machine()
        try machine.writeMusic("album.wav")
        try machine.directory.write(
            "work/music/album.cue",
            Array(
                "TITLE \"An Album\"\nFILE \"album.flac\" WAVE\nTRACK 01 AUDIO\nTITLE \"One\"\nINDEX 01 00:00:00\n".utf8)
                + Array("TRACK 02 AUDIO\nTITLE \"Two\"\nINDEX 01 00:20:00\n".utf8))
        _ = try await machine.startDaemon()

        try await machine.done("play", "music/album.cue")
        let first = try await machine.json("now")
        try await machine.done("seek", "0:19")
        try await waitUntil("the second track plays") { try await machine.json("now")["title"]?.stringValue == "Two" }

        #expect(first["title"]?.stringValue == "One")
        #expect(first["duration"]?.doubleValue == 20)
        #expect(try await machine.json("now")["album"]?.stringValue == "An Album")
        try await machine.done("library", "add", "music")
        #expect(try await machine.done("browse", "Albums").contains("An Album"))
        #expect(try await !machine.done("playlist").contains("An Album"))
    }

    @Test("A station is kept in a file that can be edited while the daemon runs")
    func stations() async throws {
        let machine = try await Machine()
        _ = try await machine.startDaemon()
        try await machine.done("radio", "add", "Jazz - live", "http://127.0.0.1:9/jazz.pls")

        let path = "config/oncue/radio.m3u8"
        #expect(
            try Machine.text(of: machine.directory.file(path))
                == "#EXTM3U\n#EXTINF:-1,Jazz - live\nhttp://127.0.0.1:9/jazz.pls\n")
        try machine.directory.write(path, Array("# mine\n#EXTINF:-1,Blues\nhttp://127.0.0.1:9/blues\n".utf8))
        try await waitUntil("the file is read") { try await machine.titles("radio") == ["Blues"] }

        #expect(try await machine.oncue("radio", "remove", "Jazz - live").status == 3)
        try await machine.done("radio", "rename", "Blues", "Blue")
        #expect(
            try Machine.text(of: machine.directory.file(path)) == "# mine\n#EXTINF:-1,Blue\nhttp://127.0.0.1:9/blues\n")
    }
}

extension Machine {
    /// The titles of a listing.
    fileprivate func titles(_ words: String...) async throws -> [String] {
        let result = try await oncue(words + ["--json"])
        return try JSONValue(parsing: result.output)["items"]?.arrayValue?.compactMap { $0["title"]?.stringValue } ?? []
    }
}
