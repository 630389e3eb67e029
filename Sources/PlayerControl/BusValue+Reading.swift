// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues

extension BusValue {
    /// `nil` if it is empty or not text.
    var filledText: String? { stringValue.flatMap { $0.isEmpty ? nil : $0 } }
}
