// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The evidence that a medium from the network is endless although its server does not state it.
///
/// A connection that is closed regularly is the end of a file, but an interruption of a station; only the server knows
/// which of them it is.
struct LiveEvidence: Equatable {
    /// Whether the response is like that of a station's server (SHOUTcast, Icecast).
    var saysStation = false
    /// Whether the number of bytes is known.
    var hasSize = false
    var duration: Duration?

    /// Whether it is a list of parts, to which a server adds more as long as it has no length.
    var isList = false

    /// A medium with a length ends; one without is live if it is a list, or if its server answers like one of a
    /// station.
    var isLive: Bool { (saysStation || isList) && !hasSize && duration == nil }
}
