// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What a ``PulseClient`` tells.
package enum PulseEvent: Sendable, Equatable {
    /// The server answers; ask for its state.
    case connected
    /// Something is another; ask for the state again. Bursts are not gathered.
    case changed
    /// A card or a sink is new; ask for the state again.
    case added
    /// A sink is gone, which is known before the state can be asked for.
    case sinkRemoved(UInt32)
    /// There is no server, or it went away; the connection must be made anew.
    case disconnected
}
