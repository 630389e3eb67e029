// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What a person wants the sound to come from.
package enum OutputSelection: Sendable, Equatable {
    /// Whatever the sound server's default is.
    case followDefault
    /// One device, whenever it is there; else the default.
    case device(identifier: String, title: String)
}
