// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueInterface

/// Hands addresses to the desktop of the user.
package protocol LinkOpening: Sendable {
    /// Opens a `geo:`, `tel:`, `mailto:`, `sms:`, `xmpp:`, `http:` or `https:` address with the program that the
    /// desktop chooses for it. Never starts a daemon.
    ///
    /// - Throws: `invalidValue` for other schemes; `unavailable` if there is no program.
    func open(_ address: String) async throws(ClientError)
}
