// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How a library notices that files have changed.
package enum LibraryWatching: String, Sendable, CaseIterable {
    /// The system tells every change at once.
    case live
    /// Some folders are on another machine, are not there, or cannot be watched: they are looked at every 15 minutes.
    case periodic
    /// There are more folders than the system watches: they are looked at every 15 minutes.
    case limited
    /// Only a scan that somebody asks for.
    case off
}
