// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Reads the address books of the user.
package protocol ContactReading: Sendable {
    /// Returns the people in them, by name; files that cannot be read are left out.
    func contacts() async -> [Contact]
}
