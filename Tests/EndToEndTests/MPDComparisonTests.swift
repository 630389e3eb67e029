// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import OnCueTestSupport
import Testing

@Suite(
    "oncue-mpd beside MPD itself", .timeLimit(.minutes(10)),
    .enabled(if: access("/usr/bin/mpd", X_OK) == 0, "it needs mpd, which Scripts/setup installs"))
struct MPDComparisonTests {
    /// The commands that are answered in another way, with the word of the table in the documents that says why.
    private static let differences: [(line: String, reason: String)] = [
        ("commands", "commands"), ("lsinfo \"\"", "branches"), ("lsinfo", "branches"), ("lsinfo \"/\"", "branches"),
        ("listplaylists", "branches"), ("count group Album", "lengths"), ("count group Artist", "lengths"),
        ("find \"(Title =~ '(')\"", "patterns"), ("search title \"cafe\"", "accents"),
        ("load \"http://127.0.0.1:1/none.m3u\"", "addresses"), ("outputs", "outputs"), ("urlhandlers", "addresses"),
        ("tagtypes", "tags"), ("decoders", "decoders"), ("rangeid {id 0} 1:2", "parts of songs"),
        ("disableoutput 0", "outputs"), ("toggleoutput 0", "outputs"),
        ("sticker set song \"Inland Ferry Orchestra/Night Crossing/01 Casting Off.flac\" mood calm", "stickers"),
    ]

    /// Lines whose values are a matter of each program, with the words of the table.
    private static let own = [
        "bitrate: ": "formats", "audio: ": "formats", "elapsed: ": "time", "time: ": "time", "updating_db: ": "numbers",
        "MUSICBRAINZ_ARTISTID: ": "tags", "MUSICBRAINZ_ALBUMARTISTID: ": "tags", "MUSICBRAINZ_RELEASETRACKID: ": "tags",
        "MUSICBRAINZ_WORKID: ": "tags",
    ]
    /// Lines that may differ a little, or of folders and playlists, with the words of the table.
    private static let near = [
        "Format: ": "formats", "duration: ": "lengths", "Time: ": "lengths", "Last-Modified: ": "dates",
        "Id: ": "numbers", "songid: ": "numbers", "nextsongid: ": "numbers",
    ]
    /// What `status` of MPD tells only after something was played, with the word of the table.
    private static let whileStopped = (
        lines: ["song: ", "songid: ", "nextsong: ", "nextsongid: "], reason: "current song"
    )
    /// What `stats` tells of each program and its store, with the word of the table.
    private static let statistics = (lines: ["uptime: ", "playtime: ", "db_update: "], reason: "statistics")
    private static let tags = [
        "Artist: ", "Album: ", "AlbumArtist: ", "Title: ", "Track: ", "Genre: ", "Date: ", "Composer: ", "Disc: ",
        "Pos: ", "Id: ", "Time: ", "duration: ", "Format: ", "Last-Modified: ", "MUSICBRAINZ_ALBUMID: ",
        "MUSICBRAINZ_TRACKID: ",
    ]

    /// The songs of the queue of one program, numbered in the order in which it tells of them: the ids are its own.
    private struct Songs {
        private var numbers: [String: Int] = [:]

        /// The line with the number in place of the id, if it has one.
        mutating func number(_ text: String) -> String {
            for name in ["Id: ", "songid: ", "nextsongid: "] where text.hasPrefix(name) {
                let id = String(text.dropFirst(name.count))
                let number = numbers[id] ?? numbers.count
                numbers[id] = number
                return name + "song \(number)"
            }
            return text
        }
    }

    /// What both programs have told of the queue.
    private struct Comparison {
        private var theirSongs = Songs()
        private var ourSongs = Songs()

        /// Both answers, without what is a matter of each program.
        mutating func comparable(
            _ theirs: [String], _ ours: [String], to line: String
        ) -> (right: [String], answer: [String]) {
            var ours = ours
            if theirs.contains("state: stop") {
                for name in whileStopped.lines where !theirs.contains(where: { $0.hasPrefix(name) }) {
                    ours.removeAll { $0.hasPrefix(name) }
                }
            }
            // MPD forgets the formats of songs that it puts in order, which the table says.
            if line.contains(" sort "), !theirs.contains(where: { $0.hasPrefix("Format: ") }) {
                ours.removeAll { $0.hasPrefix("Format: ") }
            }
            return (
                MPDComparisonTests.comparable(theirs, to: line, &theirSongs),
                MPDComparisonTests.comparable(ours, to: line, &ourSongs)
            )
        }
    }

    /// An answer without what is a matter of each program, and with the lines of a song in one order.
    private static func comparable(_ answer: [String], to line: String, _ songs: inout Songs) -> [String] {
        var (result, song): ([String], [String]) = ([], [])
        var isOfFile = false
        for text in answer where !own.keys.contains(where: text.hasPrefix) && !isVersion(text) {
            if line == "stats", statistics.lines.contains(where: text.hasPrefix) { continue }
            if ["file: ", "directory: ", "playlist: "].contains(where: text.hasPrefix) {
                isOfFile = text.hasPrefix("file: ")
            }
            if text.hasPrefix("Last-Modified: "), !isOfFile { continue }
            if !line.hasPrefix("list ") && !line.hasPrefix("count"), tags.contains(where: text.hasPrefix) {
                song.append(songs.number(text))
            } else {
                result += song.sorted() + [songs.number(text)]
                song = []
            }
        }
        result += song.sorted()
        return line.hasPrefix("listfiles") ? result.sorted() : result
    }

