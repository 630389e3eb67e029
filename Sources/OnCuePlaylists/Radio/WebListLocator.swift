// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession
internal import PlaylistFormats

/// Finds the sound behind a web address without any: the first stream of a list of stations that is not recognisable by
/// its name.
package struct WebListLocator: MediaLocating {
    private let fetch: StationLocator.Fetch

    /// - Parameter fetch: Fetches the list at an address; `nil` for a stream.
    package init(fetch: @escaping StationLocator.Fetch) {
        self.fetch = fetch
    }

    /// The stream that a list names first, or the address itself where there is something else than a list.
    ///
    /// - Throws: `notFound`, `network`, and `notPlayable` for a list that names no stream and for a web page.
    package func locate(_ location: MediaLocation, isRetry: Bool) async throws(PlaybackError) -> MediaLocation {
        guard let list = try await fetch(location) else { return location }
        if list.isWebPage {
            throw PlaybackError(
                .notPlayable,
                "cannot play \(location): it is a web page, not a stream; look on it for the address of the stream")
        }
        guard list.isList, let entries = list.entries() else { return location }
        guard let stream = entries.lazy.map(\.location).first(where: { $0 != location && $0 != list.address }) else {
            throw PlaybackError(.notPlayable, "the playlist at \(location) \(list.refusal)")
        }
        return stream
    }
}

extension RemoteList {
    /// Whether the content has the signature of a list, or the server declares one.
    fileprivate var isList: Bool {
        PlaylistFormat(content: bytes) != nil || contentType.flatMap(PlaylistFile.format) != nil
    }

    fileprivate var isWebPage: Bool {
        if contentType?.lowercased().hasPrefix("text/html") == true { return true }
        let head = EncodedText(bytes.prefix(1024)).text.lowercased().drop { $0.isWhitespace }
        return head.hasPrefix("<!doctype html") || head.hasPrefix("<html")
    }
}
