// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Determines whether files can be fetched from paired machines.
package protocol MediaFetching: Sendable {
    /// Returns whether files of a machine can be fetched now; asks it, and does not wait for long.
    ///
    /// - Parameter machine: The hash of its certificate.
    func prospect(of machine: String) async -> FetchProspect
}

/// The prospect of fetching files from a machine.
package enum FetchProspect: Sendable, Equatable {
    case open
    /// Fetching is switched off here.
    case off
    /// Fetching is refused, with the reason.
    case refused(String)
}
