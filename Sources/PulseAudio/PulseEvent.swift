// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An event of a ``PulseClient``.
package enum PulseEvent: Sendable, Equatable {
    /// The server answers: its state can be requested, and later changes are reported.
    case connected
    /// Something has changed; the state must be requested again. Bursts are not merged.
    case changed
    /// There is a new card or sink; the state must be requested again.
    case added
    /// A sink is gone, which is known before the state can be requested.
    case sinkRemoved(UInt32)
    /// There is no server, or it disappeared; the connection must be renewed.
    case disconnected
}
