// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Where a person wants the sound to go.
package enum OutputChoice: Sendable, Hashable {
    /// Wherever the system's default goes.
    case automatic
    /// A device of the sound server, by ``AudioOutput/identifier``.
    case device(String)
}
