// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing

/// How steps on a link count, by their kind.
package enum LinkStep: Sendable {
    /// One that changes something, or asks what plays.
    case deed
    /// One that reads what is shared; there are many of them.
    case reading

    /// The words of those that read.
    private static let readings: Set = ["shares", "file", "browse", "search", "picture"]
    /// A longer line is none of them, whatever is in it.
    private static let longestReading = 4_096

    /// Says what a line counts as; whoever answers it decides what it is.
    package init(line: String) {
        let isReading =
            line.utf8.count <= Self.longestReading
            && (try? JSONValue(parsing: line))?["do"]?.stringValue.map(Self.readings.contains) == true
        self = isReading ? .reading : .deed
    }
}
