// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// The open directories, for front ends.
@MediaActor
package final class DirectoryDesk: nonisolated DirectoryService {
    package typealias Failure = any Error

    private static let longestWords = 200
    private static let mostResults = 100
    /// The most results whose pictures are remembered.
    private static let mostRemembered = 1000
    private static let pictureSize = 512

    /// The picture of a search result, and the kind of item that it would become.
    private struct Found {
        var title: String
        var picture: String?
        var kind: ContentKind
    }

    private let directories: any DirectorySearching
    private let artwork: any ArtworkProviding
    /// The pictures of streams, for stations that are added.
    private let pictures: PagePictures
    /// By address.
    private var found: [String: Found] = [:]
    private var order: [String] = []

    package init(
        directories: any DirectorySearching, artwork: any ArtworkProviding, pictures: PagePictures = PagePictures()
    ) {
        (self.directories, self.artwork, self.pictures) = (directories, artwork, pictures)
    }

    @MediaActor
    package func searchPodcasts(_ words: String, limit: Int) async throws -> [FoundPodcast] {
        let podcasts = try await directories.podcasts(
            matching: try Self.checked(words), limit: min(max(1, limit), Self.mostResults))
        for podcast in podcasts {
            remember(Found(title: podcast.title, picture: podcast.picture, kind: .podcast), at: podcast.address)
        }
        return podcasts
    }

    @MediaActor
    package func searchStations(_ words: String, limit: Int) async throws -> [FoundStation] {
        let stations = try await directories.stations(
            matching: try Self.checked(words), limit: min(max(1, limit), Self.mostResults))
        for station in stations {
            remember(Found(title: station.title, picture: station.picture, kind: .station), at: station.address)
            if let picture = station.picture { pictures.note(picture, of: station.address) }
        }
        return stations
    }

    @MediaActor
    package func pictureOfFound(_ address: String) async throws -> MediaLocation {
        guard let found = found[address] else {
            throw ServiceError(.notFound, "no search has found \"\(address.prefix(200))\" lately; search again")
        }
        let picture = found.picture.flatMap { MediaLocation(uri: $0) }.map { ArtworkReference.picture($0) }
        // The colours of a generated picture depend on the address.
        let identifier = StableKey(hashing: address.utf8).identifier(found.kind)
        let file = await artwork.file(
            for: picture, size: ArtworkSize(atLeast: Self.pictureSize), identifier: identifier)
        guard let file else {
            throw ServiceError(.storage, "cannot write the picture of \"\(found.title)\"; check the free space")
        }
        return file
    }

    /// Returns the words to send, without surrounding white space.
    private static func checked(_ text: String) throws(ServiceError) -> String {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty, words.count <= longestWords else {
            throw ServiceError(.invalidValue, "search for 1 to \(longestWords) characters")
        }
        return words
    }

    private func remember(_ result: Found, at address: String) {
        if found.updateValue(result, forKey: address) == nil { order.append(address) }
        while order.count > Self.mostRemembered { found[order.removeFirst()] = nil }
    }
}
