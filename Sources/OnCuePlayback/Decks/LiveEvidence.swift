// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What tells that a medium from the network has no end, where nobody has said so.
///
/// A connection that is closed in order is the end of a file, but a loss for a listener of a station; only the server
/// knows which of them it is.
struct LiveEvidence: Equatable {
    /// It has answered as servers of stations do (SHOUTcast, Icecast).
    var saysStation = false
    /// There is a number of bytes.
    var hasSize = false
    var duration: Duration?

    /// - Parameter fields: The names of the answer's header fields, in lower case.
    static func saysStation(_ fields: [String]) -> Bool {
        fields.contains { $0.hasPrefix("icy-") || $0.hasPrefix("ice-") }
    }

    /// What has a length ends; what has none is live when its server speaks as that of a station does.
    var isLive: Bool { saysStation && !hasSize && duration == nil }
}
