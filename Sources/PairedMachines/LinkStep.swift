// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// The kinds of steps on a link, each of which has its own limit.
package enum LinkStep: Sendable {
    /// A step that changes something, or asks for the current playback.
    case deed
    /// A step that reads shared content; there are many of these.
    case reading
    /// A step that reads a piece of a file; these are the most frequent, and each costs little.
    case piece

    /// The names of the steps that read, except pieces.
    private static let readings: Set = ["shares", "browse", "item", "picture"]
    /// The longest line of a reading step in bytes. A longer line never counts as one, whatever its content.
    package static let longestReading = 4_096

    /// Classifies a line for the limits; the code that answers it interprets it independently.
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
