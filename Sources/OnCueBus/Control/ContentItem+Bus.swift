// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore

extension ContentItem {
    /// The D-Bus signature of a row.
    static let busSignature = "(ssssuxa{sv})"

    /// The item as the interface describes it: a row of few members, as pages of many rows are what clients wait for.
    func busRow(path: IndexPath? = nil) -> BusValue {
        .structure([
            .string(identifier.description), .string(title), .string(subtitle),
            .string(artwork?.location.shownURI ?? ""), .uint32(busFlags.rawValue),
            .int64(duration?.wholeMicroseconds ?? -1), .dictionary(busDetails(path)),
        ])
    }

    /// Rows, as an array of the bus.
    static func busRows(_ items: some Sequence<ContentItem>) -> BusValue {
        .array(items.map { $0.busRow() }, of: busSignature)
    }

    private var busFlags: ContentFlags {
        var flags: ContentFlags = []
        if isContainer { flags.insert(.container) }
        if isPlayable { flags.insert(.playable) }
        if isExplicit { flags.insert(.explicit) }
        if isStreaming { flags.insert(.streaming) }
        if isUnavailable { flags.insert(.unavailable) }
        if hasChapters { flags.insert(.chapters) }
        return flags
    }

    /// What most items do not have.
    private func busDetails(_ path: IndexPath?) -> [String: BusValue] {
        var values = BusDictionary()
        values.set("icon", iconName)
        values.set("childCount", childCount)
        if let playbackProgress { values.set("progress", .double(playbackProgress)) }
        if let path { values.set("path", IndexPathText.text(of: path)) }
        return values.values
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
