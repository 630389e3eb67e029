// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore

/// How long clients of MPD wait for an answer of MPD and of `oncue-mpd`, over MPD's own protocol.
struct ProtocolComparison: Comparison {
    let name = "peers-protocol"
    let summary = "clients of MPD ask MPD and oncue-mpd the same, by MPD's protocol"

    private static let queueLength = 10_000
    private static let prefix = "MPD's protocol: "

    func compare(_ stage: PeerStage) async throws -> [PeerRow] {
        guard let pair = ProtocolPair(stage) else { return [] }
        try await stage.startStocked()
        defer { pair.onCue.stopMPD() }
        _ = try await pair.onCue.startMPD()
        var rows = try await firstQuestions(pair, stage)
        let ends = pair.ends
        // Both play the same, and rest.
        for end in ends {
            try MPDProtocol(socket: end.socket).ask(
                "command_list_begin\nclear\nadd \"\(PeerSound.flac.path)\"\nplay\ncommand_list_end")
        }
        try await Task.sleep(for: .seconds(1))
        for end in ends { try MPDProtocol(socket: end.socket).ask("pause 1") }
        for question in Self.questions(stage) { rows.append(try ask(question, ends, stage)) }
        rows += try notices(ends, stage)
        rows += try pictures(ends, stage)
        rows += try queue(ends, stage)
        rows += try pair.everything()
        return rows
    }

    private struct Question {
        let name: String
        let method: String
        var reason: String?
        /// A line for each time.
        let lines: [String]
    }

    private static func questions(_ stage: PeerStage) -> [Question] {
        var random = SplitMix64(seed: 7)
        let names = (0..<20).map { _ in CorpusNames(Int.random(in: 0..<(stage.corpus.count - 50), using: &random)) }
        return [
            Question(
                name: "status", method: "`status` while paused.", reason: PeerReasons.protocolAnswer, lines: ["status"]),
            Question(
                name: "currentsong", method: "`currentsong` while paused.", reason: PeerReasons.protocolAnswer,
                lines: ["currentsong"]),
            Question(
                name: "lsinfo", method: "`lsinfo` of the folder of an album.", reason: PeerReasons.protocolAnswer,
                lines: names.map { "lsinfo \"\(PeerStage.libraryName)/\($0.artist)/\($0.album)\"" }),
            Question(
                name: "find", method: "`find album` with a title.", reason: PeerReasons.protocolAnswer,
                lines: names.map { "find album \"\($0.album)\"" }),
            Question(
                name: "search", method: "`search any` with a common word, the first 50 matches.",
                reason: PeerReasons.protocolAnswer, lines: ["search any \"\(CorpusNames.commonWord)\" window 0:50"]),
            Question(
                name: "list album group albumartist",
                method:
                    "all albums by their artists, again and again; `oncue-mpd` keeps its answer until songs change.",
                reason: PeerReasons.protocolAnswer, lines: ["list album group albumartist"]),
        ]
    }

    private func ask(_ question: Question, _ ends: [ProtocolEnd], _ stage: PeerStage) throws -> PeerRow {
        var row = PeerRow(Self.prefix + question.name, "ms", question.method, reason: question.reason)
        let connections = try ends.map { (end: $0, connection: try MPDProtocol(socket: $0.socket)) }
        // The first round is for nothing.
        for round in 0...max(stage.options.runs(100, quick: 20) / question.lines.count, 5) {
            for line in question.lines {
                for (end, connection) in connections {
                    let begin = ContinuousClock.now
                    try connection.ask(line)
                    if round > 0 { row.add(milliseconds: begin.duration(to: .now), of: end.name) }
                }
            }
        }
        return row
    }

    /// What is asked first behind a start.
    private func firstQuestions(_ pair: ProtocolPair, _ stage: PeerStage) async throws -> [PeerRow] {
        var first = PeerRow(
            Self.prefix + "start to first answer", "ms",
            "from starting `mpd`, and `oncued` and then `oncue-mpd`, to the answer of `stats`; both have read the library "
                + "before.", reason: PeerReasons.firstSongs)
        var albums = PeerRow(
            Self.prefix + "albums, first time", "ms", "then `list album group albumartist`, for the first time.",
            reason: PeerReasons.albums)
        for round in 0...stage.options.runs(5, quick: 2) {
            for end in pair.ends {
                let begin = ContinuousClock.now
                let connection = try MPDProtocol(socket: try await end.restart())
                try connection.ask("stats")
                let answered = ContinuousClock.now
                try connection.ask("list album group albumartist")
                if round == 0 { continue }
                first.add(milliseconds: begin.duration(to: answered), of: end.name)
                albums.add(milliseconds: answered.duration(to: .now), of: end.name)
            }
        }
        for peer in stage.peers { try await peer.settle() }
        return [first, albums]
    }

