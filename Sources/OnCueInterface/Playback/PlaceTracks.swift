// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The tracks that would be added to the queue from a place; of many, the first ones.
package struct PlaceTracks: Sendable, Equatable {
    /// One track.
    package struct Row: Sendable, Equatable {
        package var identifier: String
        package var title: String
        package var artist: String?
        package var album: String?
        package var duration: Duration?
        /// The URI of the medium.
        package var url: String?

        package init(
            _ identifier: String, title: String, artist: String? = nil, album: String? = nil, duration: Duration? = nil,
            url: String? = nil
        ) {
            (self.identifier, self.title, self.artist, self.album) = (identifier, title, artist, album)
            (self.duration, self.url) = (duration, url)
        }
    }

    /// The number of all tracks.
    package var total: Int
    package var rows: [Row]

    package init(total: Int = 0, _ rows: [Row] = []) { (self.total, self.rows) = (total, rows) }
}

extension PlaceTracks: WireForm {
    package static var blank: PlaceTracks { PlaceTracks() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("total", &total)
        fields("tracks", &rows)
    }
}

extension PlaceTracks.Row: DictionaryForm {
    package static var blank: PlaceTracks.Row { PlaceTracks.Row("", title: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("identifier", &identifier, .required)
        fields("title", &title)
        fields("artist", &artist)
        fields("album", &album)
        fields("duration", &duration)
        fields("url", &url)
    }
}
