// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The requested destination of the sound.
package enum OutputChoice: Sendable, Hashable {
    /// Wherever the system's default goes.
    case automatic
    /// A device of the sound server, by ``AudioOutput/identifier``.
    case device(String)
}