    /// Whether two answers are the same but for lengths, which one program estimates, and formats that are not known
    /// before something plays.
    private static func isSame(_ right: [String], _ answer: [String]) -> Bool {
        right.count == answer.count && zip(right, answer).allSatisfy { isSame($0, $1) }
    }

    private static func isSame(_ right: String, _ text: String) -> Bool {
        if right == text { return true }
        for (name, most) in [("duration: ", 0.1), ("Time: ", 1)] where right.hasPrefix(name) && text.hasPrefix(name) {
            guard let one = Double(right.dropFirst(name.count)), let other = Double(text.dropFirst(name.count)) else {
                return false
            }
            return abs(one - other) <= most
        }
        guard right.hasPrefix("Format: "), text.hasPrefix("Format: ") else { return false }
        let (one, other) = (right.split(separator: ":"), text.split(separator: ":"))
        return one.count == 4 && other.count == 4 && one[1] == other[1] && one[3] == other[3] && other[2] == "*"
    }

    /// `playlist: 7` of a status, which is no name of a playlist.
    private static func isVersion(_ text: String) -> Bool {
        text.hasPrefix("playlist: ") && Int(text.dropFirst(10)) != nil
    }

    /// MPD over the same music, without sound.
    ///
    /// - Parameter port: Where it listens on this machine's own network as well.
    private func startMPD(_ stage: MPDStage, port: Int? = nil) async throws -> (ChildProcess, socket: String) {
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
            \(port.map { "bind_to_address \"127.0.0.1\"\nport \"\($0)\"" } ?? "")
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
        var comparison = Comparison()

        for line in try Self.lines() {
            let (right, answer) = comparison.comparable(
                try await Self.ask(theirs, line), try await Self.ask(ours, line), to: line)

            let isSame = Self.isSame(right, answer)
            if !isSame { seen.insert(line) }
            if !expected.contains(line) { #expect(isSame, "\(line): \(answer) in place of \(right)") }
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
        var comparison = Comparison()
        var client = ""

        for line in try Self.lines(of: "mpd-clients") {
            guard !line.hasPrefix("#") else {
                client = line
                continue
            }
            let name = line.hasPrefix("command_list") ? "" : line
            let (right, answer) = comparison.comparable(
                try await Self.ask(theirs, line), try await Self.ask(ours, line), to: name)

            let isSame = Self.isSame(right, answer)
            if !isSame { seen.insert(line) }
            if !expected.contains(line) { #expect(isSame, "\(line) of \(client): \(answer) in place of \(right)") }
        }

        #expect(expected.subtracting(seen).isEmpty, "these are answered alike")
        try await mpd.end()
    }

    @Test("The table is of the version that is here")
    func version() async throws {
        let said = try await ChildProcess.run("mpd", ["--version"])

        let first = try #require(said.output.split(separator: "\n").first)
        let name = try #require(first.split(separator: " ").last { $0.first?.isNumber == true })
        #expect(name.hasPrefix("0.23."), "\(first): the differences were looked at with another version")
        #expect(try Self.document().contains("MPD \(name) and to OnCue"), "\(first)")
    }

    @Test("Over a network, neither tells its configuration")
    func configuration() async throws {
        let (here, there) = (Int(try FreePort.next()), Int(try FreePort.next()))
        let stage = try await MPDStage(settings: "listen = 127.0.0.1:\(here)\n")
        let (mpd, _) = try await startMPD(stage, port: there)

        let right = try await MPDTalk(port: there).ask("config")

        #expect(right.last?.hasPrefix("ACK [4@0] {config}") == true)
        #expect(try await MPDTalk(port: here).ask("config") == right)
        try await mpd.end()
    }

    @Test("Pictures have the same bytes, type and size")
    func pictures() async throws {
        let stage = try await MPDStage()
        let (mpd, socket) = try await startMPD(stage)
        let (theirs, ours) = (try await MPDTalk(socket: socket), try await stage.talk())
        let songs = try await theirs.ask("list file").compactMap { line in
            line.hasPrefix("file: ") ? line.dropFirst(6).replacing("\"", with: "\\\"") : nil
        }
        #expect(songs.count == 11)

        for (command, least) in [("readpicture", 3), ("albumart", 4)] {
            var found = 0
            for song in songs {
                let right = try await theirs.picture("\(command) \"\(song)\"")
                // Where MPD has none, the table says what OnCue gives.
                guard let right else { continue }
                found += 1
                let picture = try await ours.picture("\(command) \"\(song)\"")
                #expect(picture?.bytes == right.bytes, "\(command) \(song)")
                #expect(picture?.facts == right.facts, "\(command) \(song)")
                #expect(right.facts.contains("size: \(right.bytes.count)"))
            }
            #expect(found >= least, "\(command)")
        }
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

    private static func document() throws -> String {
        let path = Products.source + "/Documentation/clients.md"
        return String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    }

    @Test("Every difference is in the documents, and how many lines were compared")
    func documented() throws {
        let text = try Self.document()

        let clients = try Self.lines(of: "mpd-clients").count { !$0.hasPrefix("#") }
        #expect(text.contains("sends the same \(try Self.lines().count) lines to MPD"))
        #expect(text.contains("and \(clients) lines as the clients above send them"))
        for reason in Set(
            (Self.differences + Self.clientDifferences).map(\.reason) + Self.own.values + Self.near.values
                + [Self.whileStopped.reason, Self.statistics.reason])
        {
            #expect(text.contains("| \(reason) |"), "\(reason)")
        }
    }
}
