// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Saves the output selection across restarts.
package protocol OutputSelectionStoring: Sendable {
    /// Returns the saved selection; the default if there is none or it cannot be read.
    func load() async -> OutputSelection

    /// - Returns: `false` if it could not be saved; it then remains in effect until the service ends.
    @discardableResult
    func save(_ selection: OutputSelection) async -> Bool
}
