// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The user's settings of a device or a place; `nil` leaves a value unchanged.
package struct TriggerWish: Sendable, Equatable {
    /// `headphones`, `car` or `other`; empty clears the setting.
    package var kind: String?
    /// `ignore`, `suggest`, `resume` or `play`; empty for the default.
    package var policy: String?
    /// 0 to 1; above 1 for no limit.
    package var volumeLimit: Double?

    package init(kind: String? = nil, policy: String? = nil, volumeLimit: Double? = nil) {
        self.kind = kind
        self.policy = policy
        self.volumeLimit = volumeLimit
    }
}

extension TriggerWish: DictionaryForm {
    package static var blank: TriggerWish { TriggerWish() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("kind", &kind, .ifGiven)
        fields("policy", &policy, .ifGiven)
        fields("volumeLimit", &volumeLimit)
    }
}
