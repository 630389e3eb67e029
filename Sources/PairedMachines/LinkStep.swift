// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// How steps on a link count, by their kind.
package enum LinkStep: Sendable {
    /// One that changes something, or asks what plays.
    case deed
    /// One that reads what is shared; there are many of them.
    case reading
    /// One that reads a piece of a file; there are most of them, and each costs little.
    case piece

    /// The words of those that read, but for pieces.
    private static let readings: Set = ["shares", "browse", "item", "picture"]
    /// The longest line in bytes of one that reads. A longer one is none of them, whatever is in it.
    package static let longestReading = 4_096

    /// Says what a line counts as; whoever answers it decides what it is.
    package init(line: String) {
        let word =
            line.utf8.count <= Self.longestReading ? (try? JSONValue(parsing: line))?["do"]?.stringValue : nil
        self =
            switch word {
            case "file"?: .piece
            case let word? where Self.readings.contains(word): .reading
            default: .deed
            }
    }
}
