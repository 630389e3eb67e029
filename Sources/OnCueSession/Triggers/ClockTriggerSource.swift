// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime
package import OnCueSuggestions

/// Reports the times set by the user, when they come.
///
/// One timer waits for the next of them, through sleep; without a time there is none. Changes of the clock, including
/// daylight saving time, are followed. Times that the machine slept through, or that a clock change skipped, are not
/// reported.
@MediaActor
package final class ClockTriggerSource: TriggerSource {
    /// The clock of a machine, in its time zone.
    package struct Clock: Sendable {
        /// Seconds since 1970.
        package var now: @Sendable () -> Int
        /// Returns the offset of the clock from UTC at a moment, in seconds, positive to the east.
        package var offset: @Sendable (Int) -> Int
        /// Waits until it shows a time, or is set.
        package var sleep: @Sendable (Int) async throws -> Void

        package init(
            now: @escaping @Sendable () -> Int, offset: @escaping @Sendable (Int) -> Int,
            sleep: @escaping @Sendable (Int) async throws -> Void
        ) {
            self.now = now
            self.offset = offset
            self.sleep = sleep
        }

        /// The clock of this machine.
        package static let system = Clock(
            now: { WallClock.now }, offset: { WallClock.offset(at: $0) },
            sleep: { try await MediaActor.sleep(untilClock: $0) })
    }

    /// The delay, in seconds, after which a time is no longer reported.
    package static let lateness = 300

    package let source = TriggerEvent.Source.clock
    package var onReport: (@MediaActor (TriggerReport) -> Void)?
    package var onHealthChange: (@MediaActor () -> Void)?
    package private(set) var health = SourceHealth(.off) {
        didSet { if health != oldValue { onHealthChange?() } }
    }

    /// The times to report; each is reported by its name.
    package var times: [NamedTime] = [] {
        didSet { if times != oldValue, health.state != .off { begin() } }
    }

    private let clock: Clock
    private var waiting: Task<Void, Never>?

    package init(clock: Clock = .system) {
        self.clock = clock
    }

    package func start() {
        guard health.state == .off else { return }
        begin()
    }

    package func stop() {
        waiting?.cancel()
        waiting = nil
        health = SourceHealth(.off)
    }

    private func begin() {
        waiting?.cancel()
        waiting = nil
        health = SourceHealth(.working, times.isEmpty ? "no times set" : "\(times.count) set")
        guard !times.isEmpty else { return }
        waiting = Task { @MediaActor [weak self, clock] in
            var last = clock.now()
            while let next = self?.next(after: last) {
                guard (try? await clock.sleep(next)) != nil, !Task.isCancelled, let self else { return }
                let now = clock.now()
                tell(from: last, to: now)
                last = now
            }
        }
    }

    /// Returns the next moment with a time to report.
    private func next(after moment: Int) -> Int? {
        times.compactMap { $0.time.next(after: moment, offset: clock.offset) }.min()
    }

    private func tell(from last: Int, to now: Int) {
        let since = max(last, now - Self.lateness)
        let due = times.compactMap { time in
            time.time.next(after: since, offset: clock.offset).map { (name: time.name, moment: $0) }
        }
        for time in due.sorted(by: { ($0.moment, $0.name) < ($1.moment, $1.name) }) where time.moment <= now {
            onReport?(.time(time.name))
        }
    }
}
