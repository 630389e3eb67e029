// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import OnCueTestSupport
import Testing

@Suite("oncue-mpd beside MPD itself", .timeLimit(.minutes(10)), .enabled(if: access("/usr/bin/mpd", X_OK) == 0))
struct MPDComparisonTests {
    /// The commands that are answered in another way, with the word of the table in the documents that says why.
    private static let differences: [(line: String, reason: String)] = [
        ("commands", "commands"), ("lsinfo \"\"", "branches"), ("lsinfo", "branches"), ("lsinfo \"/\"", "branches"),
        ("listplaylists", "branches"), ("count group Album", "lengths"), ("count group Artist", "lengths"),
        ("find \"(Title =~ '(')\"", "patterns"), ("search title \"cafe\"", "accents"),
        ("load \"http://127.0.0.1:1/none.m3u\"", "addresses"), ("outputs", "outputs"), ("urlhandlers", "addresses"),
        ("tagtypes", "tags"), ("decoders", "decoders"),
        ("sticker set song \"Inland Ferry Orchestra/Night Crossing/01 Casting Off.flac\" mood calm", "stickers"),
    ]

    /// Lines whose values are a matter of each program, with the words of the table.
    private static let own = [
        "Last-Modified: ": "dates", "Format: ": "formats", "duration: ": "lengths", "Time: ": "lengths",
        "Id: ": "numbers",
        "songid: ": "numbers", "nextsongid: ": "numbers", "bitrate: ": "formats", "audio: ": "formats",
        "elapsed: ": "time", "time: ": "time", "updating_db: ": "numbers", "MUSICBRAINZ_ARTISTID: ": "tags",
        "MUSICBRAINZ_ALBUMARTISTID: ": "tags", "MUSICBRAINZ_RELEASETRACKID: ": "tags", "MUSICBRAINZ_WORKID: ": "tags",
    ]
    /// What `status` tells only after something was played, or from the start, with the word of the table.
    private static let whileStopped = (lines: ["song: ", "nextsong: "], reason: "current song")
    private static let tags = [
        "Artist: ", "Album: ", "AlbumArtist: ", "Title: ", "Track: ", "Genre: ", "Date: ", "Composer: ", "Disc: ",
        "Pos: ", "MUSICBRAINZ_ALBUMID: ", "MUSICBRAINZ_TRACKID: ",
    ]

    /// An answer without what is a matter of each program, and with the tags of a song in one order.
    private static func comparable(_ answer: [String], to line: String) -> [String] {
        var (result, song): ([String], [String]) = ([], [])
        let hidden = Array(own.keys) + (answer.contains("state: stop") ? whileStopped.lines : [])
        for text in answer where !hidden.contains(where: text.hasPrefix) && !isVersion(text) {
            if !line.hasPrefix("list ") && !line.hasPrefix("count"), tags.contains(where: text.hasPrefix) {
                song.append(text)
            } else {
                result += song.sorted() + [text]
                song = []
            }
        }
        result += song.sorted()
        return line.hasPrefix("listfiles") ? result.sorted() : result
    }

    /// `playlist: 7` of a status, which is no name of a playlist.
    private static func isVersion(_ text: String) -> Bool {
        text.hasPrefix("playlist: ") && Int(text.dropFirst(10)) != nil
    }

    /// MPD over the same music, without sound.
    private func startMPD(_ stage: MPDStage) async throws -> (ChildProcess, socket: String) {
        let directory = stage.machine.directory
        let folder = try directory.makeDirectory("mpd")
        _ = try directory.makeDirectory("mpd/playlists")
        try directory.write(
            "mpd/mpd.conf",
            """
            music_directory "\(directory.file("work/music"))"
            playlist_directory "\(folder)/playlists"
            db_file "\(folder)/database"
            sticker_file "\(folder)/stickers"
            state_file "\(folder)/state"
            bind_to_address "\(folder)/socket"
            audio_output {
                type "null"
                name "silence"
                mixer_type "software"
            }

            """.utf8)
        let mpd = try ChildProcess(
            "mpd", ["--no-daemon", folder + "/mpd.conf"], environment: stage.machine.environment)
        let talk = try await waitFor("MPD listens") { try? await MPDTalk(socket: folder + "/socket") }
        try await waitUntil("MPD knows the music") {
            try await talk.ask("stats").contains("songs: 11")
        }
        return (mpd, folder + "/socket")
    }

