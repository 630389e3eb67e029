// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueActivities
package import OnCueCore
internal import OnCueSession
internal import Synchronization

/// Keeps events in memory.
package final class MemoryEventStore: EventStoring {
    private let events = Mutex<[StableKey: KeptEvent]>([:])

    package init() {}

    package func keptEvents() async throws(ContentError) -> [KeptEvent] { events.withLock { Array($0.values) } }

    package func keep(_ events: [KeptEvent]) async throws(ContentError) {
        self.events.withLock { kept in
            for event in events { kept[event.id] = event }
        }
    }

    package func removeEvents(_ keys: [StableKey]) async throws(ContentError) {
        events.withLock { kept in
            for key in keys { kept[key] = nil }
        }
    }
}
