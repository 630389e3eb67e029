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
        let onCue = stage.peers.lazy.compactMap { $0 as? OnCuePeer }.first
        let mpd = stage.peers.lazy.compactMap { $0 as? MPDPeer }.first
        guard let onCue, let mpd else { return [] }
        try await stage.startStocked()
        let ends = [End(onCue.name, try await onCue.startMPD()), End(mpd.name, mpd.socket)]
        defer { onCue.stopMPD() }
        var rows = [try firstQuestion(ends)]
        // Both play the same, and rest.
        for end in ends {
            try MPDProtocol(socket: end.socket).ask(
                "command_list_begin\nclear\nadd \"\(PeerSound.flac.path)\"\nplay\ncommand_list_end")
        }
        try await Task.sleep(for: .seconds(1))
        for end in ends { try MPDProtocol(socket: end.socket).ask("pause 1") }
        for question in Self.questions(stage) { rows.append(try ask(question, ends, stage)) }
        rows += try notices(ends, stage)
        rows.append(try pictures(ends, stage))
        rows += try queue(ends, stage)
        rows += try everything(ends, [onCue.name: onCue.processes, mpd.name: [mpd.process]], stage)
        return rows
    }

    /// Where one of the two is asked.
    private struct End {
        let name: String
        let socket: String

        init(_ name: String, _ socket: String) { (self.name, self.socket) = (name, socket) }
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
                name: "list album group albumartist", method: "all albums by their artists.",
                reason: PeerReasons.protocolAnswer, lines: ["list album group albumartist"]),
        ]
    }

    private func ask(_ question: Question, _ ends: [End], _ stage: PeerStage) throws -> PeerRow {
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

    /// Songs are first asked for.
    private func firstQuestion(_ ends: [End]) throws -> PeerRow {
        var row = PeerRow(
            Self.prefix + "first question for songs", "ms",
            "`stats` for the first time after a start, once; both have read the library before, and `oncue-mpd` has its "
                + "songs in a file, as MPD.", reason: PeerReasons.firstSongs)
        for end in ends {
            let connection = try MPDProtocol(socket: end.socket)
            let begin = ContinuousClock.now
            try connection.ask("stats")
            row.add(milliseconds: begin.duration(to: .now), of: end.name)
        }
        return row
    }

    /// A client that waits hears of what another one does.
    private func notices(_ ends: [End], _ stage: PeerStage) throws -> [PeerRow] {
        var row = PeerRow(
            Self.prefix + "idle to notice", "ms",
            "one client sends `repeat`; the time until another that waits by `idle options` has the notice.",
            reason: PeerReasons.notice)
        for round in 0...stage.options.runs(40, quick: 10) {
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

    private func pictures(_ ends: [End], _ stage: PeerStage) throws -> PeerRow {
        var row = PeerRow(
            Self.prefix + "readpicture", "ms",
            "the embedded picture of a FLAC file, by `readpicture` in parts of 8 kB up to its end, over one connection.",
            reason: PeerReasons.picture)
        for round in 0...stage.options.runs(20, quick: 5) {
            for end in ends {
                let connection = try MPDProtocol(socket: end.socket)
                let begin = ContinuousClock.now
                var offset = 0
                while true {
                    let part = try connection.picture("readpicture \"\(PeerSound.flac.path)\" \(offset)")
                    offset += part.count
                    if part.count == 0 || offset >= part.size { break }
                }
                guard offset > 0 else { throw BenchError("\(end.name) has no picture of \(PeerSound.flac.path)") }
                if round > 0 { row.add(milliseconds: begin.duration(to: .now), of: end.name) }
            }
        }
        return row
    }

    private func queue(_ ends: [End], _ stage: PeerStage) throws -> [PeerRow] {
        let count = min(Self.queueLength, stage.corpus.count)
        let words = FigureReport.number(Double(count))
        var adding = PeerRow(
            Self.prefix + "add \(words) songs", "ms", "`findadd` of songs of the library to an empty queue.",
            reason: PeerReasons.adding)
        var listing = PeerRow(
            Self.prefix + "playlistinfo of \(words)", "ms", "the whole queue.", reason: PeerReasons.protocolAnswer)
        for end in ends {
            let connection = try MPDProtocol(socket: end.socket)
            try connection.ask("clear")
            let begin = ContinuousClock.now
            try connection.ask("findadd \"(modified-since '1970-01-02T00:00:00Z')\" window 0:\(count)")
            adding.add(milliseconds: begin.duration(to: .now), of: end.name)
            for round in 0...stage.options.runs(10, quick: 3) {
                let begin = ContinuousClock.now
                try connection.ask("playlistinfo")
                if round > 0 { listing.add(milliseconds: begin.duration(to: .now), of: end.name) }
            }
            try connection.ask("clear")
        }
        return [adding, listing]
    }

    /// The whole library, and the memory behind it.
    private func everything(_ ends: [End], _ processes: [String: [pid_t]], _ stage: PeerStage) throws -> [PeerRow] {
        let words = FigureReport.number(Double(stage.count))
        var listing = PeerRow(
            Self.prefix + "listallinfo of \(words)", "ms", "every song with its tags.",
            reason: PeerReasons.protocolAnswer)
        var resident = PeerRow(
            Self.prefix + "memory behind listallinfo, resident", "MB",
            "afterwards, of MPD; of `oncued` and `oncue-mpd` together, in which shared libraries count twice.",
            reason: PeerReasons.songs)
        var written = PeerRow(
            Self.prefix + "memory behind listallinfo, written", "MB",
            "at the same time, what they have written themselves.",
            reason: PeerReasons.songs)
        for end in ends {
            let connection = try MPDProtocol(socket: end.socket)
            for round in 0...stage.options.runs(5, quick: 2) {
                let begin = ContinuousClock.now
                try connection.ask("listallinfo")
                if round > 0 { listing.add(milliseconds: begin.duration(to: .now), of: end.name) }
            }
            let memory = try (processes[end.name] ?? []).map { try ProcessMemory($0) }
            resident.add(memory.reduce(0) { $0 + $1.resident }, of: end.name)
            written.add(memory.reduce(0) { $0 + $1.written }, of: end.name)
        }
        return [listing, resident, written]
    }
}
