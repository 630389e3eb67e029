// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Hands what plays to the ``ListeningTracker`` and what it decides to the store, in order; what the store cannot take is
/// kept and given to it again, before what comes next.
///
/// It looks when playback tells a change, and while something plays when the tracker asks for it; an idle daemon is
/// not woken.
@MediaActor
package final class ListeningRecorder {
    /// How many events are kept while they cannot be written; of more, the oldest are given up.
    package nonisolated static let limit = 10_000

    /// Hears of each entry of the journal, with what playback was at then.
    package var onJournal: (@MediaActor (JournalEntry, PlaybackSnapshot) -> Void)?

    private let store: any ListeningStoring
    private let time: @Sendable () -> Int64
    private let clock = ContinuousClock()
    private let log = Logger("listening")
    private var tracker: ListeningTracker
    private var snapshot = PlaybackSnapshot()
    private var waiting: [ListeningEvent] = []
    /// So many have been given to the store, which has not answered.
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

    /// What goes on where it was left; a change counts at once.
    package var rules: ListeningRules {
        get { tracker.rules }
        set { tracker.rules = newValue }
    }

    /// Takes the newest snapshot, after a change or a jump.
    package func update(_ snapshot: PlaybackSnapshot) {
        self.snapshot = snapshot
        take()
    }

    /// Takes what playback stands at now as its end and returns when everything is kept.
    package func finish(_ snapshot: PlaybackSnapshot) async {
        update(snapshot)
        (self.snapshot.status, self.snapshot.cause) = (.stopped, .quit)
        take()
        look?.cancel()
        await writer?.value
        // What failed has this one chance more.
        write()
        await writer?.value
    }

    private func take() {
        let now = clock.now
        let events = tracker.update(.init(snapshot: snapshot, instant: now, time: time()))
        let entries = tracker.takeJournal()
        keep(events + entries.map(ListeningEvent.noted))
        for entry in entries { onJournal?(entry, snapshot) }
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
        // Not at every event, since each time moves all that waits.
        if waiting.count > Self.limit + Self.limit / 10 { giveUpOldest() }
        write()
    }

    /// How many events are not written.
    package var backlog: Int { inFlight + waiting.count }

    /// Returns when the store has answered; what it could not write waits for the next event.
    package func settle() async { await writer?.value }

    private func giveUpOldest() {
        if waiting.count > Self.limit { waiting.removeFirst(waiting.count - Self.limit) }
    }

    /// Writes all that waits. What cannot be written is kept for the next time, which the next event makes.
    private func write() {
        guard writer == nil, !waiting.isEmpty else { return }
        writer = Task { @MediaActor in
            while !waiting.isEmpty, await writeWaiting() {}
            writer = nil
        }
    }

    /// - Returns: False when it failed, and nothing came meanwhile that would be a reason to try again.
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
