// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// An update of a library during a scan.
package enum LibraryUpdate: Sendable, Equatable {
    /// The most updates that wait for a slow reader, which misses older ones.
    package static let room = 256

    case progressed(LibraryScanProgress)
    case finished(ScanReport)
    /// The service, in another process, has ended, and the scan with it.
    case serviceLost
}
