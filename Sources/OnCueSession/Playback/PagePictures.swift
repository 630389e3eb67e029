// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import Synchronization

/// The pictures of streams on recently read web pages, for a station that is added from one.
package final class PagePictures: Sendable {
    private static let limit = 200
    /// The longest address of a picture, in bytes.
    private static let addressLimit = 2_048

    /// The newest last.
    private let pictures = Mutex<[(stream: String, picture: MediaLocation)]>([])

    package init() {}

    /// Remembers the picture of a stream, unless it is not a web address, or is too long.
    package func note(_ picture: String, of stream: String) {
        guard picture.utf8.count <= Self.addressLimit, !picture.contains(where: \.isWhitespace),
            let location = MediaLocation(uri: picture), ["http", "https"].contains(location.scheme)
        else { return }
        pictures.withLock { pictures in
            pictures.removeAll { $0.stream == stream }
            if pictures.count >= Self.limit { pictures.removeFirst() }
            pictures.append((stream, location))
        }
    }

    /// The picture of a stream; `nil` if no recently read page has one.
    package subscript(stream: String) -> MediaLocation? {
        pictures.withLock { $0.first { $0.stream == stream }?.picture }
    }
}
