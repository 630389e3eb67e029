// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FoundationEssentials
internal import GLib
internal import OnCueCore

extension ContentItem {
    /// The item as the interface describes it.
    func busValues(path: IndexPath? = nil) -> [String: BusValue] {
        var values = BusDictionary()
        values.set("identifier", identifier.description)
        values.set("kind", kind.rawValue)
        values.set("title", .string(title))
        values.set("subtitle", .string(subtitle))
        values.set("container", .bool(isContainer))
        values.set("playable", .bool(isPlayable))
        values.set("artwork", artwork?.location.uri)
        values.set("duration", duration)
        values.set("childCount", childCount)
        if let playbackProgress { values.set("progress", .double(playbackProgress)) }
        if isExplicit { values.set("explicit", .bool(true)) }
        if isStreaming { values.set("streaming", .bool(true)) }
        if isUnavailable { values.set("unavailable", .bool(true)) }
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
