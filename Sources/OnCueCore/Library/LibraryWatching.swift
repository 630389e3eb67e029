// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The way in which a library notices that files have changed.
package enum LibraryWatching: String, Sendable, CaseIterable {
    /// The system reports every change immediately.
    case live
    /// Some folders are on another machine, missing, or cannot be watched: they are scanned every 15 minutes.
    case periodic
    /// There are more folders than the system can watch: they are scanned every 15 minutes.
    case limited
    /// Changes are found only by scans on request.
    case off
}
