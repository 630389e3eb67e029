// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib

/// Limits of messages on the bus, so that neither their size nor the work of a call is unbounded.
enum BusLimits {
    /// The longest text that a caller may send, in bytes; the longest path of a file fits, percent-encoded.
    static let longestText = 16_384

    /// - Throws: `InvalidValue` when a text among the arguments is too long.
    static func check(_ call: BusMethodCall) throws(BusError) {
        for argument in call.arguments {
            guard let text = argument.stringValue, text.utf8.count > longestText else { continue }
            throw ControlError.invalidValue(
                "the text for \(call.member) has \(text.utf8.count) bytes, more than the limit of \(longestText)")
        }
    }
}
