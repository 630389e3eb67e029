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

    /// Whether what is at an address is a list by its name; a stream would be opened twice if it was looked into.
    static func isNamed(_ address: MediaLocation) -> Bool {
        guard address.scheme == "http" || address.scheme == "https" else { return false }
        let path = address.uri.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        return PlaylistFormat(fileName: Array(path)) != nil
    }

    /// What the list names that a web server may name, none of our files; `nil` for HLS, which looks like M3U, but is
    /// the stream.
    func entries() -> [PlaylistEntry]? {
        if PlaylistText(bytes.prefix(65_536)).text.contains("#EXT-X-") { return nil }
        let document = PlaylistFile.read(bytes, list: address, contentType: contentType)
        return document?.entries.filter { $0.location.scheme == "http" || $0.location.scheme == "https" } ?? []
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
        guard let entries = list.entries() else { return address }
        guard let stream = entries.lazy.map(\.location).first(where: { $0 != address }) else {
            throw PlaybackError(.notPlayable, "the list of \"\(station.name)\" at \(address) names no stream")
        }
        return stream
    }
}
