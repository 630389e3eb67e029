// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A reason for silence against the user's wish; playback resumes when it is over.
package enum PlaybackInterruption: String, Sendable, CaseIterable, Comparable {
    /// The machine sleeps, or is about to.
    case suspend
    /// The output was lost.
    case outputLost
    /// The sound server requests silence for something else, such as a call.
    case call = "interruption"

    /// The cause of the pause in the journal.
    package var cause: PlaybackCause {
        switch self {
        case .suspend: .suspend
        case .outputLost: .outputLost
        case .call: .interruption
        }
    }

    /// The cause of the resumption in the journal.
    package var endCause: PlaybackCause { self == .outputLost ? .outputBack : cause }

    /// Orders interruptions; the first of several is the one to show.
    package static func < (left: PlaybackInterruption, right: PlaybackInterruption) -> Bool {
        left.precedence < right.precedence
    }

    private var precedence: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
