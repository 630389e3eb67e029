// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface

/// The outcome of moving playback from one machine to another.
package struct HandoffOutcome: Sendable, Equatable {
    /// The names of the machines.
    package var source: String
    package var target: String
    package var prepared: PreparedHandoff
    package var position: Duration
    package var isPlaying: Bool
    /// The length of the silence as measured here: from the release to the first sound.
    package var silence: Duration
}

/// Moves playback from one machine to another, step by step.
///
/// At most one of them plays at any moment. The source falls silent only when the target is ready, and plays on if the
/// target fails. It stays paused only if it is unknown whether the target plays.
package enum HandoffTransfer {
    /// - Parameter whenReleased: Called when the source is about to fall silent; the transfer should not be interrupted
    ///   afterwards.
    /// - Throws: ``ServiceError``, which names the machine that plays now if this has changed.
    package static func move(
        from source: some HandoffService, to target: some HandoffService, whenReleased: () -> Void = {}
    ) async throws(ServiceError) -> HandoffOutcome {
        let queue = try await failing { try await source.handedQueue() }
        let prepared = try await failing { try await target.prepareHandoff(queue) }
        whenReleased()
        let release = ContinuousClock.now
        let released: ReleasedHandoff
        do { released = try await source.releaseForHandoff(prepared.number) } catch {
            try? await target.discardHandoff(prepared.number)
            // The release may have happened although its answer is missing.
            throw await takenBack(source, prepared.number, queue.machine, queue.isPlaying, ServiceError(error))
        }
        let start = start(prepared.number, queue, released)
        do { try await target.beginHandoff(start) } catch {
            let error = ServiceError(error)
            guard await isSilent(target, prepared, queue, after: error) else {
                throw ServiceError(
                    error.code,
                    "whether \(prepared.machine) plays is not known (\(error.message)); unless it does, oncue resume plays "
                        + "\"\(released.title)\" on at \(queue.machine)")
            }
            throw await takenBack(source, prepared.number, queue.machine, released.isPlaying, error)
        }
        return HandoffOutcome(
            source: queue.machine, target: prepared.machine, prepared: prepared, position: start.position,
            isPlaying: start.isPlaying, silence: start.isPlaying ? ContinuousClock.now - release : .zero)
    }

    /// Makes the source play on, and returns the error to report.
    ///
    /// A source whose daemon has restarted knows of no release, and is paused in the state that was saved.
    ///
    /// - Parameter wasPlaying: Whether it should play.
    private static func takenBack(
        _ source: some HandoffService, _ number: UInt64, _ machine: String, _ wasPlaying: Bool, _ error: ServiceError
    ) async -> ServiceError {
        do {
            try await source.takeBackHandoff(number)
            guard wasPlaying, try await !source.handedQueue().isPlaying else { return error }
            return hinting(error, at: machine)
        } catch { return hinting(ServiceError(error), at: machine) }
    }

    private static func hinting(_ error: ServiceError, at machine: String) -> ServiceError {
        ServiceError(
            error.code, "\(error.message); \(machine) may be paused, and oncue resume plays on there")
    }

    /// Returns whether it is certain that the target does not play the queue that it was to begin, and will not play
    /// it.
    private static func isSilent(
        _ target: some HandoffService, _ prepared: PreparedHandoff, _ handed: HandedQueue, after error: ServiceError
    ) async -> Bool {
        // Prevent a message that is still on its way from starting it.
        do { try await target.discardHandoff(prepared.number) } catch { return false }
        do {
            let queue = try await target.handedQueue()
            // The same daemon's report is reliable, even if it has resumed its earlier queue. A restarted daemon may
            // have resumed its saved session, which is either the queue handed over or the one before it.
            let title = queue.entries.indices.contains(queue.current) ? queue.entries[queue.current].title : ""
            let isOther = title != prepared.title && !handed.entries.contains { $0.title == title }
            let isCertain = ![.unavailable, .failed, .unexpectedAnswer].contains(error.code)
            return !queue.isPlaying || isOther || isCertain && queue.run == prepared.run
        } catch { return ServiceError(error).code == .nothingPlaying }
    }

    /// Returns the state in which the target begins. A source whose daemon has restarted since then reports its saved
    /// session as paused, at a position that may be older.
    private static func start(_ number: UInt64, _ queue: HandedQueue, _ released: ReleasedHandoff) -> HandoffStart {
        guard released.run != queue.run else {
            let current = released.entry.flatMap { entry in queue.entries.firstIndex { $0.identifier == entry } }
            var start = HandoffStart(number, current: current, at: released.position, playing: released.isPlaying)
            start.heard = released.heard
            return start
        }
        return HandoffStart(number, current: queue.current, at: queue.position, playing: queue.isPlaying)
    }

    private static func failing<Value: Sendable>(_ body: () async throws -> Value) async throws(ServiceError) -> Value {
        do { return try await body() } catch { throw ServiceError(error) }
    }
}
