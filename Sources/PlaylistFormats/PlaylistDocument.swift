// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The contents of a playlist file.
package struct PlaylistDocument: Sendable, Equatable {
    /// The identity that OnCue gave to a playlist, which survives renaming its file.
    package struct Identity: Sendable, Equatable {
        package var key: StableKey
        /// The name of the file for which it was written; a copy of the file has another.
        package var fileName: String

        package init(key: StableKey, fileName: String) {
            self.key = key
            self.fileName = fileName
        }

        /// Parses `key name`; `nil` for any other text.
        package init?(_ text: some StringProtocol) {
            guard let space = text.firstIndex(of: " "), let key = StableKey(text: String(text[..<space])) else {
                return nil
            }
            self.init(key: key, fileName: String(text[text.index(after: space)...]))
        }

        package var text: String { key.text + " " + fileName }
    }

    /// `nil` if the file does not contain a title.
    package var title: String?
    /// `nil` in files that OnCue has not written.
    package var identity: Identity?
    /// The time of creation, in seconds since 1970; `nil` if the file does not contain it.
    package var created: Int64?
    /// At most ``PlaylistFormat/entryLimit``.
    package var entries: [PlaylistEntry]

    package init(title: String? = nil, entries: [PlaylistEntry] = []) {
        self.title = title
        self.entries = entries
    }
}

/// An entry of a playlist: the possible location of its medium, and its attributes in the list.
package struct PlaylistEntry: Sendable, Equatable {
    /// The possible locations of the medium, the likeliest first; never empty. There is more than one if the encoding
    /// of a name is a guess, or if the list was written on another system.
    package var candidates: [MediaLocation]
    package var title: String?
    package var artist: String?
    package var album: String?
    package var albumArtist: String?
    package var composer: String?
    package var genre: String?
    /// A year or an ISO 8601 date.
    package var date: String?
    package var trackNumber: Int?
    package var trackTotal: Int?
    package var duration: Duration?
    package var picture: MediaLocation?
    package var replayGain: ReplayGain?
    /// The part of the medium; `nil` for all of it.
    package var segment: MediaSegment?
    /// Whether the entry is marked as endless.
    package var isLive: Bool

    /// - Parameter candidates: At least one.
    package init(
        candidates: [MediaLocation], title: String? = nil, artist: String? = nil, album: String? = nil,
        duration: Duration? = nil, segment: MediaSegment? = nil
    ) {
        precondition(!candidates.isEmpty, "an entry of a playlist leads somewhere")
        self.candidates = candidates
        self.title = title
        self.artist = artist
        self.album = album
        self.duration = duration
        self.segment = segment
        isLive = false
    }

    /// The likeliest location.
    package var location: MediaLocation { candidates[0] }

    /// The title to display without other sources: that of the list, or else the name of the file.
    package var shownTitle: String {
        if let title, !title.isEmpty { return title }
        if location.scheme != "file" { return location.shownURI }
        let name = location.displayName
        return name.isEmpty ? location.uri : name
    }
}
