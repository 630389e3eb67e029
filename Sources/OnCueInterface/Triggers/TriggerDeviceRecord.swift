// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues

/// A device that the machine has encountered.
package struct TriggerDeviceRecord: Sendable, Equatable {
    package var id: String
    package var name: String
    /// `headphones`, `car` or `other`.
    package var kind: String
    /// Whether the user has set its kind.
    package var isSaid = false
    /// Whether it may be a car, which only the user can decide.
    package var isAmbiguous = false
    /// Whether sound can go there now.
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

extension TriggerDeviceRecord: DictionaryForm {
    package static var blank: TriggerDeviceRecord { TriggerDeviceRecord(id: "", name: "", kind: "other") }

    package var wire: BusValue { .dictionary(FormWriter.dictionary(self).bounded) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("id", &id, .required)
        fields("name", &name)
        fields("kind", &kind)
        fields("said", &isSaid)
        fields("ambiguous", &isAmbiguous)
        fields("heard", &isHeard)
        fields.policy(&policy, &volumeLimit)
        fields("lastSeen", &lastSeen)
    }
}

extension FieldCoder {
    /// Processes the fields of a policy: the usual one is an empty word.
    mutating func policy(_ policy: inout String?, _ volumeLimit: inout Double?) {
        var word = policy ?? ""
        self("policy", &word)
        policy = word.isEmpty ? nil : word
        self("volumeLimit", &volumeLimit)
    }
}
