// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The extent of a player's examination.
package enum ExaminationDepth: Sendable, Equatable {
    /// Nothing is changed.
    case readOnly
    /// Only changes that can be reverted with any player, and are.
    case reversible
    /// In addition, tests from which some players do not recover: `Stop`, addresses that cannot be opened, and another
    /// track in the list.
    case thorough
}
