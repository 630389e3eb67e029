// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import PlayerControl

/// The result of examining a player's MPRIS implementation.
package struct ConformanceReport: Sendable, Equatable {
    /// The degree to which a requirement is met.
    package enum Verdict: String, Sendable, CaseIterable {
        case ok
        /// Allowed, but some clients are known to have trouble with it.
        case warning
        /// Violates the specification.
        case failed
        /// It could not be tested, for the reason in the detail.
        case skipped
    }

    /// One point of the specification.
    package struct Finding: Sendable, Equatable {
        /// The interface and member, as the specification names them, such as `Player.Seek`.
        package var section: String
        /// The requirement.
        package var point: String
        package var verdict: Verdict
        /// The deviation, in at most 300 bytes, whatever the player sends; empty for a requirement that is met.
        package var detail: String

        package init(_ section: String, _ point: String, _ verdict: Verdict = .ok, _ detail: String = "") {
            self.section = section
            self.point = point
            self.verdict = verdict
            self.detail = detail.shortened(toBytes: PlayerLink.longestMessage)
        }
    }

    /// The name on the bus behind `org.mpris.MediaPlayer2.`.
    package var player: String
    package var identity: String
    package var findings: [Finding]

    package init(player: String, identity: String, findings: [Finding]) {
        self.player = player
        self.identity = identity
        self.findings = findings
    }

    package func count(_ verdict: Verdict) -> Int { findings.count { $0.verdict == verdict } }
}
