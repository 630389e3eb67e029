// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueSession

/// The texts of a row in the search of a desktop; both GNOME and KDE show them as plain text.
struct DesktopRow {
    /// The longest text, in bytes; more than any desktop shows.
    private static let longest = 300

    let title: String
    /// One line: the kind and the subtitle, or the description from another program.
    let about: String
    /// The name of an icon that every theme has.
    let icon: String

    init(_ item: ContentNode) {
        title = Self.line(item.title)
        let kind = Self.name(of: item.kind)
        about = Self.line(item.subtitle.isEmpty ? kind : kind + " · " + item.subtitle)
        icon = Self.icon(of: item.kind)
    }

    init(_ match: ForeignMatch) {
        (title, about, icon) = (Self.line(match.title), Self.line(match.about), "document-open-recent")
    }

    init(_ content: DesktopSearcher.Results.Content) {
        switch content {
        case .item(let item): self.init(item)
        case .foreign(let match): self.init(match)
        }
    }

    /// The row that plays everything found.
    init(allOf count: Int) {
        title = "Play all \(count)"
        about = "Everything in OnCue that matches"
        icon = "media-playback-start"
    }

    /// Returns a text on one line, without control characters.
    static func line(_ text: String) -> String {
        let shortened = text.shortened(toBytes: longest)
        let scalars = shortened.unicodeScalars.map { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " " as Unicode.Scalar
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func name(of kind: ContentKind) -> String {
        switch kind {
        case .root, .section, .list: "List"
        case .artist: "Artist"
        case .album: "Album"
        case .track: "Track"
        case .genre: "Genre"
        case .composer: "Composer"
        case .folder: "Folder"
        case .playlist: "Playlist"
        case .podcast: "Podcast"
        case .episode: "Episode"
        case .station: "Station"
        case .provider, .provided, .foreign: "Item"
        case .event: "Event"
        }
    }

    private static func icon(of kind: ContentKind) -> String {
        switch kind {
        case .artist, .composer: "avatar-default"
        case .album: "media-optical"
        case .folder, .section: "folder"
        case .playlist, .list: "view-list"
        case .podcast, .episode: "application-rss+xml"
        default: "audio-x-generic"
        }
    }
}
