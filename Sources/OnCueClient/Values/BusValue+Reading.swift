// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues

extension BusValue {
    /// Any integer that is not negative.
    var countValue: Int? { intValue.flatMap { $0 >= 0 ? $0 : nil } }

    /// `nil` when empty or no text.
    var filledText: String? { stringValue.flatMap { $0.isEmpty ? nil : $0 } }

    /// A revision, token or entry number.
    var identityValue: UInt64? {
        if case .uint64(let value) = unwrapped { value } else { intValue.flatMap { UInt64(exactly: $0) } }
    }
}
