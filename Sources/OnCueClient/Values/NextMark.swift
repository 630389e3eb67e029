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

extension NextMark {
    /// `nil` where nothing follows.
    init?(_ wire: WireDictionary) {
        guard let number = wire.identity("nextEntry") else { return nil }
        self.init(
            id: PlaybackQueue.EntryID(number), identifier: wire.text("nextIdentifier") ?? "",
            title: wire.text("nextTitle") ?? "", artists: wire.texts("nextArtists"))
    }
}
