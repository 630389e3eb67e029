// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues

/// What the person says of a device or a place; what is `nil` stays as it is.
package struct TriggerWish: Sendable, Equatable {
    /// `headphones`, `car` or `other`; empty takes the person's word back.
    package var kind: String?
    /// `ignore`, `suggest`, `resume` or `play`; empty for what is usual.
    package var policy: String?
    /// 0 to 1; above 1 for no limit.
    package var volumeLimit: Double?

    package init(kind: String? = nil, policy: String? = nil, volumeLimit: Double? = nil) {
        self.kind = kind
        self.policy = policy
        self.volumeLimit = volumeLimit
    }
}

extension TriggerWish {
    var options: [String: BusValue] {
        var options: [String: BusValue] = [:]
        if let kind { options["kind"] = .string(kind) }
        if let policy { options["policy"] = .string(policy) }
        if let volumeLimit { options["volumeLimit"] = .double(volumeLimit) }
        return options
    }
}
