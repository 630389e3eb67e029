// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// Playback that moves to another machine, or comes from one, for front ends.
@MediaActor
package final class HandoffDesk: nonisolated HandoffService {
    package typealias Failure = any Error

    /// The longest time that a medium gets to be ready; less than callers wait.
    private static let readyLimit: Duration = .seconds(20)
    /// The time after which what was prepared is taken back.
    private let patience: Duration

    private let machine: String
    private let controller: PlaybackController
    private let media: any HandoffMedia
    /// The folders of the library, where missing media would be.
    private let folders: @Sendable () async -> [MediaLocation]
    /// The entries that were handed over last.
    private var handed: [PlaybackQueue.EntryID] = []
    private var prepared: Prepared?
    private var released: Released?
    private var lastNumber: UInt64
    /// Names this run of the daemon.
    private let run: UInt64

    private struct Prepared {
        var number: UInt64
        /// The request that was loaded for it.
        var token: PlaybackRequest.Token
        var position: Duration
        var rate: Double
        var sleep: SleepWish?
        /// The entries, and the indices of those that are not here.
        var entries: [PlaybackQueue.EntryID]
        var missing: Set<Int>
        /// The index of the entry that was current at the source, and of the one to begin with.
        var current: Int
        var start: Int
        var wasPlaying: Bool
        var hasBegun = false
        var taking: Task<Void, Never>?
    }

    private struct Released {
        var number: UInt64
        var answer: ReleasedHandoff
        /// When it was noted among the changes.
        var edit: ContinuousClock.Instant?
    }

    /// - Parameters:
    ///   - machine: The name of this machine.
    ///   - seed: Numbers of an earlier run of the daemon mean nothing in this one.
    ///   - patience: The time after which what was prepared is taken back.
    package init(
        machine: String, controller: PlaybackController, media: any HandoffMedia,
        folders: @escaping @Sendable () async -> [MediaLocation], seed: UInt64 = .random(in: 0...1 << 62),
        patience: Duration = .seconds(60)
    ) {
        (self.machine, self.controller, self.media, self.folders) = (machine, controller, media, folders)
        (lastNumber, run, self.patience) = (seed, seed, patience)
    }

    // MARK: The source

    @MediaActor
    package func handedQueue() async throws -> HandedQueue {
        let queue = controller.queue
        guard let current = queue.currentIndex else {
            throw PlaybackCommandError(.nothingPlaying, "the queue is empty; there is nothing to continue elsewhere")
        }
        let order = queue.turns
        let window = HandedQueue.window(count: queue.entries.count, current: current, order: order)
        let places = Dictionary(uniqueKeysWithValues: zip(window, window.indices))
        let tracks = window.map { queue.entries[$0].track }
        let described = await media.described(tracks)
        let snapshot = controller.snapshot
        handed = window.map { queue.entries[$0].id }
        let entries = window.indices.map { index in
            var entry = described[index] ?? HandedEntry(tracks[index])
            entry.number = queue.entries[window[index]].contextNumber
            return entry
        }
        return HandedQueue(
            machine: machine, run: run, entries: entries,
            current: places[current] ?? 0,
            position: tracks[places[current] ?? 0].isStation ? .zero : controller.position,
            isPlaying: controller.isMeantToPlay, rate: snapshot.rate, repeatMode: queue.repeatMode,
            shuffleMode: queue.shuffleMode, order: order.compactMap { places[$0] }, context: queue.context?.title ?? "",
            contextCount: queue.context?.count,
            sleep: snapshot.sleep?.map { max(.seconds(1), $0 - ContinuousClock.now) },
            stopsAfterEntry: snapshot.stopsAfterEntry)
    }

    @MediaActor
    package func releaseForHandoff(_ number: UInt64) async throws -> ReleasedHandoff {
        if let released, released.number == number { return released.answer }
        guard let entry = controller.queue.currentEntry else {
            throw PlaybackCommandError(.nothingPlaying, "the queue is empty; there is nothing to continue elsewhere")
        }
        let wasPlaying = controller.isMeantToPlay
        let position = entry.track.isStation ? .zero : controller.position
        try controller.perform(.handOver)
        let answer = ReleasedHandoff(
            run: run, title: entry.track.title, current: handed.firstIndex(of: entry.id), position: position,
            isPlaying: wasPlaying)
        released = Released(number: number, answer: answer, edit: controller.undoableEdits.first?.time)
        // On disk before the other machine plays: a crash must not bring it back to life here.
        try? await controller.saved()
        return answer
    }

    @MediaActor
    package func takeBackHandoff(_ number: UInt64) async throws {
        guard let released, released.number == number else { return }
        self.released = nil
        // Something else that was done since is what the user wants.
        guard let last = controller.undoableEdits.first, last.edit.kind == .handOver, last.time == released.edit,
            controller.snapshot.status == .paused
        else { return }
        try controller.perform(.undo)
        try await controller.saved()
    }

    // MARK: The target

    @MediaActor
    package func prepareHandoff(_ queue: HandedQueue) async throws -> PreparedHandoff {
        let queue = queue.sound
        guard !queue.entries.isEmpty else {
            throw ServiceError(.invalidValue, "a queue without entries was handed over")
        }
        let tracks = await tracks(of: queue.entries)
        let missing = Set(tracks.indices.filter { tracks[$0].isMissing })
        guard let start = start(in: queue, without: missing) else {
            throw ServiceError(
                .notFound,
                "nothing of this queue is in the library here, not even \"\(queue.entries[queue.current].title)\"")
        }
        if let prepared, !prepared.hasBegun { try? await discardHandoff(prepared.number) }
        let wasPlaying = controller.isMeantToPlay
        try controller.perform(
            .takeOver(TakenQueue(queue, tracks: tracks.map(\.track), missing: missing, current: start)))
        lastNumber += 1
        let number = lastNumber
        guard let token = controller.snapshot.token else {
            throw ServiceError(.failed, "\"\(tracks[start].track.title)\" was not loaded")
        }
        prepared = Prepared(
            number: number, token: token, position: start == queue.current ? queue.position : .zero, rate: queue.rate,
            sleep: queue.sleep, entries: controller.queue.entries.ids, missing: missing, current: queue.current,
            start: start, wasPlaying: wasPlaying)
        if let error = await controller.preparation(within: Self.readyLimit) {
            try? await discardHandoff(number)
            throw PlaybackError(
                error.code, "cannot play \"\(tracks[start].track.title)\": \(error.message)")
        }
        try checkIsCurrent(number)
        prepared?.taking = Task { @MediaActor [weak self, patience] in
            guard (try? await MediaActor.sleep(for: patience)) != nil else { return }
            try? await self?.discardHandoff(number)
        }
        try await controller.saved()
        return PreparedHandoff(
            number: number, machine: machine, title: tracks[start].track.title, isElsewhere: start != queue.current,
            total: tracks.count, found: tracks.count - missing.count,
            missing: missing.sorted().prefix(PreparedHandoff.titleLimit).map { queue.entries[$0].title })
    }

    @MediaActor
    package func beginHandoff(_ start: HandoffStart) async throws {
        try checkIsCurrent(start.number)
        guard let begun = prepared, !begun.hasBegun else { return }
        begun.taking?.cancel()
        prepared?.hasBegun = true
        do {
            try go(to: start, begun)
            if start.isPlaying, let error = await controller.outcome(within: Self.readyLimit) { throw error }
        } catch {
            prepared?.hasBegun = false
            try? await discardHandoff(start.number)
            throw error
        }
        try await controller.saved()
    }

    /// Goes to where the source was released, which may be another entry than when it was prepared.
    private func go(to start: HandoffStart, _ begun: Prepared) throws {
        if let current = start.current, current != begun.current, begun.entries.indices.contains(current),
            !begun.missing.contains(current)
        {
            try controller.perform(.playEntry(begun.entries[current]))
            if start.position > .zero { try? controller.perform(.seek(to: start.position)) }
        } else {
            let position = begun.current == begun.start ? start.position : .zero
            if position != begun.position, controller.snapshot.isSeekable {
                try? controller.perform(.seek(to: position))
            }
        }
        if begun.rate != controller.snapshot.rate { try? controller.perform(.setRate(begun.rate)) }
        if let sleep = begun.sleep { try? controller.perform(.setSleep(sleep)) }
        try controller.perform(start.isPlaying ? .resume : .pause)
    }

    @MediaActor
    package func discardHandoff(_ number: UInt64) async throws {
        guard let prepared, prepared.number == number, !prepared.hasBegun else { return }
        prepared.taking?.cancel()
        self.prepared = nil
        guard controller.undoableEdits.first?.edit.kind == .takeOver else { return }
        try controller.perform(.undo)
        if prepared.wasPlaying { try? controller.perform(.resume) }
        try await controller.saved()
    }

    /// - Throws: `overtaken` if what was prepared is not what is loaded.
    private func checkIsCurrent(_ number: UInt64) throws {
        guard let prepared, prepared.number == number, prepared.hasBegun || controller.snapshot.token == prepared.token
        else {
            throw PlaybackCommandError(
                .overtaken, "something else was requested there meanwhile; nothing was taken over")
        }
    }

    // MARK: Media

    private struct Found {
        var track: Track
        var isMissing: Bool
    }

    /// Returns the track of each entry; of those that are not here, one that shows what it was.
    private func tracks(of entries: [HandedEntry]) async -> [Found] {
        let found = await media.found(entries)
        let folder = await folders().compactMap(\.filePath).first ?? Array("/nonexistent".utf8)
        return zip(entries, found).map { entry, track in
            if let track { return Found(track: track, isMissing: false) }
            if let address = entry.commonAddress { return Found(track: Track(entry, at: address), isMissing: false) }
            return Found(track: Track(entry, missingIn: folder), isMissing: true)
        }
    }

    /// Returns the entry to begin with: the current one, or else the next one that is here.
    private func start(in queue: HandedQueue, without missing: Set<Int>) -> Int? {
        let order = queue.order.isEmpty ? Array(queue.entries.indices) : queue.order
        let turn = order.firstIndex(of: queue.current) ?? 0
        return order[turn...].first { !missing.contains($0) }
    }
}

