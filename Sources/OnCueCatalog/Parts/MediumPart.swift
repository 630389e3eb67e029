// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The part of a medium that makes up one track.
struct MediumPart: Sendable, Equatable {
    /// The number of the part, from 1, independent of track numbers.
    var number: Int
    var segment: MediaSegment

    /// Returns the key that orders a track in its folder: the parts of a file take the place of the file.
    ///
    /// - Parameter part: The number of the part; 0 for the whole file.
    static func sortKey(of name: [UInt8], part: Int) -> String {
        let key = SortKey.make(String(decoding: name, as: UTF8.self))
        guard part > 0 else { return key }
        // A control character is in no key, and sorts before all others.
        let digits = String(part)
        return key + mark + String(repeating: "0", count: max(0, 5 - digits.count)) + digits
    }

    /// Returns the keys of all parts of a file.
    static func sortKeys(of name: [UInt8]) -> ClosedRange<String> {
        let key = SortKey.make(String(decoding: name, as: UTF8.self)) + mark
        return key...(key + "99999")
    }

    private static let mark = "\u{1}"
}

extension TrackRecord {
    /// The number of the part that the track is; 0 for the whole file.
    var partNumber: Int { part?.number ?? 0 }
}
