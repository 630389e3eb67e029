// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueRuntime
internal import OnCueSession
internal import OnCueState

/// How long an edit of a full queue takes: for the state machine to decide it, until it is on disk, and until a client
/// is answered.
struct QueueEditTime: Measurement {
    let name = "queue-edits"
    let summary = "edits of a queue of 100,000 entries"

    private static let deciding = Figure.Aim.atMost(1)

    func measure(_ bench: Bench) async throws -> [Figure] {
        let session = Self.session(of: PlaybackQueue.capacity - 2_000)
        let runs = bench.options.runs(200, quick: 40)
        let folder = bench.sandbox.newPath("queue")
        try Files.makeFolder(folder)
        defer { Files.remove(folder) }
        var figures = try await edits(session, shuffled: false, folder + "/state.sqlite", runs)
        figures += try await edits(session, shuffled: true, folder + "/shuffled.sqlite", runs)
        return figures + [try await answers(bench, session, runs)]
    }

    /// Tracks with as much to say as those of a library.
    private static func session(of count: Int) -> SavedSession {
        let entries = (1...count).map { number in
            PlaybackQueue.Entry(id: .init(UInt64(number)), track: track(number))
        }
        return SavedSession(
            entries: QueueEntries(entries), current: entries[count / 2].id, nextEntryNumber: UInt64(count + 1),
            wasActive: true)
    }

    private static func track(_ number: Int) -> Track {
        let album = number / 12
        return Track(
            identifier: ContentIdentifier(kind: .track, key: "track\(number)"),
            location: MediaLocation(filePath: Array("/music/Artist \(album / 8)/Album \(album)/\(number).flac".utf8)),
            title: "Title of the track \(number)", artists: ["Artist number \(album / 8)"],
            albumArtists: ["Artist number \(album / 8)"], album: "Album with number \(album)",
            albumIdentifier: ContentIdentifier(kind: .album, key: "album\(album)"), genres: ["Electronic"],
            trackNumber: number % 12 + 1, trackTotal: 12, date: "2026-11-22", duration: .seconds(240))
    }

    private enum Edit: String, CaseIterable {
        case move, remove
        case add = "add next"
        case undo
    }

    private func command(_ edit: Edit, _ queue: PlaybackQueue, using random: inout SplitMix64) -> PlaybackCommand {
        let index = Int.random(in: 0..<queue.entries.count, using: &random)
        return switch edit {
        case .move: .moveEntry(queue.entries[index].id, to: Int.random(in: 0..<queue.entries.count, using: &random))
        case .remove: .removeEntry(queue.entries[index].id)
        case .add: .enqueue([Self.track(index)], at: .next, shuffled: false)
        case .undo: .undo
        }
    }

    private func edits(_ session: SavedSession, shuffled: Bool, _ path: String, _ runs: Int) async throws -> [Figure] {
        var random = SplitMix64(seed: 1)
        var machine = PlaybackStateMachine(session, seed: 1)
        let now = ContinuousClock.now
        // With something loaded it also decides what follows.
        _ = try machine.perform(.resume, now: now)
        if shuffled { _ = try machine.perform(.setShuffleMode(.tracks), now: now) }
        let store = SessionStore(path: path) { Output.say($0) }
        guard await store.save(machine.session(at: now)) == .saved else {
            throw BenchError("a queue cannot be saved in \(path)")
        }
        var (deciding, saving): ([Edit: Samples], Samples) = ([:], Samples())
        for run in 0..<runs {
            let edit = Edit.allCases[run % Edit.allCases.count]
            let command = command(edit, machine.queue, using: &random)
            let begin = ContinuousClock.now
            _ = try machine.perform(command, now: now)
            _ = machine.snapshot
            let session = machine.session(at: now)
            deciding[edit, default: Samples()].add(milliseconds: begin.duration(to: .now))
            guard await store.save(session) == .saved else { throw BenchError("an edit cannot be saved in \(path)") }
            saving.add(milliseconds: begin.duration(to: .now))
        }
        await store.close()
        let kind = shuffled ? "shuffled queue" : "queue"
        return Edit.allCases.map { edit in
            Figure(
                "\(kind) of 100,000: \(edit.rawValue), decided", deciding[edit] ?? Samples(), "ms", aim: Self.deciding)
        } + [Figure("\(kind) of 100,000: an edit until it is on disk", saving, "ms")]
    }

    /// Over the bus, on disk and answered.
    private func answers(_ bench: Bench, _ session: SavedSession, _ runs: Int) async throws -> Figure {
        let host = try await Host(in: bench.sandbox)
        for folder in ["/state", "/state/oncue"] { try Files.makeFolder(host.home + folder) }
        let store = SessionStore(path: host.home + "/state/oncue/state.sqlite") { Output.say($0) }
        guard await store.save(session) == .saved else { throw BenchError("a queue cannot be saved for oncued") }
        await store.close()
        let daemon = try await host.start()
        defer { daemon.stop() }
        try await daemon.waitForQuiet()
        var random = SplitMix64(seed: 2)
        var times = Samples()
        for _ in 0..<runs {
            let entry = UInt64.random(in: 1...UInt64(session.entries.count), using: &random)
            let place = Int.random(in: 0..<session.entries.count, using: &random)
            let begin = ContinuousClock.now
            try await daemon.client.perform(.moveEntry(.init(entry), to: place))
            times.add(milliseconds: begin.duration(to: .now))
        }
        return Figure("queue of 100,000: a client moves an entry, until it is answered", times, "ms")
    }
}
