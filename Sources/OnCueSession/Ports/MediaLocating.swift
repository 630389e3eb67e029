// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Turns the location of a named item into one that can be opened.
package protocol MediaLocating: Sendable {
    /// Returns a location that can be opened now.
    ///
    /// - Parameter isRetry: The last location returned for it did not open; a cached answer must not be used.
    /// - Throws: `notFound`, `network`, `failed`.
    func locate(_ location: MediaLocation, isRetry: Bool) async throws(PlaybackError) -> MediaLocation

    /// Returns the location known to be behind another one, without a request; `nil` if none is known.
    func known(_ location: MediaLocation) -> MediaLocation?
}

extension MediaLocating {
    package func known(_ location: MediaLocation) -> MediaLocation? { nil }
}
