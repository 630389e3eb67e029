// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface

/// What has moved from one machine to another.
package struct HandoffOutcome: Sendable, Equatable {
    /// The names of the machines.
    package var source: String
    package var target: String
    package var prepared: PreparedHandoff
    package var position: Duration
    package var isPlaying: Bool
    /// How long nothing was heard, as far as it is seen here: from the release to the first sound.
    package var silence: Duration
}

/// Moves playback from one machine to another, step by step.
///
/// At every moment at most one of them plays. The source is silent only when the target is ready, and plays on when
/// that fails; only when the target is lost in the last step it stays paused, because the target may play.
package enum HandoffTransfer {
    /// - Throws: ``ServiceError`` that says which machine plays now.
    package static func move(
        from source: some HandoffService, to target: some HandoffService
    ) async throws(ServiceError) -> HandoffOutcome {
        let queue = try await failing { try await source.handedQueue() }
        let prepared = try await failing { try await target.prepareHandoff(queue) }
        let released: ReleasedHandoff
        do { released = try await source.releaseForHandoff(prepared.number) } catch {
            try? await target.discardHandoff(prepared.number)
            throw ServiceError(error)
        }
        let release = ContinuousClock.now
        let start = start(prepared.number, queue, released)
        do {
            try await target.beginHandoff(start)
        } catch {
            var error = ServiceError(error)
            if error.code == .unavailable {
                error.message =
                    "\(prepared.machine) was lost in the last step (\(error.message)); unless it plays \"\(released.title)\" now, "
                    + "oncue resume plays on at \(queue.machine)"
                throw error
            }
            try? await source.takeBackHandoff(prepared.number)
            throw error
        }
        return HandoffOutcome(
            source: queue.machine, target: prepared.machine, prepared: prepared, position: start.position,
            isPlaying: start.isPlaying, silence: start.isPlaying ? ContinuousClock.now - release : .zero)
    }

    /// Where the target begins. A source whose daemon has begun anew since says of its saved session that it is paused,
    /// at a position that may be older.
    private static func start(_ number: UInt64, _ queue: HandedQueue, _ released: ReleasedHandoff) -> HandoffStart {
        guard released.run != queue.run else {
            return HandoffStart(
                number, current: released.current, at: released.position, playing: released.isPlaying)
        }
        return HandoffStart(number, current: queue.current, at: queue.position, playing: queue.isPlaying)
    }

    private static func failing<Value: Sendable>(_ body: () async throws -> Value) async throws(ServiceError) -> Value {
        do { return try await body() } catch { throw ServiceError(error) }
    }
}
