// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueInterface

/// A row from a provider, checked and cut to its limits.
struct ProviderRow: Sendable, Equatable {
    /// The provider's own identifier.
    let own: String
    private(set) var item: ContentNode

    /// Reads a row; `nil` if it has no name or title, can neither be opened nor played, or has a value of a wrong type.
    init?(_ value: BusValue, of identity: ProviderIdentity) {
        guard let values = value.dictionaryValue, let reader = Reader(values), let own = reader.text("id"),
            let identifier = identity.identifier(of: own), let title = reader.text("title"), !title.isEmpty
        else { return nil }
        let isContainer = reader.flag("container")
        let isPlayable = reader.flag("playable")
        guard isContainer || isPlayable else { return nil }
        self.own = own
        item = ContentNode(
            identifier: identifier, title: title.cut(to: ProviderLimits.textBytes),
            subtitle: (reader.text("subtitle") ?? "").cut(to: ProviderLimits.textBytes),
            artwork: reader.text("artwork").flatMap(Self.artwork)
                ?? reader.text("picture").flatMap { identity.location(ofPicture: $0) }.map { .picture($0) },
            duration: reader.duration,
            isContainer: isContainer, isPlayable: isPlayable, playbackProgress: reader.progress,
            childCount: isContainer ? reader.childCount : nil, isExplicit: reader.flag("explicit"),
            isStreaming: reader.flag("streaming"))
        item.location = reader.location
        item.rare.isFavourite = reader.isFavourite
        item.stars = reader.stars
        if let part = reader.part { item.rare.part = part }
        if isPlayable { item.rare.left = reader.left }
    }

    /// Returns the row with its item changed.
    func changed(_ change: (inout ContentNode) -> Void) -> ProviderRow {
        var row = self
        change(&row.item)
        return row
    }

    /// Returns the name of an icon; `nil` for an address, or for text that cannot be a name.
    static func iconName(_ text: String) -> String? {
        let isName = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || "-_.+".utf8.contains(byte)
        }
        return isName && !text.isEmpty && text.utf8.count <= ProviderLimits.nameBytes ? text : nil
    }

    /// Returns a picture that is a file or on a web server; `nil` for any other text.
    static func artwork(_ text: String) -> ArtworkReference? {
        guard text.utf8.count <= ProviderLimits.artworkBytes, let location = MediaLocation(uri: text),
            ["file", "http", "https"].contains(location.scheme)
        else { return nil }
        return .picture(location)
    }
}

/// Reads values, all of whose types have been checked.
private struct Reader {
    private static let types: [String: String] = [
        "id": "s", "title": "s", "subtitle": "s", "artwork": "s", "picture": "s", "container": "b", "playable": "b",
        "explicit": "b",
        "streaming": "b", "duration": "x", "childCount": "u", "progress": "d",
        "location": "a{sv}", "start": "x", "end": "x", "favourite": "b", "stars": "d",
        "left": "x", "leftAt": "x",
    ]

    let values: [String: BusValue]

    init?(_ values: [String: BusValue]) {
        for (key, value) in values {
            guard let type = Self.types[key] else { continue }
            // Languages without small integers send the types that they have.
            let isNumber = "xu".contains(type) && value.intValue != nil || type == "d" && value.doubleValue != nil
            guard value.signature == type || isNumber else { return nil }
        }
        self.values = values
    }

    func text(_ key: String) -> String? { values[key]?.stringValue }

    func flag(_ key: String) -> Bool { values[key]?.boolValue ?? false }

    var duration: Duration? { time("duration").flatMap { $0 > .zero ? $0 : nil } }

    var isFavourite: Bool? { values["favourite"]?.boolValue }

    var stars: Stars? {
        guard let stars = values["stars"]?.doubleValue, stars.isFinite, (0...5).contains(stars) else { return nil }
        return Stars(halves: Int((stars * 2).rounded()))
    }

    /// The part of the medium that the item consists of.
    var part: MediaSegment? { MediaSegment(from: time("start"), to: time("end")) }

    /// The position and the time at which another player of the program left the item.
    var left: LeftPosition? {
        guard let position = time("left"), let seconds = values["leftAt"]?.intValue, seconds > 0 else { return nil }
        return LeftPosition(position, at: Int64(seconds))
    }

    private func time(_ key: String) -> Duration? {
        // A time longer than a year is a mistake in the unit.
        guard let microseconds = values[key]?.intValue, (0...31_536_000_000_000).contains(microseconds) else {
            return nil
        }
        return .microseconds(microseconds)
    }

    var childCount: Int? {
        values["childCount"]?.intValue.map { min(max(0, $0), ProviderLimits.children) }
    }

    /// The location; `nil` also if it has neither a name nor a position, or if a part has a wrong type.
    var location: Location? { values["location"].flatMap(Location.init(wire:)) }

    var progress: Double? {
        guard let progress = values["progress"]?.doubleValue, progress.isFinite else { return nil }
        return min(max(progress, 0), 1)
    }
}
