// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
package import OnCueCore
internal import TextOutput

/// A part of the library that a machine shows to paired machines.
package struct SharedRows: Sendable, Equatable {
    /// The largest number of rows on one page.
    package static let longest = 200

    /// The revision, which changes when the library changes.
    package var revision: Int
    /// The number of all children.
    package var total: Int
    /// The rows in their order, with `nil` for a child that is not shown, so that the others keep their positions.
    package var rows: [SharedRow?]

    package init(revision: Int, total: Int, rows: [SharedRow?]) {
        (self.revision, self.total, self.rows) = (revision, total, rows)
    }

    package var json: JSONValue {
        ["revision": .int(revision), "total": .int(total), "rows": .array(rows.map { $0?.json ?? .null })]
    }

    /// Reads a page that was requested; `nil` if it is not valid. An invalid row becomes `nil`, and rows after the
    /// first `count` are dropped.
    package init?(json: JSONValue, count: Int) {
        guard let total = json["total"]?.intValue, total >= 0, let rows = json["rows"]?.arrayValue else { return nil }
        self.init(
            revision: json["revision"]?.intValue ?? 0, total: total, rows: rows.prefix(count).map(SharedRow.init(json:))
        )
    }
}

/// An item in a machine's library, as it is shown to paired machines.
package struct SharedRow: Sendable, Equatable {
    /// The longest text in bytes.
    package static let textLimit = 512
    /// The longest identifier in bytes.
    private static let identifierLimit = 64

    /// The kind of the item and its key on that machine.
    package var identifier: String
    package var title: String
    package var subtitle = ""
    package var isContainer = false
    package var isPlayable = false
    package var isExplicit = false
    package var duration: Duration?
    package var childCount: Int?
    /// The part of a file that the item consists of, or `nil` for the whole file.
    package var part: MediaSegment?
    /// Whether it has a picture that can be requested.
    package var hasPicture = false

    package init(identifier: String, title: String) { (self.identifier, self.title) = (identifier, title) }

    var json: JSONValue {
        var members: [JSONValue.Member] = [.init("id", .string(identifier)), .init("title", .string(title))]
        if !subtitle.isEmpty { members.append(.init("subtitle", .string(subtitle))) }
        for (name, isSet) in [
            ("container", isContainer), ("playable", isPlayable), ("explicit", isExplicit), ("picture", hasPicture),
        ] where isSet { members.append(.init(name, true)) }
        if let duration { members.append(.init("duration", .int(Int(duration / .microseconds(1))))) }
        if let childCount { members.append(.init("children", .int(childCount))) }
        if let part {
            members.append(.init("start", .int(Int(part.start / .microseconds(1)))))
            if let end = part.end { members.append(.init("end", .int(Int(end / .microseconds(1))))) }
        }
        return .object(members)
    }

    /// Reads a row; `nil` if it is not valid.
    package init?(json: JSONValue) {
        guard let identifier = json["id"]?.stringValue, !identifier.isEmpty,
            identifier.utf8.count <= Self.identifierLimit, ContentIdentifier(identifier) != nil,
            let title = json["title"]?.stringValue, !title.isEmpty
        else { return nil }
        self.init(identifier: identifier, title: TextLayout.printable(title).shortened(toBytes: Self.textLimit))
        subtitle = TextLayout.printable(json["subtitle"]?.stringValue ?? "").shortened(toBytes: Self.textLimit)
        isContainer = json["container"]?.boolValue ?? false
        isPlayable = json["playable"]?.boolValue ?? false
        isExplicit = json["explicit"]?.boolValue ?? false
        hasPicture = json["picture"]?.boolValue ?? false
        // Times longer than a year are ignored.
        let times = 0...31_536_000_000_000
        func time(_ name: String) -> Duration? {
            json[name]?.intValue.flatMap { times.contains($0) ? .microseconds($0) : nil }
        }
        duration = time("duration").flatMap { $0 > .zero ? $0 : nil }
        part = MediaSegment(from: time("start"), to: time("end"))
        childCount = json["children"]?.intValue.map { min(max(0, $0), 1_000_000) }
    }
}

/// The part of the content tree that is shown to paired machines: the library and the playlists, but not the history,
/// podcasts, stations, or the content of other programs and machines.
package enum SharedTree {
    /// The items at the top level, in this order.
    package static let sections: [ContentIdentifier] =
        [.artists, .albums, .tracks, .genres, .composers, .folders, .recentlyAdded].map {
            (section: ContentSection) in section.identifier
        } + [RootBranch.playlists.identifier]

    /// Returns whether an item is shown.
    package static func shows(_ identifier: ContentIdentifier) -> Bool {
        switch identifier.kind {
        case .artist, .album, .track, .genre, .composer, .folder, .playlist: true
        case .section: sections.contains(identifier) || ContentSection(identifier) != nil
        case .root, .podcast, .episode, .station, .list, .provider, .provided, .foreign, .event: false
        }
    }
}
