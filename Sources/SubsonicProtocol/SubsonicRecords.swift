// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON

/// Something on a server: a song, an album, an artist, a list or a station. Fields that the server does not send are
/// empty.
package struct SubsonicRecord: Sendable, Equatable {
    package var item: SubsonicItem
    package var title: String
    /// The artist, or something else that distinguishes the record from others.
    package var subtitle = ""
    package var duration: Duration?
    /// The identifier of the picture on the server.
    package var cover: String?
    /// The number of items that it contains.
    package var count: Int?
    package var isStarred = false
    /// The user's own rating, 1 to 5.
    package var stars: Int?
    package var isExplicit = false
    /// The position at which the user stopped listening.
    package var position: Duration?
    /// The time at which the user stopped there, in seconds since 1970.
    package var left: Int64?
    /// Whether it is the current song of the saved queue.
    package var isCurrent = false
    /// The address of the stream, for a station.
    package var address: String?
    /// The number by which songs are sorted within an album: the number of the disc, then that of the track.
    package var order = 0
    /// The size of the file, for a song.
    package var byteCount: Int?
    /// The extension of the file's name, for a song.
    package var suffix: String?

    init?(_ item: SubsonicItem?, _ title: String?) {
        guard let item else { return nil }
        let title = SubsonicText.line(title ?? "")
        (self.item, self.title) = (item, title.isEmpty ? "Untitled" : title)
    }
}

/// Reads the records in answers. Rows without a name and invalid fields are left out.
extension SubsonicRecord {
    /// Reads a song, or a row of another list that is one.
    package init?(song json: JSONValue, kind: SubsonicItem.Kind = .song) {
        guard json["isDir"]?.boolValue != true, json["isVideo"]?.boolValue != true else { return nil }
        self.init(Self.item(kind, json["id"]), json["title"]?.stringValue)
        subtitle = SubsonicText.line((json["displayArtist"] ?? json["artist"])?.stringValue ?? "")
        takeFacts(json)
        order = (json["discNumber"]?.intValue ?? 0).clamped * 10_000 + (json["track"]?.intValue ?? 0).clamped
        byteCount = json["size"]?.intValue.flatMap { $0 > 0 ? $0 : nil }
        suffix = Self.suffix(json["suffix"])
        isExplicit = json["explicitStatus"]?.stringValue == "explicit"
    }

    package init?(album json: JSONValue) {
        self.init(Self.item(.album, json["id"]), (json["name"] ?? json["title"] ?? json["album"])?.stringValue)
        subtitle = SubsonicText.line((json["displayArtist"] ?? json["artist"])?.stringValue ?? "")
        takeFacts(json)
        duration = nil
        count = json["songCount"]?.intValue
        isExplicit = json["explicitStatus"]?.stringValue == "explicit"
    }

    package init?(artist json: JSONValue) {
        self.init(Self.item(.artist, json["id"]), json["name"]?.stringValue)
        takeFacts(json)
        duration = nil
        count = json["albumCount"]?.intValue
    }

    package init?(genre json: JSONValue) {
        // Plain Subsonic has the name in `value`; a few servers send only a string.
        let name = (json["value"] ?? json["name"])?.stringValue ?? json.stringValue
        self.init(name.flatMap { SubsonicItem(.genre, $0) }, name)
        count = json["albumCount"]?.intValue.flatMap { $0 > 0 ? $0 : nil }
    }

    package init?(playlist json: JSONValue) {
        self.init(Self.item(.playlist, json["id"]), json["name"]?.stringValue)
        takeFacts(json)
        subtitle = SubsonicText.line(json["comment"]?.stringValue ?? "", longest: 200)
        duration = nil
        count = json["songCount"]?.intValue
    }

    package init?(podcast json: JSONValue) {
        self.init(Self.item(.podcast, json["id"]), json["title"]?.stringValue)
        takeFacts(json)
    }

    /// Reads an episode that the server has downloaded; others cannot be played.
    package init?(episode json: JSONValue) {
        guard json["status"]?.stringValue == "completed" else { return nil }
        self.init(Self.item(.episode, json["streamId"] ?? json["id"]), json["title"]?.stringValue)
        takeFacts(json)
        byteCount = json["size"]?.intValue.flatMap { $0 > 0 ? $0 : nil }
        suffix = Self.suffix(json["suffix"])
        subtitle = SubsonicText.line(json["publishDate"]?.stringValue.map { String($0.prefix(10)) } ?? "")
    }

    /// Reads a station whose address is on the web; one that names a local file is refused.
    package init?(station json: JSONValue) {
        guard let address = json["streamUrl"]?.stringValue, address.utf8.count <= 4000,
            address.lowercased().hasPrefix("http://") || address.lowercased().hasPrefix("https://"),
            address.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { return nil }
        self.init(Self.item(.station, json["id"]), json["name"]?.stringValue)
        cover = json["coverArt"]?.stringValue
        self.address = address
    }

    package init?(bookmark json: JSONValue) {
        guard let entry = json["entry"], let record = SubsonicRecord(song: entry, kind: .bookmark) else { return nil }
        self = record
        position = Self.position(json["position"])
        left = (json["changed"] ?? json["created"])?.stringValue.flatMap(SubsonicText.moment)
    }

    static func position(_ json: JSONValue?) -> Duration? {
        json?.intValue.map { .milliseconds(min(max(0, $0), farthest)) }
    }

    /// A year, in milliseconds.
    private static let farthest = 31_536_000_000

    private static func item(_ kind: SubsonicItem.Kind, _ json: JSONValue?) -> SubsonicItem? {
        // Older servers send numbers.
        (json?.stringValue ?? json?.intValue.map { "\($0)" }).flatMap { SubsonicItem(kind, $0) }
    }

    /// Returns the extension of a file's name, which the copy on this machine gets as well: letters and digits only.
    static func suffix(_ json: JSONValue?) -> String? {
        guard let text = json?.stringValue, (1...8).contains(text.utf8.count) else { return nil }
        let isName = text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
        return isName ? text.lowercased() : nil
    }

    private mutating func takeFacts(_ json: JSONValue) {
        if let seconds = json["duration"]?.doubleValue, seconds > 0, seconds < 31_536_000 {
            duration = .milliseconds(Int(seconds * 1000))
        }
        cover = (json["coverArt"]?.stringValue ?? json["coverArt"]?.intValue.map { "\($0)" }).flatMap {
            SubsonicItem(.song, $0)?.id
        }
        isStarred = json["starred"]?.stringValue != nil || json["starred"]?.boolValue == true
        stars = json["userRating"]?.intValue.flatMap { (1...5).contains($0) ? $0 : nil }
    }
}

extension Int {
    /// The number of a disc or a track, limited to 0...9999.
    fileprivate var clamped: Int { Swift.min(Swift.max(0, self), 9_999) }
}
