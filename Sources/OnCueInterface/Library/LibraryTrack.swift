// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A track of the library with the tags of its file, for programs that keep a list of all tracks.
package struct LibraryTrack: Sendable, Equatable {
    package var identifier: ContentIdentifier
    package var location: MediaLocation
    package var title: String
    package var artists: [String] = []
    /// The album artists in the tags; empty if there is no such tag.
    package var albumArtists: [String] = []
    package var album: String?
    package var composers: [String] = []
    package var genres: [String] = []
    package var trackNumber: Int?
    package var discNumber: Int?
    /// As written in the file: a year, or an ISO 8601 date.
    package var date: String?
    package var duration: Duration?
    /// The position in its file at which it begins, if it is a part of that.
    package var start: Duration?
    /// The time when its file was last changed, in seconds since 1970.
    package var modified: Int64 = 0
    /// The time when it was added to the library, in seconds since 1970.
    package var added: Int64 = 0
    /// In hertz.
    package var sampleRate: Int?
    package var channelCount: Int?
    /// The MusicBrainz identifiers of the recording and the release, from the tags.
    package var recording: String?
    package var release: String?

    package init(_ identifier: ContentIdentifier, at location: MediaLocation, title: String) {
        (self.identifier, self.location, self.title) = (identifier, location, title)
    }
}

/// A page of all tracks of the library.
package struct LibraryTrackPage: Sendable, Equatable {
    /// The revision of the tree. Pages of one revision belong together.
    package var revision: ContentTree.Revision
    /// The start of the next page; `nil` after the last one.
    package var next: UInt64?
    package var tracks: [LibraryTrack]

    package init(revision: ContentTree.Revision, next: UInt64?, tracks: [LibraryTrack]) {
        (self.revision, self.next, self.tracks) = (revision, next, tracks)
    }
}

// MARK: On the bus

extension LibraryTrack: DictionaryForm {
    package static var blank: LibraryTrack { LibraryTrack(.root, at: .blank, title: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("identifier", &identifier, .required)
        fields("url", &location, .required)
        fields("title", &title)
        fields("artists", &artists, .ifSet)
        fields("albumArtists", &albumArtists, .ifSet)
        fields("album", &album)
        fields("composers", &composers, .ifSet)
        fields("genres", &genres, .ifSet)
        fields("trackNumber", &trackNumber)
        fields("discNumber", &discNumber)
        fields("date", &date)
        fields("duration", &duration)
        fields("start", &start)
        fields("modified", &modified)
        fields("added", &added)
        fields("sampleRate", &sampleRate)
        fields("channels", &channelCount)
        fields("recording", &recording)
        fields("release", &release)
    }
}

extension LibraryTrackPage: WireForm {
    package static var blank: LibraryTrackPage { LibraryTrackPage(revision: .blank, next: nil, tracks: []) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("revision", &revision)
        var start = next ?? 0
        fields("next", &start)
        next = start > 0 ? start : nil
        fields("tracks", &tracks, .always)
    }
}

/// The same page with one text for each field, which takes far less work.
package struct LibraryTrackColumns: WireForm {
    package var page: LibraryTrackPage

    package init(_ page: LibraryTrackPage) { self.page = page }

    package static var blank: LibraryTrackColumns { LibraryTrackColumns(.blank) }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("revision", &page.revision)
        var start = page.next ?? 0
        fields("next", &start)
        page.next = start > 0 ? start : nil
        var columns = FieldColumns(page.tracks)
        fields("tracks", &columns, .always)
        if page.tracks.isEmpty { page.tracks = columns.rows(LibraryTrack.self) }
    }
}
