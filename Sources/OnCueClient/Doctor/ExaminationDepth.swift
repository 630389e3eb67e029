// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How far a player is tried when it is examined.
package enum ExaminationDepth: Sendable, Equatable {
    /// Nothing is changed.
    case readOnly
    /// What is changed can be set back with any player, and is.
    case reversible
    /// As well what some players do not come back from: `Stop`, addresses that nobody can open, another track in the list.
    case thorough
}
