// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A device that was met.
package struct TriggerDeviceRecord: Sendable, Equatable {
    package var id: String
    package var name: String
    /// `headphones`, `car` or `other`.
    package var kind: String
    /// Whether the user has set its kind.
    package var isSaid = false
    /// Whether it may be a car, which only the user knows.
    package var isAmbiguous = false
    /// Sound can go there now.
    package var isHeard = false
    /// `ignore`, `suggest`, `resume` or `play`; `nil` for the default.
    package var policy: String?
    /// Seconds since 1970.
    package var lastSeen: Int64?
    /// 0 to 1; `nil` for no limit.
    package var volumeLimit: Double?

    package init(id: String, name: String, kind: String) {
        self.id = id
        self.name = name
        self.kind = kind
    }
}

extension TriggerDeviceRecord {
    /// `nil` without an identifier.
    init?(_ wire: WireDictionary) {
        guard let id = wire.text("id") else { return nil }
        self.init(id: id, name: wire.text("name") ?? id, kind: wire.text("kind") ?? "other")
        isSaid = wire.flag("said") ?? false
        isAmbiguous = wire.flag("ambiguous") ?? false
        isHeard = wire.flag("heard") ?? false
        policy = wire.text("policy")
        lastSeen = wire.time("lastSeen")
        volumeLimit = wire.number("volumeLimit")
    }
}
