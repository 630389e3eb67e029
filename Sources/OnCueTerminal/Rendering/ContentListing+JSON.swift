// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

extension ContentListing {
    /// The object of `oncue browse --json` and `oncue search --json`.
    var json: JSONValue {
        [
            "revision": .number(revision.number),
            "container": container.map(\.json) ?? .null,
            "total": .int(total),
            "offset": .int(offset),
            "items": .array(items.map(\.json)),
        ]
    }
}

extension ContentRecord {
    /// The object of an item; all keys are always present.
    var json: JSONValue {
        [
            "path": .string(orNull: path),
            "identifier": .string(identifier),
            "kind": .string(kind),
            "title": .string(title),
            "subtitle": .string(subtitle),
            "container": .bool(isContainer),
            "playable": .bool(isPlayable),
            "childCount": .int(orNull: childCount),
            "duration": .seconds(duration),
            "progress": playbackProgress.map { .rounded($0, places: 3) } ?? .null,
            "artwork": .string(orNull: artwork),
            "icon": .string(orNull: iconName),
            "explicit": .bool(isExplicit),
            "streaming": .bool(isStreaming),
            "unavailable": .bool(isUnavailable),
            "chapters": .bool(hasChapters),
            "location": location?.json ?? .null,
            "date": .int(orNull: rare.date.map { Int($0) }),
            "stars": stars.map { .rounded($0.number, places: 1) } ?? .null,
        ]
    }
}
