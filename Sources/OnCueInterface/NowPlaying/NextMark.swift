// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The entry that plays after the current one.
package struct NextMark: Sendable, Equatable {
    package var id: PlaybackQueue.EntryID
    package var identifier: String
    package var title: String
    package var artists: [String]

    package init(id: PlaybackQueue.EntryID, identifier: String, title: String, artists: [String] = []) {
        self.id = id
        self.identifier = identifier
        self.title = title
        self.artists = artists
    }
}

/// Written among the fields of now playing.
extension NextMark: WireForm {
    package static var blank: NextMark { NextMark(id: .blank, identifier: "", title: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("nextEntry", &id, .required)
        fields("nextIdentifier", &identifier)
        fields("nextTitle", &title)
        fields("nextArtists", &artists, .ifSet)
    }
}
