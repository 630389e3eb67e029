// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Passes playback to the ``ListeningTracker`` and the resulting events to the store, in order; events that cannot be
/// stored are kept and retried before the next ones.
///
/// It runs when playback changes, and during playback at the tracker's request; an idle daemon is not woken.
@MediaActor
package final class ListeningRecorder {
    /// The most events that are kept while they cannot be written; beyond that, the oldest are dropped.
    package nonisolated static let limit = 10_000

    /// A reason why the current playback does not count as listened to here.
    package enum Elsewhere: Sendable {
        /// A queue of another machine is loaded and has not begun yet.
        case handoff
        /// Another machine is followed, and the playback counts there.
        case together
    }

    /// Sent with each entry of the journal and the state of playback at that time.
    package let journal = Broadcast<(JournalEntry, PlaybackSnapshot)>()

    private let store: any ListeningStoring
    private let time: @Sendable () -> Int64
    private let clock = ContinuousClock()
    private let log = Logger("listening")
    private var tracker: ListeningTracker
    private var elsewhere: Set<Elsewhere> = []
    private var snapshot = PlaybackSnapshot()
    private var waiting: [ListeningEvent] = []
    /// The number of events passed to the store without an answer so far.
    private var inFlight = 0
    private var writer: Task<Void, Never>?
    private var look: Task<Void, Never>?

    /// - Parameter time: Seconds since 1970 now.
    package init(
        store: any ListeningStoring, rules: ListeningRules = ListeningRules(), time: @escaping @Sendable () -> Int64
    ) {
        self.store = store
        tracker = ListeningTracker(rules: rules)
        self.time = time
    }

    /// The rules for items that resume; a change takes effect at once.
    package var rules: ListeningRules {
        get { tracker.rules }
        set { tracker.rules = newValue }
    }

    /// Processes the newest snapshot, after a change or a jump.
    package func update(_ snapshot: PlaybackSnapshot) {
        self.snapshot = snapshot
        take()
    }

    /// Treats the present state of playback as its end, and returns when everything is saved.
    package func finish(_ snapshot: PlaybackSnapshot) async {
        update(snapshot)
        (self.snapshot.status, self.snapshot.cause) = (.stopped, .quit)
        if elsewhere.isEmpty { take() } else { take { $0.settle($1) } }
        elsewhere = []
        look?.cancel()
        await writer?.value
        // Failed events get a last attempt.
        write()
        await writer?.value
    }

    /// Stops counting what plays from here on, until all reasons have ended; the earlier playback may return.
    package func setAside(_ reason: Elsewhere) {
        guard elsewhere.insert(reason).inserted, elsewhere.count == 1 else { return }
        take { $0.setAside($1) }
    }

    /// Ends a reason not to count the playback.
    ///
    /// - Parameters:
    ///   - heard: The time for which the current entry was heard before, here or at another machine.
    ///   - isSkippable: Whether leaving it early is a sign of dislike.
    package func settle(_ reason: Elsewhere, heard: Duration = .zero, isSkippable: Bool = true) {
        guard elsewhere.remove(reason) != nil, elsewhere.isEmpty else { return }
        take { $0.settle($1, heard: heard, isSkippable: isSkippable) }
    }

    /// Hands the current entry over to another machine.
    ///
    /// - Returns: The time for which it was heard.
    package func handOver() -> Duration {
        take()
        return tracker.handOver()
    }

    private func take(
        _ step: (inout ListeningTracker, ListeningTracker.Moment) -> [ListeningEvent] = { $0.update($1) }
    ) {
        let now = clock.now
        let events = step(&tracker, .init(snapshot: snapshot, instant: now, time: time()))
        let entries = tracker.takeJournal()
        keep(events + entries.map(ListeningEvent.noted))
        for entry in entries { journal.send((entry, snapshot)) }
        look?.cancel()
        look = tracker.nextLook(after: now).map { delay in
            Task { @MediaActor [weak self] in
                guard (try? await MediaActor.sleep(for: delay)) != nil else { return }
                self?.take()
            }
        }
    }

    private func keep(_ events: [ListeningEvent]) {
        guard !events.isEmpty else { return }
        waiting += events
        // Not at every event, since each time moves all waiting events.
        if waiting.count > Self.limit + Self.limit / 10 { giveUpOldest() }
        write()
    }

    /// The number of events not yet written.
    package var backlog: Int { inFlight + waiting.count }

    /// Returns when the store has answered; events that it could not write wait for the next event.
    package func settle() async { await writer?.value }

    /// Returns when the store has answered, after another attempt at the events that it could not write before.
    package func writeAll() async {
        write()
        await settle()
    }

    private func giveUpOldest() {
        if waiting.count > Self.limit { waiting.removeFirst(waiting.count - Self.limit) }
    }

    /// Writes all waiting events. Those that cannot be written are kept, and retried with the next event.
    private func write() {
        guard writer == nil, !waiting.isEmpty else { return }
        writer = Task { @MediaActor in
            while !waiting.isEmpty, await writeWaiting() {}
            writer = nil
        }
    }

    /// - Returns: False if it failed, and no event came meanwhile that would be a reason to try again.
    private func writeWaiting() async -> Bool {
        giveUpOldest()
        let part = waiting
        waiting = []
        inFlight = part.count
        defer { inFlight = 0 }
        do throws(ContentError) {
            try await store.record(part)
            return true
        } catch {
            let arrived = waiting
            waiting = Array((part + arrived).suffix(Self.limit))
            log.warning(
                "cannot write the listening history; trying again with the next event",
                ["error": error.message, "kept": "\(waiting.count)"])
            return !arrived.isEmpty
        }
    }
}
