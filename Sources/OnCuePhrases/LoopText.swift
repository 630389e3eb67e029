// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
package import OnCueCore

/// The part of the current track that is repeated, in words.
package enum LoopText {
    /// `repeating 1:20 to 1:45`, or `repeating from 1:20` while the end is not set
    package static func short(_ loop: PlaybackLoop) -> String {
        guard let end = loop.end else { return "repeating from " + time(loop.start) }
        return "repeating \(time(loop.start)) to \(time(end))"
    }

    /// The same as a sentence, with the next step.
    package static func sentence(_ loop: PlaybackLoop) -> String {
        guard let end = loop.end else {
            return "The part begins at \(time(loop.start)); oncue loop b sets its end and repeats it"
        }
        return "Repeating \(time(loop.start)) to \(time(end))"
    }

    package static func json(_ loop: PlaybackLoop) -> JSONValue {
        ["start": JSONQuantity.seconds(loop.start), "end": loop.end.map { JSONQuantity.seconds($0) } ?? .null]
    }

    /// Nothing is repeated.
    package static let none: JSONValue = ["start": .null, "end": .null]

    /// `1:20`, and `1:20.5` between seconds.
    private static func time(_ position: Duration) -> String {
        let tenths = Int64((position / .milliseconds(100)).rounded())
        let clock = TimeText.clock(.milliseconds(tenths * 100))
        return tenths % 10 == 0 ? clock : clock + ".\(tenths % 10)"
    }
}
