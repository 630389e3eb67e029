// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer

/// The bit rate of a medium, from its tags.
///
/// Parsers correct the average as they read on, several times a second. A correction counts only if it is a tenth or
/// more, so that smaller ones wake no client.
struct BitRate: Equatable {
    /// Bits per second, in steps of 1000.
    private(set) var value: Int?
    private var isNominal = false

    /// Updates the bit rate from tags.
    ///
    /// - Returns: True if the value has changed.
    mutating func take(_ tags: StreamTags) -> Bool {
        let before = value
        if let nominal = Self.valid(tags.nominalBitRate) {
            (value, isNominal) = (nominal, true)
        } else if let average = Self.valid(tags.averageBitRate), !isNominal {
            if let value, abs(average - value) * 10 < value { return false }
            value = average
        }
        return value != before
    }

    /// Returns a bit rate in steps of 1000.
    static func rounded(_ bits: Int) -> Int { max(1000, (bits + 500) / 1000 * 1000) }

    private static func valid(_ bits: Int?) -> Int? {
        bits.flatMap { $0 > 0 ? rounded($0) : nil }
    }
}
