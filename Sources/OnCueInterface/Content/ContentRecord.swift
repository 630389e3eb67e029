// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import OnCueCore

/// A content item as the service lists it.
///
/// Identifier and kind are text, so that an item of a kind that this client does not know is still shown.
package struct ContentRecord: Sendable, Equatable {
    /// `kind:key`.
    package var identifier: String
    /// Usually the name of a ``ContentKind``.
    package var kind: String
    package var title: String
    /// A second line, such as the artist of an album; empty if there is none.
    package var subtitle: String
    package var isContainer: Bool
    package var isPlayable: Bool
    /// The URI of a picture.
    package var artwork: String?
    /// The name of an icon in the theme of a desktop.
    package var iconName: String?
    package var duration: Duration?
    /// The fraction that has been played, 0 to 1.
    package var playbackProgress: Double?
    package var childCount: Int?
    /// The index path at the revision of the listing; `nil` for an item that is not in the tree.
    package var path: String?
    /// Whether the publisher has marked it as explicit.
    package var isExplicit: Bool
    /// Whether it comes over a network while it plays.
    package var isStreaming: Bool
    /// Whether it cannot be opened or played at the moment.
    package var isUnavailable: Bool
    /// Whether it is an episode with chapters, which can be requested.
    package var hasChapters: Bool
    /// Whether it is in the queue because it is similar to the entries before it.
    package var isSimilar = false
    /// The rating by the user, or else by the tags.
    package var stars: Stars?
    /// Its location, and the times when it was made or changed, or takes place.
    package var rare = RareFacts()
    package var location: Location? {
        get { rare.location }
        set { rare.location = newValue }
    }

    package init(
        identifier: String, kind: String, title: String, subtitle: String = "", isContainer: Bool = false,
        isPlayable: Bool = false, artwork: String? = nil, duration: Duration? = nil,
        playbackProgress: Double? = nil, childCount: Int? = nil, path: String? = nil,
        isExplicit: Bool = false, isStreaming: Bool = false, isUnavailable: Bool = false, hasChapters: Bool = false
    ) {
        self.identifier = identifier
        self.kind = kind
        self.title = title
        self.subtitle = subtitle
        self.isContainer = isContainer
        self.isPlayable = isPlayable
        self.artwork = artwork
        self.duration = duration
        self.playbackProgress = playbackProgress
        self.childCount = childCount
        self.path = path
        self.isExplicit = isExplicit
        self.isStreaming = isStreaming
        self.isUnavailable = isUnavailable
        self.hasChapters = hasChapters
    }

    /// The kind, if this client knows it.
    package var knownKind: ContentKind? { ContentKind(rawValue: kind) }
}

/// A row of `org.oncue.PlayableContent1`. It is described by hand with few members, since clients wait for pages of
/// many rows.
extension ContentRecord: WireField, Blank {
    package static var blank: ContentRecord { ContentRecord(identifier: "", kind: "", title: "") }
    package static var signature: String { "(ssssuxa{sv})" }

    package var wire: BusValue {
        .structure([
            .string(identifier), .string(title), .string(subtitle), .string(artwork ?? ""), .uint32(flags.rawValue),
            .int64(duration?.wholeMicroseconds ?? -1), .dictionary(details),
        ])
    }

    package init?(wire: BusValue) {
        guard let members = wire.arrayValue, members.count == 7, let identifier = members[0].stringValue,
            let title = members[1].stringValue, let details = members[6].dictionaryValue
        else { return nil }
        let flags = ContentFlags(rawValue: UInt32(clamping: members[4].intValue ?? 0))
        self.init(
            identifier: identifier, kind: String(identifier.prefix { $0 != ":" }), title: title,
            subtitle: members[2].stringValue ?? "", isContainer: flags.contains(.container),
            isPlayable: flags.contains(.playable), artwork: members[3].stringValue.flatMap { $0.isEmpty ? nil : $0 },
            duration: Duration(wire: members[5]), playbackProgress: details["progress"].flatMap(Double.init(wire:)),
            childCount: details["childCount"].flatMap(Int.init(wire:)),
            path: details["path"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 },
            isExplicit: flags.contains(.explicit), isStreaming: flags.contains(.streaming),
            isUnavailable: flags.contains(.unavailable), hasChapters: flags.contains(.chapters))
        stars = details["stars"].flatMap(Double.init(wire:)).flatMap(Stars.init)
        rare.location = details["location"].flatMap(Location.init(wire:))
        rare.date = details["date"].flatMap(Int64.init(wire:))
        rare.part = details["start"].flatMap(Duration.init(wire:)).map {
            MediaSegment(start: $0, end: details["end"].flatMap(Duration.init(wire:)))
        }
        iconName = details["icon"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }

    private var flags: ContentFlags {
        var flags: ContentFlags = []
        if isContainer { flags.insert(.container) }
        if isPlayable { flags.insert(.playable) }
        if isExplicit { flags.insert(.explicit) }
        if isStreaming { flags.insert(.streaming) }
        if isUnavailable { flags.insert(.unavailable) }
        if hasChapters { flags.insert(.chapters) }
        return flags
    }

    /// Facts that most items do not have.
    private var details: [String: BusValue] {
        var values: [String: BusValue] = [:]
        if let iconName, !iconName.isEmpty { values["icon"] = .string(iconName) }
        if let childCount { values["childCount"] = childCount.wire }
        if let playbackProgress { values["progress"] = .double(playbackProgress) }
        if let path { values["path"] = .string(path) }
        if let location { values["location"] = location.wire }
        if let date = rare.date { values["date"] = date.wire }
        if let part = rare.part {
            values["start"] = .int64(part.start.wholeMicroseconds)
            if let end = part.end { values["end"] = .int64(end.wholeMicroseconds) }
        }
        if let stars { values["stars"] = .double(stars.number) }
        return values
    }
}

extension ContentRecord {
    /// Creates the record of an item, with its index path in the tree if it has one.
    package init(_ item: ContentNode, path: IndexPath? = nil) {
        self.init(
            identifier: item.identifier.description, kind: item.kind.rawValue, title: item.title,
            subtitle: item.subtitle, isContainer: item.isContainer, isPlayable: item.isPlayable,
            artwork: item.artwork?.location.shownURI, duration: item.duration,
            playbackProgress: item.playbackProgress, childCount: item.childCount,
            path: path.map(IndexPathText.text(of:)), isExplicit: item.isExplicit, isStreaming: item.isStreaming,
            isUnavailable: item.isUnavailable, hasChapters: item.hasChapters)
        (iconName, stars, rare) = (item.iconName, item.stars, item.rare)
    }
}

extension ArtworkReference {
    /// The medium or the picture file.
    fileprivate var location: MediaLocation {
        switch self {
        case .medium(let location), .picture(let location): location
        }
    }
}
