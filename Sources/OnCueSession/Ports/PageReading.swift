// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Loads ordinary web pages and reads the objects that their markup describes.
package protocol PageReading: Sendable {
    /// - Throws: `invalidPlace`, `unavailable`, `refused` (there is no web page at the address).
    func page(at address: String) async throws(ContentError) -> WebPage
}
