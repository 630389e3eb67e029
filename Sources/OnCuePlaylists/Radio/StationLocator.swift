// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import PlaylistFormats

/// Finds the stream of a station just before it plays: at the address itself, or in a list at the address.
package struct StationLocator: Sendable {
    /// Fetches a list; returns `nil` if the type or the size is not that of a list, so that the address is the stream
    /// itself.
    package typealias Fetch = @Sendable (MediaLocation) async throws(PlaybackError) -> RemoteList?

    private let fetch: Fetch

    package init(fetch: @escaping Fetch) {
        self.fetch = fetch
    }

    /// - Throws: `notFound`, `network`, `notPlayable` (a list that names no stream).
    func stream(of station: Station) async throws(PlaybackError) -> MediaLocation {
        let address = station.address
        guard station.isList, let list = try await fetch(address) else { return address }
        guard let entries = list.entries() else { return address }
        guard let stream = entries.lazy.map(\.location).first(where: { $0 != address }) else {
            throw PlaybackError(.notPlayable, "the playlist of \"\(station.name)\" at \(address) \(list.refusal)")
        }
        return stream
    }
}
