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
    private static let readyLimit: Duration = .seconds(15)
    /// The time after which a prepared queue is taken back.
    private let patience: Duration

    private let machine: String
    private let controller: PlaybackController
    /// Records the listening at this machine.
    private let listening: ListeningRecorder?
    private let media: any HandoffMedia
    /// Fetches media that are missing here from paired machines.
    private let fetching: (any MediaFetching)?
    /// The names of this machine, in lower case, and its addresses, which must not be followed in a queue from
    /// elsewhere.
    private let ownNames: @Sendable () -> Set<String>
    /// The folders of the library, where missing media would be.
    private let folders: @Sendable () async -> [MediaLocation]
    private var prepared: Prepared?
    private var released: Released?
    /// The numbers that were taken back most recently: a release with one may still be on its way.
    private var givenUp: [UInt64] = []
    private var lastNumber: UInt64
    /// A number that identifies this run of the daemon.
    private let run: UInt64
    /// The time for which the user has been away; `nil` while they are here.
    private let absence: @MediaActor () -> Duration?
    /// The time when playback ended; `nil` while something plays, or if nothing has played.
    private var rest: ContinuousClock.Instant?
    private var played = false

    private struct Prepared {
        var number: UInt64
        /// The request that was loaded for it.
        var token: PlaybackRequest.Token?
        /// The time when it was noted among the undoable changes.
        var edit: ContinuousClock.Instant?
        var queue: HandedQueue
        /// The entries, and the indices of those that are missing here.
        var entries: [PlaybackQueue.EntryID]
        var missing: Set<Int>
        /// The index of the entry to begin with.
        var start: Int
        var wasPlaying: Bool
        /// Takes the queue back if no further step follows.
        var taking: Task<Void, Never>?
        /// Set when it begins.
        var beginning: Task<Void, any Error>?
    }

    private struct Released {
        var number: UInt64
        var answer: ReleasedHandoff
        /// The time when it was noted among the undoable changes.
        var edit: ContinuousClock.Instant?
    }

    /// - Parameters:
    ///   - machine: The name of this machine.
    ///   - ownNames: The other names of this machine, in lower case, and its addresses at that moment.
    ///   - seed: The start of the numbers, so that numbers of an earlier run of the daemon mean nothing in this one.
    ///   - patience: The time after which a prepared queue is taken back.
    ///   - listening: Records the listening at this machine.
    ///   - absence: The time for which the user has been away from this machine; `nil` while they are here.
    package init(
        machine: String, controller: PlaybackController, media: any HandoffMedia,
        fetching: (any MediaFetching)? = nil,
        ownNames: @escaping @Sendable () -> Set<String> = { [] },
        folders: @escaping @Sendable () async -> [MediaLocation],
        seed: UInt64 = .random(in: 0...1 << 62),
        patience: Duration = .seconds(60), listening: ListeningRecorder? = nil,
        absence: @escaping @MediaActor () -> Duration? = { nil }
    ) {
        (self.machine, self.controller, self.media, self.folders) = (machine, controller, media, folders)
        (self.fetching, self.ownNames, self.listening) = (fetching, ownNames, listening)
        (lastNumber, run, self.patience, self.absence) = (seed, seed, patience, absence)
        controller.changes.listen { [weak self] in
            self?.note(isPlaying: $0.status == .playing)
            self?.noteCurrent($0.entry?.id)
        }
        note(isPlaying: controller.snapshot.status == .playing)
    }

    private func note(isPlaying: Bool) {
        if isPlaying { rest = nil } else if played { rest = .now }
        played = isPlaying
    }

    /// Sets the listening of the current entry aside. Changes are announced a moment later, so the recorder is updated
    /// here.
    private func setListeningAside() {
        listening?.update(controller.snapshot)
        listening?.setAside(.handoff)
    }

    /// - Parameter heard: The time that was heard of the current entry before.
    private func settleListening(heard: Duration = .zero) {
        listening?.update(controller.snapshot)
        listening?.settle(.handoff, heard: heard)
    }

    /// Settles listening when something other than the prepared queue is played here.
    private func noteCurrent(_ entry: PlaybackQueue.EntryID?) {
        guard let prepared, prepared.beginning == nil, !prepared.entries.contains(where: { $0 == entry }) else {
            return
        }
        settleListening()
    }

    /// The time for which playback has been left: nothing plays any longer, or the user is away while something plays.
    private var leaving: Duration? {
        let rest = rest.map { ContinuousClock.now - $0 }
        return controller.isMeantToPlay ? absence() : [rest, absence()].compactMap(\.self).min()
    }

    // MARK: The source

    @MediaActor
    package func handedQueue() async throws -> HandedQueue {
        try await describedQueue().queue
    }

    /// Returns the queue for another machine, and its entries here.
    func describedQueue() async throws -> (queue: HandedQueue, entries: [PlaybackQueue.EntryID]) {
        let queue = controller.queue
        guard let current = queue.currentIndex else {
            throw PlaybackCommandError(.nothingPlaying, "the queue is empty; there is nothing to continue elsewhere")
        }
        let order = queue.turns
        let window = HandedQueue.window(count: queue.entries.count, current: current, order: order)
        let places = Dictionary(uniqueKeysWithValues: zip(window, window.indices))
        let tracks = window.map { queue.entries[$0].track }
        // All of one moment: while media are being looked up, another entry may begin.
        let (snapshot, isPlaying) = (controller.snapshot, controller.isMeantToPlay)
        let position = queue.entries[current].track.isStation ? .zero : controller.position
        let ids = window.map { queue.entries[$0].id }
        let described = await media.described(tracks)
        let entries = window.indices.map { index in
            var entry = described[index] ?? HandedEntry(tracks[index])
            entry.number = queue.entries[window[index]].contextNumber
            entry.identifier = ids[index].number
            return entry
        }
        let handed = HandedQueue(
            machine: machine, run: run, entries: entries,
            current: places[current] ?? 0, position: position, isPlaying: isPlaying, rate: snapshot.rate,
            repeatMode: queue.repeatMode,
            shuffleMode: queue.shuffleMode, order: order.compactMap { places[$0] }, context: queue.context?.title ?? "",
            contextCount: queue.context?.count,
            sleep: snapshot.sleep?.map { max(.seconds(1), $0 - ContinuousClock.now) },
            stopsAfterEntry: snapshot.stopsAfterEntry, absence: leaving)
        return (handed, ids)
    }

    @MediaActor
    package func releaseForHandoff(_ number: UInt64) async throws -> ReleasedHandoff {
        guard !givenUp.contains(number) else {
            throw PlaybackCommandError(.overtaken, "this handoff was given up; nothing was handed over")
        }
        if let released, released.number == number {
            guard !controller.isMeantToPlay else {
                throw PlaybackCommandError(
                    .overtaken, "something else was requested meanwhile; nothing was handed over")
            }
            return released.answer
        }
        guard let entry = controller.queue.currentEntry else {
            throw PlaybackCommandError(.nothingPlaying, "the queue is empty; there is nothing to continue elsewhere")
        }
        let wasPlaying = controller.isMeantToPlay
        let position = entry.track.isStation ? .zero : controller.position
        try controller.perform(.handOver)
        var answer = ReleasedHandoff(
            run: run, title: entry.track.title, entry: entry.id.number, position: position, isPlaying: wasPlaying)
        listening?.update(controller.snapshot)
        answer.heard = listening?.handOver() ?? .zero
        released = Released(number: number, answer: answer, edit: controller.undoableEdits.first?.time)
        // On disk before the other machine plays: after a crash, playback must not resume here. If nothing can be
        // saved, it is handed over all the same; the controller reports that.
        try? await controller.saved()
        return answer
    }

    @MediaActor
    package func takeBackHandoff(_ number: UInt64) async throws {
        givenUp = givenUp.suffix(15) + [number]
        guard let released, released.number == number else { return }
        self.released = nil
        // If something else was done since, the user wants that.
        guard let last = controller.undoableEdits.first, last.edit.kind == .handOver, last.time == released.edit,
            controller.snapshot.status == .paused
        else { return }
        setListeningAside()
        defer { settleListening(heard: released.answer.heard) }
        try controller.perform(.undo)
        // It plays, whether that can be saved or not.
        try? await controller.saved()
    }

    // MARK: The target

    @MediaActor
    package func prepareHandoff(_ queue: HandedQueue) async throws -> PreparedHandoff {
        let queue = queue.sound
        guard !queue.entries.isEmpty else {
            throw ServiceError(.invalidValue, "a queue without entries was handed over")
        }
        guard queue.run != run else {
            throw ServiceError(.refused, "this queue is from here; name another machine")
        }
        let (tracks, refusal) = await tracks(of: queue)
        let missing = Set(tracks.indices.filter { tracks[$0].isMissing })
        guard let start = Self.present(from: queue.current, in: queue, without: missing) else {
            let what = missing.count < tracks.count ? "nothing that is still to play" : "nothing of this queue"
            throw ServiceError(
                .notFound,
                "\(what) is in the library here, not even \"\(queue.entries[queue.current].title)\""
                    + (refusal.isEmpty ? "" : "; nothing is fetched from \(queue.machine): \(refusal)"))
        }
        try undoPrepared(prepared?.number)
        let wasPlaying = controller.snapshot.status == .playing
        // The playing entry may come back, in which case it was not left.
        setListeningAside()
        do {
            try controller.perform(
                .takeOver(TakenQueue(queue, tracks: tracks.map(\.track), missing: missing, current: start)))
        } catch {
            settleListening()
            throw error
        }
        lastNumber += 1
        let number = lastNumber
        prepared = Prepared(
            number: number, token: controller.snapshot.token, edit: controller.undoableEdits.first?.time, queue: queue,
            entries: controller.queue.entries.ids, missing: missing, start: start, wasPlaying: wasPlaying)
        do {
            try await makeReady(number, title: tracks[start].track.title)
        } catch {
            try? undoPrepared(number)
            throw error
        }
        var answer = PreparedHandoff(
            number: number, run: run, machine: machine, title: tracks[start].track.title,
            isElsewhere: start != queue.current, total: tracks.count, found: tracks.count - missing.count,
            missing: missing.sorted().prefix(PreparedHandoff.titleLimit).map { queue.entries[$0].title })
        answer.fetched = tracks.count(where: \.isFetched)
        answer.refusal = refusal.shortened(toBytes: HandedEntry.textLimit)
        return answer
    }

    /// Waits until the loaded entry could be heard at once.
    private func makeReady(_ number: UInt64, title: String) async throws {
        if let error = await controller.preparation(within: Self.readyLimit) {
            throw PlaybackError(error.code, "cannot play \"\(title)\": \(error.message)")
        }
        try checkIsCurrent(number)
        guard !controller.snapshot.isLoading else { throw Self.slow(title) }
        prepared?.taking = Task { @MediaActor [weak self, patience] in
            guard (try? await MediaActor.sleep(for: patience)) != nil else { return }
            try? await self?.discardHandoff(number)
        }
    }

    private static func slow(_ title: String) -> PlaybackError {
        PlaybackError(
            .network,
            "\"\(title)\" is not ready after \(readyLimit.components.seconds) s; try again, or play it there first")
    }

    @MediaActor
    package func beginHandoff(_ start: HandoffStart) async throws {
        try checkIsCurrent(start.number)
        guard let known = prepared else { return }
        if let beginning = known.beginning { return try await beginning.value }
        known.taking?.cancel()
        let beginning = Task { @MediaActor in
            do {
                try go(to: start, known)
                if start.isPlaying {
                    if let error = await controller.outcome(within: Self.readyLimit) { throw error }
                    if controller.snapshot.isLoading { throw Self.slow(controller.snapshot.entry?.track.title ?? "") }
                }
            } catch {
                prepared?.beginning = nil
                try? undoPrepared(start.number, isSilent: false)
                throw error
            }
            let isSame = start.current.map { known.entries[$0] == controller.queue.current } ?? false
            settleListening(heard: isSame ? start.heardBefore : .zero)
            // It plays, whether that can be saved or not.
            try? await controller.saved()
        }
        prepared?.beginning = beginning
        try await beginning.value
    }

    /// Moves to where the source was released, which may be in another entry than when the queue was prepared.
    private func go(to start: HandoffStart, _ known: Prepared) throws {
        let queue = known.queue
        guard let wanted = start.current, queue.entries.indices.contains(wanted) else {
            throw PlaybackCommandError(.overtaken, "something else was begun at the source meanwhile")
        }
        guard let current = Self.present(from: wanted, in: queue, without: known.missing) else {
            throw PlaybackCommandError(.overtaken, "the source has gone on to what is not here")
        }
        let position = current == wanted ? start.position : .zero
        let prepared = known.start == queue.current ? queue.position : .zero
        if current != known.start {
            try controller.perform(.playEntry(known.entries[current]))
            if position > .zero { try? controller.perform(.seek(to: position)) }
        } else if position != prepared, controller.snapshot.isSeekable {
            try? controller.perform(.seek(to: position))
        }
        // The rate belongs to that entry, or to its kind.
        if current == queue.current, queue.rate != controller.snapshot.rate {
            try? controller.perform(.setRate(queue.rate))
        }
        if let sleep = queue.sleep { try? controller.perform(.setSleep(sleep)) }
        try controller.perform(start.isPlaying ? .resume : .pause)
    }

    @MediaActor
    package func discardHandoff(_ number: UInt64) async throws {
        try undoPrepared(number)
        try? await controller.saved()
    }

    /// Brings the former queue back, unless the prepared one has begun, or someone has played or changed it.
    private func undoPrepared(_ number: UInt64?, isSilent: Bool = true) throws {
        guard let known = prepared, known.number == number, known.beginning == nil else { return }
        known.taking?.cancel()
        prepared = nil
        defer { settleListening() }
        guard let last = controller.undoableEdits.first, last.edit.kind == .takeOver, last.time == known.edit,
            !isSilent || controller.snapshot.status != .playing
        else { return }
        try controller.perform(.pause)
        try controller.perform(.undo)
        if known.wasPlaying { try? controller.perform(.resume) }
    }

    /// - Throws: `overtaken` if the prepared queue is not the one that is loaded.
    private func checkIsCurrent(_ number: UInt64) throws {
        guard let known = prepared, known.number == number,
            known.beginning != nil || controller.snapshot.token == known.token
        else {
            throw PlaybackCommandError(
                .overtaken, "something else was requested there meanwhile; nothing was taken over")
        }
    }

    // MARK: Media

    /// The file that contains an entry which is a part of a file.
    private struct FilePlace: Hashable {
        let path: [UInt8]
        let size: Int64?

        /// `nil` for an entry that is a whole file, or whose file is not known.
        init?(_ entry: HandedEntry) {
            guard entry.segment != nil, !entry.path.isEmpty else { return nil }
            (path, size) = (entry.path, entry.size)
        }
    }

    private struct Found {
        var track: Track
        var isMissing = false
        var isFetched = false
    }

    /// Returns the tracks of a queue of another machine, and the indices of those that are missing here.
    func located(_ queue: HandedQueue) async -> (tracks: [Track], missing: Set<Int>) {
        let found = await tracks(of: queue).tracks
        return (found.map(\.track), Set(found.indices.filter { found[$0].isMissing }))
    }

    /// Returns the track of each entry; for entries that are missing here, one that is fetched, or one that shows the
    /// title.
    ///
    /// - Returns: Also the reason why nothing is fetched; empty if nothing had to be or could be, or if fetching is
    ///   switched off.
    private func tracks(of queue: HandedQueue) async -> (tracks: [Found], refusal: String) {
        let found = await media.found(queue.entries)
        let folder = await folders().compactMap(\.filePath).first ?? Array("/nonexistent".utf8)
        var prospect: FetchProspect?
        let own = ownNames()
        // Parts of one file are fetched through the first of them, so that they follow each other without a gap.
        var files: [FilePlace: LinkedMedium] = [:]
        var tracks: [Found] = []
        for (entry, track) in zip(queue.entries, found) {
            if let track {
                tracks.append(Found(track: track))
            } else if let address = entry.commonAddress(on: own) {
                tracks.append(Found(track: Track(entry, at: address)))
            } else if let medium = entry.medium.flatMap({ LinkedMedium(machine: queue.link, track: $0) }) {
                // One question for all of them.
                if prospect == nil { prospect = await fetching?.prospect(of: medium.machine) ?? .off }
                guard prospect == .open else {
                    tracks.append(Found(track: Track(entry, missingIn: folder), isMissing: true))
                    continue
                }
                let file = FilePlace(entry).map { place in
                    files[place] = files[place] ?? medium
                    return files[place] ?? medium
                }
                tracks.append(Found(track: Track(entry, fetching: medium, in: file ?? medium), isFetched: true))
            } else {
                tracks.append(Found(track: Track(entry, missingIn: folder), isMissing: true))
            }
        }
        if case .refused(let reason) = prospect { return (tracks, reason) }
        return (tracks, "")
    }

    /// Returns the first entry that is available here, from the given one on in playing order, and then from the start
    /// if everything is repeated.
    private static func present(from current: Int, in queue: HandedQueue, without missing: Set<Int>) -> Int? {
        let order = queue.order.isEmpty ? Array(queue.entries.indices) : queue.order
        let turn = order.firstIndex(of: current) ?? 0
        let again = queue.repeatMode == .all ? order[..<turn] : []
        return (order[turn...] + again).first { !missing.contains($0) }
    }
}

