// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
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
    /// A second line, such as the artist of an album; empty when there is none.
    package var subtitle: String
    package var isContainer: Bool
    package var isPlayable: Bool
    /// URI of a picture.
    package var artwork: String?
    /// The name of an icon in the theme of a desktop.
    package var iconName: String?
    package var duration: Duration?
    /// The fraction that has been played, 0 to 1.
    package var playbackProgress: Double?
    package var childCount: Int?
    /// Index path at the revision of the listing; `nil` for what is not in the tree.
    package var path: String?
    /// The publisher has marked it as not for everybody.
    package var isExplicit: Bool
    /// It comes over a network while it plays.
    package var isStreaming: Bool
    /// It cannot be opened or played just now.
    package var isUnavailable: Bool
    /// It is an episode whose chapters can be asked for.
    package var hasChapters: Bool
    /// In the queue: it follows because it is similar to what was there.
    package var isSimilar = false

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

    /// The kind, where this client knows it.
    package var knownKind: ContentKind? { ContentKind(rawValue: kind) }
}

extension ContentRecord {
    /// A row of `org.oncue.PlayableContent1`; `nil` when it is none.
    init?(_ row: BusValue?) { self.init(row?.arrayValue ?? []) }

    /// The same of its members; `nil` when they are not those of a row.
    init?(_ members: [BusValue]) {
        guard members.count == 7, let identifier = members[0].stringValue,
            let title = members[1].stringValue, let details = WireDictionary(members[6])
        else { return nil }
        let flags = ContentFlags(rawValue: UInt32(clamping: members[4].intValue ?? 0))
        self.init(
            identifier: identifier, kind: String(identifier.prefix { $0 != ":" }), title: title,
            subtitle: members[2].stringValue ?? "", isContainer: flags.contains(.container),
            isPlayable: flags.contains(.playable), artwork: members[3].filledText, duration: members[5].timeValue,
            playbackProgress: details.number("progress"), childCount: details.count("childCount"),
            path: details.text("path"), isExplicit: flags.contains(.explicit),
            isStreaming: flags.contains(.streaming), isUnavailable: flags.contains(.unavailable),
            hasChapters: flags.contains(.chapters))
        iconName = details.text("icon")
    }

    /// Every row of an array; other elements are left out.
    static func list(_ rows: BusValue) -> [ContentRecord]? { rows.arrayValue?.compactMap { ContentRecord($0) } }
}
