// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Turns the location of an item that is known only by its name into one that can be opened.
package protocol MediaLocating: Sendable {
    /// A location that can be opened now, and for how long that holds.
    ///
    /// - Parameter isRetry: The last location that was given for it did not open; a kept answer must not be used.
    /// - Throws: `notFound`, `network`, `failed`.
    func locate(_ location: MediaLocation, isRetry: Bool) async throws(PlaybackError) -> MediaLocation
}