    /// A client that waits hears of what another one does.
    private func notices(_ ends: [ProtocolEnd], _ stage: PeerStage) throws -> [PeerRow] {
        var row = PeerRow(
            Self.prefix + "idle to notice", "ms",
            "one client sends `repeat`; the time until another that waits by `idle options` has the notice. `oncue-mpd` gives "
                + "it when it sends the change to the daemon, and takes it back where that refuses; MPD when it has made it.",
            reason: PeerReasons.notice)
        for round in 0...stage.options.runs(200, quick: 10) {
            for end in ends {
                let (waiting, acting) = (try MPDProtocol(socket: end.socket), try MPDProtocol(socket: end.socket))
                try waiting.ask("ping")
                try waiting.begin("idle options")
                // It waits when it has been read, which this client's answer comes behind.
                try acting.ask("ping")
                usleep(2_000)
                let begin = ContinuousClock.now
                try acting.begin("repeat \((round + 1) % 2)")
                try waiting.end()
                if round > 0 { row.add(milliseconds: begin.duration(to: .now), of: end.name) }
                try acting.end()
            }
        }
        return [row]
    }

    private func pictures(_ ends: [ProtocolEnd], _ stage: PeerStage) throws -> [PeerRow] {
        [
            try picture(
                "readpicture", of: PeerSound.flac.path,
                "the embedded picture of a FLAC file, by `readpicture` in parts of 8 kB up to its end, over one connection.",
                ends, stage),
            try picture(
                "albumart", of: PeerStage.pictured, "the picture beside a file, by `albumart` in the same way.", ends,
                stage),
        ]
    }

    private func picture(
        _ command: String, of path: String, _ method: String, _ ends: [ProtocolEnd], _ stage: PeerStage
    ) throws -> PeerRow {
        var row = PeerRow(Self.prefix + command, "ms", method, reason: PeerReasons.picture)
        var sizes: Set<Int> = []
        for round in 0...stage.options.runs(20, quick: 5) {
            for end in ends {
                let connection = try MPDProtocol(socket: end.socket)
                let begin = ContinuousClock.now
                var offset = 0
                while true {
                    let part = try connection.picture("\(command) \"\(path)\" \(offset)")
                    offset += part.count
                    if part.count == 0 || offset >= part.size { break }
                }
                guard offset > 0 else { throw BenchError("\(end.name) has no picture of \(path)") }
                sizes.insert(offset)
                if round > 0 { row.add(milliseconds: begin.duration(to: .now), of: end.name) }
            }
        }
        guard sizes.count == 1 else { throw BenchError("the pictures of \(path) have \(sizes.sorted()) bytes") }
        return row
    }

    private func queue(_ ends: [ProtocolEnd], _ stage: PeerStage) throws -> [PeerRow] {
        let count = min(Self.queueLength, stage.corpus.count)
        let words = FigureReport.number(Double(count))
        var adding = PeerRow(
            Self.prefix + "add \(words) songs", "ms", "`findadd` of songs of the library to an empty queue.",
            reason: PeerReasons.adding)
        var listing = PeerRow(
            Self.prefix + "playlistinfo of \(words)", "ms", "the whole queue.", reason: PeerReasons.protocolAnswer)
        for end in ends {
            let connection = try MPDProtocol(socket: end.socket)
            for round in 0...stage.options.runs(10, quick: 3) {
                try connection.ask("clear")
                let begin = ContinuousClock.now
                try connection.ask("findadd \"(modified-since '1970-01-02T00:00:00Z')\" window 0:\(count)")
                if round > 0 { adding.add(milliseconds: begin.duration(to: .now), of: end.name) }
            }
            for round in 0...stage.options.runs(10, quick: 3) {
                let begin = ContinuousClock.now
                try connection.ask("playlistinfo")
                if round > 0 { listing.add(milliseconds: begin.duration(to: .now), of: end.name) }
            }
            try connection.ask("clear")
        }
        return [adding, listing]
    }
}
