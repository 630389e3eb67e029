// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON

/// Storing records as JSON in OnCue's own files.
extension SubsonicRecord {
    package var kept: JSONValue {
        let milliseconds = duration.map {
            Int($0.components.seconds * 1000 + $0.components.attoseconds / 1_000_000_000_000_000)
        }
        return [
            "item": .string(item.identifier), "title": .string(title), "subtitle": .string(subtitle),
            "duration": .int(orNull: milliseconds), "cover": .string(orNull: cover), "count": .int(orNull: count),
            "starred": .bool(isStarred), "stars": .int(orNull: stars), "explicit": .bool(isExplicit),
            "order": .int(order), "bytes": .int(orNull: byteCount), "suffix": .string(orNull: suffix),
        ]
    }

    /// Reads a stored record; `nil` for any other JSON.
    package init?(kept json: JSONValue) {
        self.init(json["item"]?.stringValue.flatMap { SubsonicItem($0) }, json["title"]?.stringValue)
        subtitle = json["subtitle"]?.stringValue ?? ""
        duration = json["duration"]?.intValue.map { .milliseconds($0) }
        (cover, count, stars) = (json["cover"]?.stringValue, json["count"]?.intValue, json["stars"]?.intValue)
        (isStarred, isExplicit) = (json["starred"]?.boolValue ?? false, json["explicit"]?.boolValue ?? false)
        (order, byteCount) = (json["order"]?.intValue ?? 0, json["bytes"]?.intValue)
        suffix = Self.suffix(json["suffix"])
    }
}
