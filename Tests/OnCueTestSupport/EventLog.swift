// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Synchronization

/// Keeps what happened, in order, and lets tests wait for what is still to come. Safe from any thread.
package final class EventLog<Event: Sendable>: Sendable {
    private struct Waiter {
        var start: Int
        var matches: @Sendable (Event) -> Bool
        var continuation: CheckedContinuation<Event?, Never>
    }

    private struct State {
        var events: [Event] = []
        var waiters: [Int: Waiter] = [:]
        var lastWaiter = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Everything so far.
    package var events: [Event] { state.withLock { $0.events } }

    /// How many there were so far.
    package var count: Int { state.withLock { $0.events.count } }

    package func append(_ event: Event) {
        let woken = state.withLock { state in
            state.events.append(event)
            let woken = state.waiters.filter { $0.value.start < state.events.count && $0.value.matches(event) }
            for number in woken.keys { state.waiters[number] = nil }
            return woken.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume(returning: event) }
    }

    /// Forgets what happened so far.
    package func removeAll() {
        state.withLock { $0.events.removeAll() }
    }

    /// The first event from index `start` on that matches, which may have happened already.
    ///
    /// - Throws: ``SupportError`` after `limit`, with all events.
    @discardableResult
    package func wait(
        from start: Int = 0, within limit: Duration = .seconds(60), _ what: String = "event",
        where matches: @escaping @Sendable (Event) -> Bool
    ) async throws -> Event {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        let timeout = Task {
            if (try? await Task.sleep(for: limit)) != nil { take(number)?.resume(returning: nil) }
        }
        defer { timeout.cancel() }
        let found = await withCheckedContinuation { continuation in
            let event = state.withLock { state -> Event? in
                let event = state.events.dropFirst(start).first(where: matches)
                if event == nil {
                    state.waiters[number] = Waiter(start: start, matches: matches, continuation: continuation)
                }
                return event
            }
            if let event { continuation.resume(returning: event) }
        }
        guard let found else { throw SupportError("no \(what) within \(limit); there were \(events)") }
        return found
    }

    /// Waits until there are so many events.
    package func wait(count: Int, within limit: Duration = .seconds(60)) async throws {
        guard count > 0, self.count < count else { return }
        try await wait(from: count - 1, within: limit, "event number \(count)") { _ in true }
    }

    private func take(_ number: Int) -> CheckedContinuation<Event?, Never>? {
        state.withLock { $0.waiters.removeValue(forKey: number)?.continuation }
    }
}
