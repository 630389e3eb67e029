// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// Finds the list that an item belongs to: the album of a track, or the podcast of an episode.
struct AlbumSearch: Sendable {
    /// The most albums whose tracks are searched.
    private static let mostAlbums = 50

    let service: any MediaServiceClient

    /// Returns the list, or `nil` if the item is in none. The title is never enough to find a list: other items may
    /// have the same title.
    ///
    /// - Parameters:
    ///   - artist: The artist, if the screen knows it, else empty; the same applies to `album`.
    func list(of item: String, artist: String, album: String) async -> ContentRecord? {
        if ContentIdentifier(item)?.kind == .episode { return await podcast(of: item, named: album) }
        var (artists, album) = ([artist], album)
        if album.isEmpty, !item.isEmpty, let tags = try? await service.file(of: item).report.tags {
            album = tags.first { $0.name == "ALBUM" }?.value ?? ""
            artists =
                ["ALBUMARTIST", "ARTIST"].flatMap { name in tags.filter { $0.name == name }.map(\.value) } + artists
        }
        let isTrack = ContentIdentifier(item)?.kind == .track
        var seen: Set<String> = []
        for query in queries(artists.filter { !$0.isEmpty }, album) {
            guard let found = try? await service.search(query, offset: 0, limit: Self.mostAlbums) else { continue }
            for album in found.items where seen.insert(album.identifier).inserted {
                // An item that is not a track of the library is not in the list, but may belong to the same album.
                if !isTrack { return album }
                if await contains(album, item) { return album }
            }
        }
        return nil
    }

    /// Returns the queries, the narrowest first; without an album, all albums of the artist are candidates.
    private func queries(_ artists: [String], _ album: String) -> [String] {
        let byArtist = artists.prefix(3).map { "artist:\(quoted($0))" }
        guard !album.isEmpty else { return byArtist.map { "kind:album \($0)" } }
        let albums = "kind:album album:\(quoted(album))"
        return byArtist.map { "\(albums) \($0)" } + [albums]
    }

    private func podcast(of episode: String, named name: String) async -> ContentRecord? {
        guard let podcasts = try? await service.subscriptions() else { return nil }
        // The podcast with the given name comes first; usually only that one has to be searched.
        for podcast in podcasts.filter({ $0.title == name }) + podcasts.filter({ $0.title != name }) {
            let record = ContentRecord(
                identifier: podcast.identifier.description, kind: ContentKind.podcast.rawValue, title: podcast.title,
                isContainer: true)
            if await contains(record, episode) { return record }
        }
        return nil
    }

    private func contains(_ list: ContentRecord, _ item: String) async -> Bool {
        let isIt = { (row: ContentRecord) in row.identifier == item }
        return await service.rows(of: list.identifier) { $0.contains(where: isIt) }.contains(where: isIt)
    }

    private func quoted(_ text: String) -> String {
        "\"" + text.filter { $0 != "\"" && $0 != "\\" } + "\""
    }
}
