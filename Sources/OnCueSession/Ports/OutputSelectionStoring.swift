// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Keeps where a person wants the sound to come from across restarts.
package protocol OutputSelectionStoring: Sendable {
    /// What was saved last; the default when there is nothing or it cannot be read.
    func load() async -> OutputSelection

    /// - Returns: False when it could not be saved; it holds until the service ends then.
    @discardableResult
    func save(_ selection: OutputSelection) async -> Bool
}
