// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime
package import OnCueSession

/// Keeps the events of an engine and waits for those to come.
@MediaActor
package final class EngineRecorder {
    package struct Entry: Sendable {
        package var event: EngineEvent
        package var time: ContinuousClock.Instant
    }

    package private(set) var entries: [Entry] = []
    private var waiters: [Waiter] = []

    private struct Waiter {
        var number: UInt64
        var first: Int
        var matches: @Sendable (EngineEvent) -> Bool
        var continuation: CheckedContinuation<Entry?, Never>
    }

    private var lastWaiter: UInt64 = 0

    /// Receives the events of `engine` from here on.
    package init(_ engine: any PlaybackEngine) {
        engine.onEvent = { [weak self] in self?.receive($0) }
    }

    package var events: [EngineEvent] { entries.map(\.event) }

    /// Waits for an event that matches, also one that has come already; `nil` after `limit`.
    package func wait(
        _ limit: Duration = .seconds(10), after first: Int = 0, for matches: @escaping @Sendable (EngineEvent) -> Bool
    ) async -> Entry? {
        if let found = entries.dropFirst(first).first(where: { matches($0.event) }) { return found }
        lastWaiter += 1
        let number = lastWaiter
        return await withCheckedContinuation { continuation in
            waiters.append(Waiter(number: number, first: first, matches: matches, continuation: continuation))
            Task {
                try? await Task.sleep(for: limit)
                guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
                waiters.remove(at: index).continuation.resume(returning: nil)
            }
        }
    }

    /// Waits for exactly this event.
    package func wait(_ limit: Duration = .seconds(10), for event: EngineEvent) async -> Entry? {
        await wait(limit) { $0 == event }
    }

    private func receive(_ event: EngineEvent) {
        let entry = Entry(event: event, time: .now)
        entries.append(entry)
        for waiter in waiters where entries.count > waiter.first && waiter.matches(event) {
            waiter.continuation.resume(returning: entry)
        }
        waiters.removeAll { entries.count > $0.first && $0.matches(event) }
    }
}
