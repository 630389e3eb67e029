// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The reason for the time at which a podcast is refreshed next.
package enum RefreshReason: String, Sendable, CaseIterable {
    /// Too few of its episodes are known.
    case learning
    /// An episode usually appears at that time, or just before.
    case usual
    /// Episodes also appear at other times.
    case between
    /// It has had no episode for a long time.
    case quiet
    /// The publisher asks not to be contacted earlier.
    case publisher
    /// The last refresh failed.
    case failed
    /// It waits for a connection that is not billed by volume.
    case metered
    /// It waits for a connection.
    case offline
}