extension Track {
    /// The track of an entry that is on the web.
    fileprivate init(_ entry: HandedEntry, at address: MediaLocation) {
        let key = StableKey(hashing: address.uri.utf8)
        self.init(
            identifier: key.identifier(entry.isLive ? .station : .track), location: address, title: entry.title,
            artists: entry.artists, album: entry.album, trackNumber: entry.trackNumber, discNumber: entry.discNumber,
            duration: entry.isLive ? nil : entry.duration, musicBrainzRecording: entry.recording, segment: entry.segment
        )
    }

    /// The track of an entry that is not here, at the place in the library where it would be.
    fileprivate init(_ entry: HandedEntry, missingIn folder: [UInt8]) {
        let place = entry.path.isEmpty ? Array(entry.title.utf8) : entry.path
        // It never leads out of the folder.
        let names = place.filter { $0 != 0 }.split(separator: UInt8(ascii: "/")).filter {
            $0 != [0x2E] && $0 != [0x2E, 0x2E]
        }
        let path = PathBytes.joined(
            folder, Array((".handed-over/").utf8) + names.joined(separator: [UInt8(ascii: "/")]))
        self.init(
            identifier: StableKey(hashing: path).identifier(.track), location: MediaLocation(filePath: path),
            title: entry.title, artists: entry.artists, album: entry.album, trackNumber: entry.trackNumber,
            discNumber: entry.discNumber, duration: entry.duration, musicBrainzRecording: entry.recording,
            segment: entry.segment)
    }
}
