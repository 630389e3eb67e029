// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A time of day for suggestions.
package struct TriggerTimeRecord: Sendable, Equatable {
    package var name: String
    /// Minutes since midnight.
    package var minute: Int
    /// `mon` to `sun`; empty for every day.
    package var days: [String]
    /// Its next occurrence, in seconds since 1970.
    package var next: Int64?

    package init(name: String, minute: Int, days: [String] = [], next: Int64? = nil) {
        self.name = name
        self.minute = minute
        self.days = days
        self.next = next
    }
}

extension TriggerTimeRecord: DictionaryForm {
    package static var blank: TriggerTimeRecord { TriggerTimeRecord(name: "", minute: 0) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("name", &name, .required)
        fields("time", &minute, .required)
        fields("days", &days)
        fields("next", &next)
    }
}
