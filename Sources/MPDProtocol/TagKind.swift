// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The tags that songs have, in the order and the spelling of MPD.
package enum TagKind: Int, Sendable, CaseIterable {
    case artist, artistSort, album, albumSort, albumArtist, albumArtistSort, title, titleSort, track, name, genre, mood
    case date, originalDate, composer, composerSort, performer, conductor, work, movement, movementNumber, ensemble
    case location, grouping, comment, disc, label
    case musicBrainzArtist, musicBrainzAlbum, musicBrainzAlbumArtist, musicBrainzTrack, musicBrainzReleaseTrack
    case musicBrainzWork

    /// The name in the form that is sent.
    package var name: String { Self.names[rawValue] }

    private static let names = [
        "Artist", "ArtistSort", "Album", "AlbumSort", "AlbumArtist", "AlbumArtistSort", "Title", "TitleSort", "Track",
        "Name", "Genre", "Mood", "Date", "OriginalDate", "Composer", "ComposerSort", "Performer", "Conductor", "Work",
        "Movement", "MovementNumber", "Ensemble", "Location", "Grouping", "Comment", "Disc", "Label",
        "MUSICBRAINZ_ARTISTID", "MUSICBRAINZ_ALBUMID", "MUSICBRAINZ_ALBUMARTISTID", "MUSICBRAINZ_TRACKID",
        "MUSICBRAINZ_RELEASETRACKID", "MUSICBRAINZ_WORKID",
    ]

    /// The length of the name.
    var nameLength: Int { Self.nameLengths[rawValue] }

    private static let nameLengths = names.map(\.utf8.count)

    private static let byName = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0.name.lowercased(), $0) })

    /// Finds a tag by its name; case does not matter.
    package init?(named name: String) {
        guard let kind = Self.byName[name.lowercased()] else { return nil }
        self = kind
    }

    /// The tag whose values are used for a song that has none of this one.
    package var fallback: TagKind? {
        switch self {
        case .albumArtist, .artistSort: .artist
        case .albumArtistSort: .albumArtist
        case .albumSort: .album
        case .titleSort: .title
        case .composerSort: .composer
        default: nil
        }
    }
}

/// The tags that a client wants to receive.
package struct TagMask: Sendable, Equatable {
    private var bits: UInt64

    private init(_ bits: UInt64) { self.bits = bits }

    package static let none = TagMask(0)
    /// The tags that OnCue has.
    package static let all = TagMask(
        TagMask.told.reduce(0) { $0 | 1 << UInt64($1.rawValue) })

    private static let told: [TagKind] = [
        .artist, .album, .albumArtist, .title, .track, .name, .genre, .date, .composer, .disc, .musicBrainzAlbum,
        .musicBrainzTrack,
    ]

    package func contains(_ kind: TagKind) -> Bool { bits & 1 << UInt64(kind.rawValue) != 0 }

    /// The tags in it, in their fixed order.
    package var kinds: [TagKind] { TagKind.allCases.filter(contains) }

    /// Carries out `tagtypes` with arguments.
    ///
    /// - Returns: The tags to list, if the arguments request that.
    package mutating func perform(_ arguments: [String]) throws(CommandRefusal) -> [TagKind]? {
        guard let word = arguments.first?.lowercased() else { return kinds }
        let names = arguments.dropFirst()
        switch word {
        case "all" where names.isEmpty: self = .all
        case "clear" where names.isEmpty: self = .none
        case "enable", "disable":
            guard !names.isEmpty else { throw CommandRefusal(.argument, "Not enough arguments") }
            var chosen: UInt64 = 0
            for name in names {
                guard let kind = TagKind(named: name) else { throw CommandRefusal(.argument, "Unknown tag type") }
                chosen |= 1 << UInt64(kind.rawValue)
            }
            // Tags that OnCue does not have can be enabled, but never appear.
            bits = word == "enable" ? bits | chosen & Self.all.bits : bits & ~chosen
        case "all", "clear": throw CommandRefusal(.argument, "Too many arguments")
        default: throw CommandRefusal(.argument, "Unknown sub command")
        }
        return nil
    }
}
