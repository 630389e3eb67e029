// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// What a playlist file says.
package struct PlaylistDocument: Sendable, Equatable {
    /// `nil` when the file does not name itself.
    package var title: String?
    /// When it was made, in seconds since 1970; `nil` when the file does not say it.
    package var created: Int64?
    /// At most ``PlaylistFormat/entryLimit``.
    package var entries: [PlaylistEntry]

    package init(title: String? = nil, entries: [PlaylistEntry] = []) {
        self.title = title
        self.entries = entries
    }
}

/// One line of a playlist: where its medium may be and what the list says about it.
package struct PlaylistEntry: Sendable, Equatable {
    /// Where the medium may be, the likeliest first; never empty. There is more than one where the encoding of a name
    /// is a guess, or where it was written on another system.
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
    /// It says of itself that it has no end.
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

    /// What is shown when nothing else is known: what the list says, else the name of the file.
    package var shownTitle: String {
        if let title, !title.isEmpty { return title }
        if location.scheme != "file" { return location.shownURI }
        let name = location.displayName
        return name.isEmpty ? location.uri : name
    }
}
