// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// One request to a server: a method and its parameters.
package struct SubsonicRequest: Sendable, Equatable {
    /// The requested version of the protocol: the last one of Subsonic, on which OpenSubsonic builds.
    package static let version = "1.16.1"
    /// The name of this client.
    package static let client = "OnCue"

    package var method: String
    package private(set) var names: [String]
    package private(set) var values: [String]

    package init(_ method: String, _ parameters: [(String, String)] = []) {
        self.method = method
        (names, values) = (parameters.map(\.0), parameters.map(\.1))
    }

    /// Returns the address of the request. It is a secret, because it grants the rights of the user.
    ///
    /// - Parameter isData: Whether the answer is a file instead of JSON.
    package func address(
        at server: SubsonicAddress, _ credential: SubsonicCredential, isData: Bool = false
    ) -> String {
        address(at: server) + "?" + query(credential, isData: isData)
    }

    /// Returns the address to which the request is posted as a form, where the server accepts forms (`formPost` of
    /// OpenSubsonic).
    package func address(at server: SubsonicAddress) -> String { server.text + "/rest/" + method }

    /// Returns the parameters, for a query or a form. They are a secret as well.
    package func query(_ credential: SubsonicCredential, isData: Bool = false) -> String {
        var pairs = Array(zip(names, values))
        pairs += credential.parameters.map { ($0.name, $0.value) }
        pairs += [("v", Self.version), ("c", Self.client)]
        if !isData { pairs.append(("f", "json")) }
        return pairs.map { $0 + "=" + PercentEncoding.encodeValue($1) }.joined(separator: "&")
    }
}

/// The requests that OnCue sends.
extension SubsonicRequest {
    package static let ping = SubsonicRequest("ping")
    package static let extensions = SubsonicRequest("getOpenSubsonicExtensions")
    package static let artists = SubsonicRequest("getArtists")
    package static let genres = SubsonicRequest("getGenres")
    package static let playlists = SubsonicRequest("getPlaylists")
    package static let starred = SubsonicRequest("getStarred2")
    package static let stations = SubsonicRequest("getInternetRadioStations")
    package static let bookmarks = SubsonicRequest("getBookmarks")
    package static let playQueue = SubsonicRequest("getPlayQueue")

    package static func artist(_ id: String) -> SubsonicRequest { SubsonicRequest("getArtist", [("id", id)]) }
    package static func album(_ id: String) -> SubsonicRequest { SubsonicRequest("getAlbum", [("id", id)]) }
    package static func song(_ id: String) -> SubsonicRequest { SubsonicRequest("getSong", [("id", id)]) }
    package static func playlist(_ id: String) -> SubsonicRequest { SubsonicRequest("getPlaylist", [("id", id)]) }

    /// All podcasts without their episodes, or one podcast with its episodes.
    package static func podcasts(_ id: String? = nil) -> SubsonicRequest {
        SubsonicRequest(
            "getPodcasts", [("includeEpisodes", id == nil ? "false" : "true")] + (id.map { [("id", $0)] } ?? []))
    }

    /// Requests a page of the albums in the given order, such as `newest`.
    package static func albums(
        _ order: String, size: Int, offset: Int = 0, genre: String? = nil
    ) -> SubsonicRequest {
        SubsonicRequest(
            "getAlbumList2",
            [("type", order), ("size", "\(size)"), ("offset", "\(offset)")] + (genre.map { [("genre", $0)] } ?? []))
    }

    /// Requests the artists, albums and songs that match the words, at most `limit` of each.
    package static func search(_ words: String, limit: Int) -> SubsonicRequest {
        SubsonicRequest(
            "search3",
            [("query", words)] + ["artistCount", "albumCount", "songCount"].map { ($0, "\(limit)") })
    }

    package static func cover(_ id: String, size: Int) -> SubsonicRequest {
        SubsonicRequest("getCoverArt", [("id", id), ("size", "\(size)")])
    }

    /// Requests the original file of a song or of a podcast's episode.
    package static func stream(_ id: String) -> SubsonicRequest {
        SubsonicRequest("stream", [("id", id), ("format", "raw")])
    }

    /// Stars a song, an album or an artist, or removes the star.
    package static func star(_ item: SubsonicItem, _ isStarred: Bool) -> SubsonicRequest {
        let name =
            switch item.kind {
            case .album: "albumId"
            case .artist: "artistId"
            default: "id"
            }
        return SubsonicRequest(isStarred ? "star" : "unstar", [(name, item.id)])
    }

    /// Rates an item with one to five stars; 0 removes the rating.
    package static func rate(_ id: String, _ stars: Int) -> SubsonicRequest {
        SubsonicRequest("setRating", [("id", id), ("rating", "\(stars)")])
    }

    /// Reports that a song is playing now or, with a time in seconds since 1970, that it was played then.
    package static func played(_ id: String, at time: Int64?) -> SubsonicRequest {
        SubsonicRequest(
            "scrobble",
            [("id", id), ("submission", time == nil ? "false" : "true")]
                + (time.map { [("time", "\($0 * 1000)")] } ?? []))
    }

    /// Sets a bookmark at a position in milliseconds; it replaces an existing bookmark of the song.
    package static func bookmark(_ id: String, milliseconds: Int) -> SubsonicRequest {
        SubsonicRequest("createBookmark", [("id", id), ("position", "\(milliseconds)")])
    }

    package static func removeBookmark(_ id: String) -> SubsonicRequest {
        SubsonicRequest("deleteBookmark", [("id", id)])
    }

    /// Returns the part of a queue around its current song whose names take at most the given number of bytes of a
    /// query; most of it is the songs that follow.
    package static func part(of ids: [String], around current: String, within bytes: Int) -> ArraySlice<String> {
        guard let index = ids.firstIndex(of: current) else { return [] }
        func size(_ id: String) -> Int {
            "id=".utf8.count + PercentEncoding.encodeValue(id).utf8.count + "&".utf8.count
        }
        var (start, end, left) = (index, index + 1, bytes - size(current))
        func extend(to limit: Int) {
            while end < ids.count, left - size(ids[end]) >= limit {
                left -= size(ids[end])
                end += 1
            }
        }
        extend(to: bytes / 5)
        while start > 0, left >= size(ids[start - 1]) {
            start -= 1
            left -= size(ids[start])
        }
        extend(to: 0)
        return ids[start..<end]
    }

    /// Saves the queue for the user's other players.
    package static func saveQueue(_ ids: [String], current: String, milliseconds: Int) -> SubsonicRequest {
        SubsonicRequest(
            "savePlayQueue", ids.map { ("id", $0) } + [("current", current), ("position", "\(milliseconds)")])
    }
}
