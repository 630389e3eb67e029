// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
package import OnCueCore

/// Reads the answers of open directories: JSON from other servers, of which unknown parts are ignored.
package enum DirectoryAnswer {
    /// The maximum size of an answer, in bytes.
    package static let limit = 4 << 20

    private static let titleLimit = 300
    private static let summaryLimit = 1000
    private static let wordLimit = 60
    private static let tagLimit = 8
    private static let largestCount = 1_000_000_000

    /// Reads the podcasts in an answer of Apple, gpodder.net or fyyd, at most `limit`, each feed once.
    ///
    /// - Returns: `nil` if the bytes are not the answer of a directory.
    package static func podcasts(_ bytes: [UInt8], limit: Int) -> [FoundPodcast]? {
        guard let answer = value(bytes) else { return nil }
        let list = (answer["results"] ?? answer["data"] ?? answer).arrayValue
        return list.map { unique($0.lazy.compactMap(podcast), limit, \.address) }
    }

    private static func podcast(_ row: JSONValue) -> FoundPodcast? {
        let address = first(row, "feedUrl", "xmlURL", "url").flatMap(DirectoryText.address)
        guard let address else { return nil }
        let title = line(row, titleLimit, "collectionName", "trackName", "title")
        var podcast = FoundPodcast(title: title.isEmpty ? DirectoryText.host(of: address) : title, address: address)
        podcast.author = line(row, titleLimit, "artistName", "author")
        podcast.episodes = count(row, "trackCount", "episode_count")
        podcast.genre = line(row, wordLimit, "primaryGenreName")
        podcast.newest = day(first(row, "releaseDate", "lastpub"))
        podcast.summary = line(row, summaryLimit, "description")
        podcast.picture = self.address(
            row, "artworkUrl600", "artworkUrl100", "layoutImageURL", "imgURL", "scaled_logo_url", "logo_url")
        podcast.page = self.address(row, "collectionViewUrl", "htmlURL", "website")
        return podcast
    }

    /// Reads the stations in an answer of Radio Browser, at most `limit`, each stream once.
    ///
    /// - Returns: `nil` if the bytes are not the answer of a directory.
    package static func stations(_ bytes: [UInt8], limit: Int) -> [FoundStation]? {
        guard let list = value(bytes)?.arrayValue else { return nil }
        return unique(list.lazy.compactMap(station), limit, \.address)
    }

    private static func station(_ row: JSONValue) -> FoundStation? {
        // The resolved address is that of the stream; the other one may be that of a playlist.
        guard let address = address(row, "url_resolved", "url") else { return nil }
        let title = line(row, titleLimit, "name")
        var station = FoundStation(title: title.isEmpty ? DirectoryText.host(of: address) : title, address: address)
        station.country = line(row, wordLimit, "country", "countrycode")
        station.language = line(row, wordLimit, "language")
        station.tags = (first(row, "tags") ?? "").split(separator: ",").lazy
            .map { DirectoryText.line(String($0), limit: wordLimit) }.filter { !$0.isEmpty }.prefix(tagLimit).map(
                \.self)
        let codec = line(row, wordLimit, "codec")
        station.codec = codec.uppercased() == "UNKNOWN" ? "" : codec
        // In kbit/s; zero means unknown.
        station.bitRate = count(row, "bitrate").flatMap { (1...100_000).contains($0) ? $0 * 1000 : nil }
        station.votes = count(row, "votes")
        station.picture = self.address(row, "favicon")
        station.page = self.address(row, "homepage")
        return station
    }

    /// Joins two lists of results in this order, at most `limit`, each stream once.
    package static func joined(_ first: [FoundStation], _ others: [FoundStation], limit: Int) -> [FoundStation] {
        unique(first + others, limit, \.address)
    }

    // MARK: Values

    private static func value(_ bytes: [UInt8]) -> JSONValue? {
        guard bytes.count <= limit else { return nil }
        return try? JSONValue(
            parsing: String(decoding: bytes, as: UTF8.self), maximumDepth: 16, allowsRepeatedNames: true)
    }

    private static func unique<Row>(
        _ rows: some Sequence<Row>, _ limit: Int, _ key: (Row) -> String
    ) -> [Row] {
        var (seen, found): (Set<String>, [Row]) = ([], [])
        for row in rows where found.count < limit && seen.insert(key(row)).inserted { found.append(row) }
        return found
    }

    private static func first(_ row: JSONValue, _ names: String...) -> String? { first(row, names) }

    private static func first(_ row: JSONValue, _ names: [String]) -> String? {
        names.lazy.compactMap { row[$0]?.stringValue }.first { !$0.isEmpty }
    }

    private static func line(_ row: JSONValue, _ limit: Int, _ names: String...) -> String {
        DirectoryText.line(first(row, names) ?? "", limit: limit)
    }

    private static func address(_ row: JSONValue, _ names: String...) -> String? {
        names.lazy.compactMap { DirectoryText.address(row[$0]?.stringValue) }.first
    }

    private static func count(_ row: JSONValue, _ names: String...) -> Int? {
        names.lazy.compactMap { row[$0]?.intValue }.first.flatMap { (0...largestCount).contains($0) ? $0 : nil }
    }

    /// Returns the day of a time in ISO 8601 format; an empty string for any other text.
    private static func day(_ text: String?) -> String {
        let day = (text ?? "").utf8.prefix(10)
        let isDay =
            day.count == 10
            && zip(day, "0000-00-00".utf8).allSatisfy { byte, form in
                form == UInt8(ascii: "-") ? byte == form : (0x30...0x39).contains(byte)
            }
        return isDay ? String(decoding: day, as: UTF8.self) : ""
    }
}
