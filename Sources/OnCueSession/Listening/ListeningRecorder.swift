// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Hands what plays to the ``ListeningTracker`` and what it decides to the store, in order.
///
/// It looks when playback tells a change, and while something plays when the tracker asks for it; an idle daemon is
/// not woken.
@MediaActor
package final class ListeningRecorder {
    private let store: any ListeningStoring
    private let time: @Sendable () -> Int64
    private let clock = ContinuousClock()
    private let log = Logger("listening")
    private var tracker: ListeningTracker
    private var snapshot = PlaybackSnapshot()
    private var waiting: [ListeningEvent] = []
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
    }

    private func take() {
        let now = clock.now
        let events = tracker.update(.init(snapshot: snapshot, instant: now, time: time()))
        keep(events + tracker.takeJournal().map(ListeningEvent.noted))
        look?.cancel()
        look = tracker.nextLook(after: now).map { delay in
            Task { @MediaActor [weak self] in
                guard (try? await MediaActor.sleep(for: delay)) != nil else { return }
                self?.take()
            }
        }
    }

    private func keep(_ events: [ListeningEvent]) {
        waiting += events
        guard writer == nil, !waiting.isEmpty else { return }
        writer = Task { @MediaActor [store, log] in
            while !self.waiting.isEmpty {
                let part = self.waiting
                self.waiting = []
                do throws(ContentError) {
                    try await store.record(part)
                } catch {
                    log.warning("cannot remember what was listened to", ["error": error.message])
                }
            }
            self.writer = nil
        }
    }
}
