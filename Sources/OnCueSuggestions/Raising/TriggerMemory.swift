// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The history of the triggers that have raised something, so that none becomes a nuisance.
package struct TriggerMemory: Sendable, Equatable {
    package static let limit = 500

    package struct Entry: Sendable, Equatable, Codable {
        /// Seconds since 1970.
        package var raisedAt: Int64
        /// The number of successive dismissals.
        package var dismissals: Int

        package init(raisedAt: Int64, dismissals: Int = 0) {
            self.raisedAt = raisedAt
            self.dismissals = max(0, dismissals)
        }
    }

    package private(set) var entries: [TriggerKey: Entry]

    package init(_ entries: [TriggerKey: Entry] = [:]) {
        self.entries = entries
        makeRoom()
    }

    /// Returns the time since it last raised something; `nil` if the clock went back since.
    package func sinceRaised(_ key: TriggerKey, at now: Int64) -> Duration? {
        entries[key].flatMap { $0.raisedAt <= now ? .seconds(now - $0.raisedAt) : nil }
    }

    package func dismissals(_ key: TriggerKey) -> Int { entries[key]?.dismissals ?? 0 }

    package mutating func noteRaised(_ key: TriggerKey, at now: Int64) {
        entries[key] = Entry(raisedAt: now, dismissals: dismissals(key))
        makeRoom()
    }

    package mutating func noteDismissed(_ key: TriggerKey) { entries[key]?.dismissals += 1 }

    /// Notes that the user accepted something, changed the settings, or played something after all.
    package mutating func noteTaken(_ key: TriggerKey) { entries[key]?.dismissals = 0 }

    /// Notes a change of the settings of a device or a place.
    package mutating func forgetDismissals(about name: String) {
        for key in entries.keys where key.text.hasSuffix(" " + name) { entries[key]?.dismissals = 0 }
    }

    /// Notes that the user has changed the general settings.
    package mutating func forgetDismissals() {
        for key in entries.keys { entries[key]?.dismissals = 0 }
    }

    private mutating func makeRoom() {
        while entries.count > Self.limit {
            entries.min { ($0.value.raisedAt, $0.key.text) < ($1.value.raisedAt, $1.key.text) }
                .map { entries[$0.key] = nil }
        }
    }
}
