// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import FileAccess
internal import FoundationEssentials
package import OnCueCore
internal import OnCueRuntime
package import OnCueSession

/// Lyrics of files, and for tracks without any, those of a server with the interface of LRCLIB.
package actor WebLyrics: LyricsReading {
    /// The maximum size of an answer, in bytes: lyrics in two forms, in JSON.
    package static let limit = 1 << 20
    /// The longest name in a query, in bytes.
    private static let longestName = 300

    private let local: any LyricsReading
    private let server: WebServer

    /// - Parameters:
    ///   - local: The source that is asked first.
    ///   - server: A server that accepts the answers for which ``isAnswer(_:)`` returns `true`.
    package init(_ local: any LyricsReading, server: WebServer) {
        (self.local, self.server) = (local, server)
    }

    package func lyrics(of track: Track) async throws(ContentError) -> FoundLyrics? {
        if let found = try await local.lyrics(of: track) { return found }
        return await lyrics(of: track, asks: true)
    }

    /// Returns whether the server has supplied lyrics of a track before; the server is not asked.
    package func hasLyrics(of track: Track) async -> Bool { await lyrics(of: track, asks: false) != nil }

    private func lyrics(of track: Track, asks: Bool) async -> FoundLyrics? {
        guard let question = Self.question(track),
            case .file(let path) = await server.find(question, asks: asks),
            let bytes = BoundedFile.read(Array(path.utf8), limit: Self.limit)
        else { return nil }
        return Self.lyrics(bytes).map { FoundLyrics(lyrics: $0, source: .web) }
    }

    // MARK: The interface of LRCLIB

    /// Returns the query for a track: its artist, title, album and length; `nil` if it cannot be a song.
    static func question(_ track: Track) -> String? {
        guard !track.isStation, !track.isSpokenWord, !track.artists.isEmpty, !track.title.isEmpty else { return nil }
        var fields = [("artist_name", track.artists.joined(separator: ", ")), ("track_name", track.title)]
        if let album = track.album { fields.append(("album_name", album)) }
        if let duration = track.duration { fields.append(("duration", "\(Int((duration / .seconds(1)).rounded()))")) }
        return "/api/get?"
            + fields.map { $0 + "=" + encoded($1.shortened(toBytes: longestName)) }.joined(separator: "&")
    }

    /// Encodes everything but unreserved characters (RFC 3986, 2.3).
    private static func encoded(_ text: String) -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8)
        return text.utf8.reduce(into: "") { result, byte in
            if plain.contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
    }

    private struct Answer: Decodable {
        var plainLyrics: String?
        var syncedLyrics: String?
    }

    /// Whether data is an answer, with lyrics or without.
    package static func isAnswer(_ bytes: [UInt8]) -> Bool { answer(bytes) != nil }

    private static func answer(_ bytes: [UInt8]) -> Answer? {
        try? JSONDecoder().decode(Answer.self, from: Data(bytes))
    }

    /// Returns the lyrics in an answer, preferably with times.
    static func lyrics(_ bytes: [UInt8]) -> Lyrics? {
        guard let answer = answer(bytes) else { return nil }
        let found = [answer.syncedLyrics, answer.plainLyrics].compactMap { text in
            text.flatMap { try? LyricsReader.read($0) }
        }
        return found.first(where: \.isTimed) ?? found.last
    }
}
