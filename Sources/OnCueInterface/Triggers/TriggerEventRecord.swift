// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues

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

extension TriggerEventRecord: DictionaryForm {
    package static var blank: TriggerEventRecord { TriggerEventRecord(time: 0, source: "", event: "", text: "") }

    package var wire: BusValue { .dictionary(FormWriter.dictionary(self).bounded) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("time", &time)
        fields("source", &source, .ifSet)
        fields("event", &event, .required)
        fields("text", &text, .ifSet)
    }
}