extension Track {
    /// Creates the track of an entry that is on the web.
    fileprivate init(_ entry: HandedEntry, at address: MediaLocation) {
        let key = StableKey(hashing: address.uri.utf8)
        self.init(
            identifier: key.identifier(entry.isLive ? .station : .track), location: address, title: entry.title,
            artists: entry.artists, album: entry.album, trackNumber: entry.trackNumber, discNumber: entry.discNumber,
            duration: entry.isLive ? nil : entry.duration, musicBrainzRecording: entry.recording, segment: entry.segment
        )
    }

    /// Creates the track of an entry whose file is fetched from the machine that hands it over.
    ///
    /// - Parameter file: A medium in the same file, through which it is fetched.
    fileprivate init(_ entry: HandedEntry, fetching medium: LinkedMedium, in file: LinkedMedium) {
        self.init(
            identifier: StableKey(hashing: medium.location.uri.utf8).identifier(.track), location: file.location,
            title: entry.title, artists: entry.artists, album: entry.album, trackNumber: entry.trackNumber,
            discNumber: entry.discNumber, duration: entry.duration, musicBrainzRecording: entry.recording,
            segment: entry.segment)
    }

    /// Creates the track of an entry that is missing here, at the place in the library where it would be.
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

extension HandoffStart {
    /// The time that was heard before, limited to what is possible.
    fileprivate var heardBefore: Duration { min(max(.zero, heard), .seconds(10 * 365 * 86_400)) }
}
