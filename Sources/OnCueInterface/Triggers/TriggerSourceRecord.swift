// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A source of triggers.
package struct TriggerSourceRecord: Sendable, Equatable {
    /// `bluetooth`, `sound`, `network`, …; a newer service may have others.
    package var source: String
    /// `off`, `starting`, `working`, `absent` or `failing`.
    package var state: String
    /// Its state or problem, in one sentence; empty if there is nothing to report.
    package var detail: String

    package init(source: String, state: String, detail: String = "") {
        self.source = source
        self.state = state
        self.detail = detail
    }
}

extension TriggerSourceRecord: DictionaryForm {
    package static var blank: TriggerSourceRecord { TriggerSourceRecord(source: "", state: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("source", &source, .required)
        fields("state", &state)
        fields("detail", &detail)
    }
}
