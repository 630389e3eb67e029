// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The user's choice of an output.
package enum OutputSelection: Sendable, Equatable {
    /// The default output of the sound server.
    case followDefault
    /// One device, whenever it is there; else the default.
    case device(identifier: String, title: String)
}
