// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import PlaylistFormats

/// One radio station.
package struct Station: Sendable, Equatable {
    package var name: String
    package var address: MediaLocation
    package var picture: MediaLocation?

    package init(name: String, address: MediaLocation, picture: MediaLocation? = nil) {
        self.name = name
        self.address = address
        self.picture = picture
    }

    /// The identity of the station, derived from its address. Renaming does not change it.
    package var identifier: ContentIdentifier { key.identifier(.station) }

    var key: StableKey { StableKey(hashing: address.uri.utf8) }

    var item: ContentNode {
        ContentNode(
            identifier: identifier, title: name, subtitle: ContentNode.live, artwork: picture.map { .picture($0) },
            isPlayable: true, isStreaming: true)
    }

    /// Whether its address is that of a list, by its name; examining a stream would open it twice.
    var isList: Bool { RemoteList.isNamed(address) }

    /// Returns the station as it plays from a stream: without an end.
    func track(at stream: MediaLocation) -> Track {
        Track(identifier: identifier, location: stream, title: name, picture: picture)
    }
}

/// The text of the file of stations, an M3U list that may be edited by hand.
///
/// Changes affect only the lines of their station; comments, order and everything else stay.
struct StationList: Equatable {
    static let limit = 10_000

    private var lines: [Line]
    private let list: MediaLocation

    private struct Line: Equatable {
        var text: String
        /// The station that the line leads to, for the last line of one.
        var station: Station?
        /// Whether the line belongs to the next station.
        var isDescription = false
    }

    /// - Parameter list: The location of the file.
    init(_ bytes: [UInt8], list: MediaLocation) {
        self.list = list
        lines = []
        let base = PlaylistBase(list: list)
        var seen: Set<ContentIdentifier> = []
        var name: String?
        var picture: MediaLocation?
        for text in EncodedText(bytes).text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            var line = Line(text: String(text))
            let trimmed = PlaylistWords.trimmed(line.text)
            if let value = Self.value("#EXTINF:", trimmed) {
                name = Self.name(value)
                line.isDescription = true
            } else if let value = Self.value("#EXTIMG:", trimmed) {
                picture = base.candidates(value).first
                line.isDescription = true
            } else if !trimmed.isEmpty, !trimmed.hasPrefix("#") {
                let address = base.candidates(trimmed).first
                if let address, address.scheme == "http" || address.scheme == "https", seen.count < Self.limit {
                    let station = Station(
                        name: name ?? Self.hostName(address), address: address, picture: picture)
                    if seen.insert(station.identifier).inserted { line.station = station }
                }
                name = nil
                picture = nil
            }
            lines.append(line)
        }
        if lines.last?.text.isEmpty == true { lines.removeLast() }
    }

    var stations: [Station] { lines.compactMap(\.station) }

    var bytes: [UInt8] { Array(lines.map { $0.text + "\n" }.joined().utf8) }

    // MARK: Changes

    mutating func add(_ station: Station) {
        if lines.isEmpty { lines.append(Line(text: "#EXTM3U")) }
        lines.append(Line(text: Self.description(station.name), isDescription: true))
        if let picture = station.picture {
            lines.append(Line(text: "#EXTIMG:" + picture.uri, isDescription: true))
        }
        lines.append(Line(text: station.address.uri, station: station))
    }

    /// Returns the lines of a station, with its name and its picture; `nil` if the station does not exist.
    func text(of identifier: ContentIdentifier) -> String? {
        range(of: identifier).map { lines[$0].map { $0.text + "\n" }.joined() }
    }

    /// - Returns: `false` if the station does not exist.
    mutating func remove(_ identifier: ContentIdentifier) -> Bool {
        guard let range = range(of: identifier) else { return false }
        lines.removeSubrange(range)
        return true
    }

    /// - Returns: `false` if the station does not exist.
    mutating func rename(_ identifier: ContentIdentifier, to name: String) -> Bool {
        guard let range = range(of: identifier) else { return false }
        lines[range.upperBound - 1].station?.name = name
        let line = Line(text: Self.description(name), isDescription: true)
        if let old = range.first(where: { Self.value("#EXTINF:", PlaylistWords.trimmed(lines[$0].text)) != nil }) {
            lines[old] = line
        } else {
            lines.insert(line, at: range.upperBound - 1)
        }
        return true
    }

    /// Returns the lines of a station: its address, and the descriptions directly before it.
    private func range(of identifier: ContentIdentifier) -> Range<Int>? {
        guard let last = lines.firstIndex(where: { $0.station?.identifier == identifier }) else { return nil }
        var first = last
        while first > 0, lines[first - 1].isDescription { first -= 1 }
        return first..<(last + 1)
    }

    // MARK: Lines

    private static func description(_ name: String) -> String { "#EXTINF:-1," + name }

    private static func value(_ directive: String, _ line: String) -> String? {
        guard line.uppercased().hasPrefix(directive) else { return nil }
        let value = PlaylistWords.trimmed(String(line.dropFirst(directive.count)))
        return value.isEmpty ? nil : value
    }

    /// Returns the name after the number and its attributes.
    private static func name(_ value: String) -> String? {
        var isQuoted = false
        for (index, character) in zip(value.indices, value) {
            if character == "\"" { isQuoted.toggle() }
            guard character == ",", !isQuoted else { continue }
            let name = PlaylistWords.trimmed(String(value[value.index(after: index)...]))
            return name.isEmpty ? nil : name
        }
        return nil
    }

    private static func hostName(_ address: MediaLocation) -> String {
        let host = address.uri.split(separator: "/", maxSplits: 2).dropFirst().first
        return (host?.split(separator: "@").last).map(String.init) ?? address.shownURI
    }
}
