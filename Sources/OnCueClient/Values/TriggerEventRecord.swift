// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A report of a source of triggers, or a consequence.
package struct TriggerEventRecord: Sendable, Equatable {
    /// Seconds since 1970.
    package var time: Int64
    package var source: String
    /// `listed`, `heard`, `raise`, …; a newer service may have others.
    package var event: String
    /// One sentence.
    package var text: String

    package init(time: Int64, source: String, event: String, text: String) {
        self.time = time
        self.source = source
        self.event = event
        self.text = text
    }
}

extension TriggerEventRecord {
    /// `nil` if it does not contain the kind of event.
    init?(_ wire: WireDictionary) {
        guard let event = wire.text("event") else { return nil }
        self.init(
            time: wire.time("time") ?? 0, source: wire.text("source") ?? "", event: event,
            text: wire.text("text") ?? "")
    }
}
