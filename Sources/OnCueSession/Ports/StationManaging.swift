// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Changes the list of radio stations. A returned call is on disk.
package protocol StationManaging: Sendable {
    /// - Parameter picture: The address of its picture on the web; `nil` for none.
    /// - Throws: `refused` (the name or address cannot be saved, or the station exists already), `storage`.
    func add(
        _ name: String, at address: MediaLocation, picture: MediaLocation?
    ) async throws(ContentError) -> ContentIdentifier

    /// - Throws: `notFound`, `storage`.
    func remove(_ station: ContentIdentifier) async throws(ContentError)

    /// - Throws: `notFound`, `refused`, `storage`.
    func rename(_ station: ContentIdentifier, to name: String) async throws(ContentError)
}