    private static func lines(of file: String = "mpd-conversation") throws -> [String] {
        let path = Products.source + "/Tests/EndToEndTests/\(file).txt"
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    @Test("The same words get the same answers, but for what the documents list with its reason")
    func conversation() async throws {
        let stage = try await MPDStage()
        let (mpd, socket) = try await startMPD(stage)
        let (theirs, ours) = (try await MPDTalk(socket: socket), try await stage.talk())
        let expected = Set(Self.differences.map(\.line))
        var seen: Set<String> = []

        for line in try Self.lines() {
            let right = Self.comparable(try await theirs.ask(line), to: line)
            let answer = Self.comparable(try await ours.ask(line), to: line)

            if right != answer { seen.insert(line) }
            if !expected.contains(line) { #expect(answer == right, "\(line)") }
        }

        #expect(expected.subtracting(seen).isEmpty, "these are answered alike")
        try await mpd.end()
    }

    /// What other clients send is answered in another way for reasons of the same table, or of that of other lines.
    private static let clientDifferences: [(line: String, reason: String)] = [
        ("commands", "commands"), ("lsinfo", "branches"), ("lsinfo \"\"", "branches"),
        ("listplaylists", "branches"),
        ("search \"((Title starts_with 'Cast'))\"", "filters"), ("outputs", "outputs"), ("tagtypes", "tags"),
        ("readcomments \"Valve & Feather/Postcards from the Workbench/04 Lamp Off.m4a\"", "comments"),
        ("list artist group MUSICBRAINZ_ARTISTID", "tags"),
    ]

    @Test("Clients that are not run here get the answers of MPD to what their sources send")
    func clients() async throws {
        let stage = try await MPDStage()
        let (mpd, socket) = try await startMPD(stage)
        let (theirs, ours) = (try await MPDTalk(socket: socket), try await stage.talk())
        let expected = Set(Self.clientDifferences.map(\.line))
        var seen: Set<String> = []
        var client = ""

        for line in try Self.lines(of: "mpd-clients") {
            guard !line.hasPrefix("#") else {
                client = line
                continue
            }
            let name = line.hasPrefix("command_list") ? "" : line
            let right = Self.comparable(try await Self.ask(theirs, line), to: name)
            let answer = Self.comparable(try await Self.ask(ours, line), to: name)

            if right != answer { seen.insert(line) }
            if !expected.contains(line) { #expect(answer == right, "\(line) of \(client)") }
        }

        #expect(expected.subtracting(seen).isEmpty, "these are answered alike")
        try await mpd.end()
    }

    /// Asks a line, in which `{id 2}` is the id of the song at position 2 and `␊` the end of a line.
    private static func ask(_ talk: MPDTalk, _ line: String) async throws -> [String] {
        var text = line.replacing("␊", with: "\n")
        while let start = text.firstRange(of: "{id "), let end = text[start.upperBound...].firstIndex(of: "}") {
            let song = try await talk.ask("playlistinfo \(text[start.upperBound..<end])")
            let id = song.first { $0.hasPrefix("Id: ") }?.dropFirst(4) ?? "0"
            text.replaceSubrange(start.lowerBound...end, with: id)
        }
        return try await talk.ask(text)
    }

    @Test("Every difference is in the documents")
    func documented() throws {
        let path = Products.source + "/Documentation/clients.md"
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)

        for reason in Set(
            (Self.differences + Self.clientDifferences).map(\.reason) + Self.own.values + [Self.whileStopped.reason])
        {
            #expect(text.contains("| \(reason) |"), "\(reason)")
        }
    }
}
