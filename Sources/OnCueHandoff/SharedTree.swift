// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
package import OnCueCore
internal import TextOutput

/// A part of the library that a machine shows paired ones.
package struct SharedRows: Sendable, Equatable {
    /// The most rows of one page.
    package static let longest = 200

    /// Another one when the library has changed.
    package var revision: Int
    /// The number of all children.
    package var total: Int
    /// In their order; `nil` for what is not shown, so that the others keep their places.
    package var rows: [SharedRow?]

    package init(revision: Int, total: Int, rows: [SharedRow?]) {
        (self.revision, self.total, self.rows) = (revision, total, rows)
    }

    package var json: JSONValue {
        ["revision": .int(revision), "total": .int(total), "rows": .array(rows.map { $0?.json ?? .null })]
    }

    /// Reads a page that was asked for; what is no row in it is left out, and more than `count` rows are cut off. `nil` for what
    /// is none.
    package init?(json: JSONValue, count: Int) {
        guard let total = json["total"]?.intValue, total >= 0, let rows = json["rows"]?.arrayValue else { return nil }
        self.init(
            revision: json["revision"]?.intValue ?? 0, total: total, rows: rows.prefix(count).map(SharedRow.init(json:))
        )
    }
}

/// Something in the library of a machine, as it shows it to paired ones.
package struct SharedRow: Sendable, Equatable {
    /// The longest text in bytes.
    package static let textLimit = 512
    /// The longest identifier in bytes.
    private static let identifierLimit = 64

    /// The kind and the key that it has there.
    package var identifier: String
    package var title: String
    package var subtitle = ""
    package var isContainer = false
    package var isPlayable = false
    package var isExplicit = false
    package var duration: Duration?
    package var childCount: Int?
    /// The part of a file that it is; `nil` for all of it.
    package var part: MediaSegment?
    /// It has a picture that can be asked for.
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

    /// `nil` for what is no row.
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
        // Longer than a year is none.
        let times = 0...31_536_000_000_000
        func time(_ name: String) -> Duration? {
            json[name]?.intValue.flatMap { times.contains($0) ? .microseconds($0) : nil }
        }
        duration = time("duration").flatMap { $0 > .zero ? $0 : nil }
        part = MediaSegment(from: time("start"), to: time("end"))
        childCount = json["children"]?.intValue.map { min(max(0, $0), 1_000_000) }
    }
}

/// The part of the content tree that is shown to paired machines: the library and the playlists, but not what was
/// listened to, podcasts, stations, or the content of other programs and machines.
package enum SharedTree {
    /// The items at the top, in this order.
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
