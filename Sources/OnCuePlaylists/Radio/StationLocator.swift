// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The beginning of what a server sends.
package struct RemoteList: Sendable {
    package var bytes: [UInt8]
    package var contentType: String?
    /// Where it came from in the end, after redirections.
    package var address: MediaLocation

    package init(bytes: [UInt8], contentType: String?, address: MediaLocation) {
        self.bytes = bytes
        self.contentType = contentType
        self.address = address
    }
}

/// Finds the stream of a station just before it plays: the address itself, or what a list at the address names.
package struct StationLocator: Sendable {
    /// Fetches a list; `nil` for what is no list by its type or its size, which is the stream itself.
    package typealias Fetch = @Sendable (MediaLocation) async throws(PlaybackError) -> RemoteList?

    private let fetch: Fetch

    package init(fetch: @escaping Fetch) {
        self.fetch = fetch
    }

    /// - Throws: `notFound`, `network`, `notPlayable` (a list that names no stream).
    func stream(of station: Station) async throws(PlaybackError) -> MediaLocation {
        let address = station.address
        guard station.isList, let list = try await fetch(address) else { return address }
        // HLS looks like M3U, but is the stream.
        if PlaylistText(list.bytes.prefix(65_536)).text.contains("#EXT-X-") { return address }
        let document = PlaylistFile.read(list.bytes, list: list.address, contentType: list.contentType)
        let stream = document?.entries.lazy.map(\.location).first {
            ($0.scheme == "http" || $0.scheme == "https") && $0 != address
        }
        guard let stream else {
            throw PlaybackError(.notPlayable, "the list of \"\(station.name)\" at \(address) names no stream")
        }
        return stream
    }
}
