// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
package import OnCueCore

/// The names of MediaServer2's interfaces.
enum MediaInterface {
    static let object = "org.gnome.UPnP.MediaObject2"
    static let container = "org.gnome.UPnP.MediaContainer2"
    static let item = "org.gnome.UPnP.MediaItem2"
}

/// The properties of the objects of MediaServer2.
package enum MediaRow {
    /// The number that Rygel takes for an unknown number of children, both in a row and of an object.
    package static let unknownCount = UInt32.max
    /// The longest text in bytes, more than any television shows.
    private static let longest = 500

    /// Returns the properties of `MediaObject2` for a container.
    package static func object(_ item: ContentNode, in parent: ContentIdentifier) -> [String: BusValue] {
        object(item.identifier, item.title, type: "container", in: parent)
    }

    /// Returns the properties of `MediaObject2` for a medium.
    package static func object(_ medium: TelevisionMedium, in parent: ContentIdentifier) -> [String: BusValue] {
        object(medium.track.identifier, medium.track.title, type: medium.type, in: parent)
    }

    private static func object(
        _ identifier: ContentIdentifier, _ title: String, type: String, in parent: ContentIdentifier
    ) -> [String: BusValue] {
        [
            "Parent": .objectPath(MediaObjectPath.path(of: parent)), "Type": .string(type),
            "Path": .objectPath(MediaObjectPath.path(of: identifier)), "DisplayName": .string(line(title)),
        ]
    }

    /// Returns the properties of `MediaContainer2` in a row.
    ///
    /// - Parameter count: The number of children that are shown; `nil` if they have not been read.
    package static func container(count: Int?) -> [String: BusValue] {
        [
            "ChildCount": .uint32(count.map { UInt32(clamping: $0) } ?? unknownCount),
            "Searchable": .bool(false),
        ]
    }

    /// Returns the properties of `MediaContainer2`.
    package static func container(_ listing: TelevisionListing) -> [String: BusValue] {
        [
            "ChildCount": .uint32(UInt32(clamping: listing.children.count)),
            "ItemCount": .uint32(UInt32(clamping: listing.items.count)),
            "ContainerCount": .uint32(UInt32(clamping: listing.containers.count)), "Searchable": .bool(false),
        ]
    }

    /// Returns the properties of `MediaItem2`.
    ///
    /// - Parameters:
    ///   - size: The size of the file in bytes, if it is known.
    ///   - hasCover: Whether there is an object for the cover.
    package static func item(
        _ medium: TelevisionMedium, size: Int?, hasCover: Bool = false
    ) -> [String: BusValue] {
        let track = medium.track
        var values: [String: BusValue] = [
            "URLs": .strings([track.location.uri]), "MIMEType": .string(medium.mimeType),
        ]
        func set(_ name: String, _ text: String) {
            if !text.isEmpty { values[name] = .string(line(text)) }
        }
        if hasCover { values["AlbumArt"] = .objectPath(MediaObjectPath.coverPath(of: track.identifier)) }
        if let size { values["Size"] = .int64(Int64(size)) }
        set("Artist", track.artists.joined(separator: ", "))
        set("Album", track.album ?? "")
        set("Genre", track.genres.first ?? "")
        set("Date", track.date.map(date) ?? "")
        if let duration = track.duration { values["Duration"] = .int32(Int32(clamping: duration.components.seconds)) }
        if let number = track.trackNumber { values["TrackNumber"] = .int32(Int32(clamping: number)) }
        return values
    }

    /// Returns the properties of `MediaObject2` for a cover.
    package static func cover(of identifier: ContentIdentifier) -> [String: BusValue] {
        [
            "Parent": .objectPath(MediaObjectPath.root), "Type": .string("image"),
            "Path": .objectPath(MediaObjectPath.coverPath(of: identifier)), "DisplayName": .string("Cover"),
        ]
    }

    /// Returns the properties of `MediaItem2` for a cover.
    package static func cover(_ file: MediaLocation, size: Int?) -> [String: BusValue] {
        var values: [String: BusValue] = [
            "URLs": .strings([file.uri]),
            "MIMEType": .string(file.uri.hasSuffix(".png") ? "image/png" : "image/jpeg"),
        ]
        if let size { values["Size"] = .int64(Int64(size)) }
        return values
    }

    /// Returns a year as a date, which UPnP requires; other dates unchanged.
    private static func date(_ text: String) -> String {
        text.utf8.count == 4 && Int(text) != nil ? text + "-01-01" : text
    }

    /// Without control characters, which XML cannot contain.
    private static func line(_ text: String) -> String {
        let scalars = text.shortened(toBytes: longest).unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control || scalar == "\u{FFFE}" || scalar == "\u{FFFF}" ? " " : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
