// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// The lists in answers.
extension SubsonicAnswer {
    /// Artists in the order of the server's index.
    package var artists: [SubsonicRecord] {
        elements("artists", "index").flatMap { index in
            Self.elements(of: index["artist"]).compactMap { SubsonicRecord(artist: $0) }
        }.limited
    }

    /// The albums of an artist.
    package var albumsOfArtist: [SubsonicRecord] {
        elements("artist", "album").compactMap { SubsonicRecord(album: $0) }
    }

    package var albums: [SubsonicRecord] { elements("albumList2", "album").compactMap { SubsonicRecord(album: $0) } }

    /// The songs of an album, in the order of its discs.
    package var songsOfAlbum: [SubsonicRecord] {
        let songs = elements("album", "song").compactMap { SubsonicRecord(song: $0) }
        // Songs with equal numbers keep the order of the server.
        return songs.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
            .map(\.element)
    }

    package var genres: [SubsonicRecord] { elements("genres", "genre").compactMap { SubsonicRecord(genre: $0) } }

    package var playlists: [SubsonicRecord] {
        elements("playlists", "playlist").compactMap { SubsonicRecord(playlist: $0) }
    }

    package var songsOfPlaylist: [SubsonicRecord] {
        elements("playlist", "entry").compactMap { SubsonicRecord(song: $0) }
    }

    /// The starred items: artists, albums, songs.
    package var starred: [SubsonicRecord] { mixed("starred2") }

    /// The items found by a search: artists, albums, songs.
    package var found: [SubsonicRecord] { mixed("searchResult3") }

    private func mixed(_ name: String) -> [SubsonicRecord] {
        elements(name, "artist").compactMap { SubsonicRecord(artist: $0) }
            + elements(name, "album").compactMap { SubsonicRecord(album: $0) }
            + elements(name, "song").compactMap { SubsonicRecord(song: $0) }
    }

    package var podcasts: [SubsonicRecord] {
        elements("podcasts", "channel").compactMap { SubsonicRecord(podcast: $0) }
    }

    /// The episodes of the podcast, if only one was asked for.
    package var episodes: [SubsonicRecord] {
        elements("podcasts", "channel", limit: 1).flatMap { channel in
            Self.elements(of: channel["episode"]).compactMap { SubsonicRecord(episode: $0) }
        }
    }

    package var stations: [SubsonicRecord] {
        elements("internetRadioStations", "internetRadioStation").compactMap { SubsonicRecord(station: $0) }
    }

    package var bookmarks: [SubsonicRecord] {
        elements("bookmarks", "bookmark").compactMap { SubsonicRecord(bookmark: $0) }
    }

    /// The queue that a player of the user has saved, with the position in its current song.
    package var playQueue: [SubsonicRecord] {
        var songs = elements("playQueue", "entry").compactMap { SubsonicRecord(song: $0) }
        let queue = content["playQueue"]
        let current = queue?["current"]?.stringValue ?? queue?["current"]?.intValue.map { "\($0)" }
        if let current, let index = songs.firstIndex(where: { $0.item.id == current }) {
            songs[index].isCurrent = true
            songs[index].position = SubsonicRecord.position(queue?["position"])
            // OnCue saves the positions in its queues as bookmarks, too.
            if queue?["changedBy"]?.stringValue != SubsonicRequest.client {
                songs[index].left = queue?["changed"]?.stringValue.flatMap(SubsonicText.moment)
            }
        }
        return songs
    }

    package var album: SubsonicRecord? { content["album"].flatMap { SubsonicRecord(album: $0) } }
    package var artist: SubsonicRecord? { content["artist"].flatMap { SubsonicRecord(artist: $0) } }
    package var song: SubsonicRecord? { content["song"].flatMap { SubsonicRecord(song: $0) } }

    /// The time at which the requested song was last played, in seconds since 1970; `nil` if the server does not report
    /// it.
    package var lastPlay: Int64? { content["song"]?["played"]?.stringValue.flatMap(SubsonicText.moment) }
    /// The play count of the requested song; `nil` if the server does not report it.
    package var playCount: Int? { content["song"]?["playCount"]?.intValue }

    package var playlist: SubsonicRecord? { content["playlist"].flatMap { SubsonicRecord(playlist: $0) } }

    /// The names of the extensions that the server knows.
    package var extensions: [String] {
        elements("openSubsonicExtensions", limit: 100).compactMap { $0["name"]?.stringValue }
    }
}

extension [SubsonicRecord] {
    fileprivate var limited: [SubsonicRecord] { Array(prefix(SubsonicAnswer.mostElements)) }
}
