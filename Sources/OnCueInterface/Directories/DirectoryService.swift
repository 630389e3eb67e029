// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The open directories of podcasts and radio stations: `org.oncue.Directories1`.
package protocol DirectoryService {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Searches the directory of podcasts, which receives the words.
    ///
    /// - Parameter limit: The most results, up to 100.
    /// - Throws: `invalidValue` without words, `providerUnavailable`, `refused` (asked too often).
    func searchPodcasts(_ words: String, limit: Int) async throws(Failure) -> [FoundPodcast]

    /// Searches the directory of radio stations, which receives the words. Those with most votes come first.
    ///
    /// - Parameter limit: The most results, up to 100.
    /// - Throws: As ``searchPodcasts(_:limit:)``.
    func searchStations(_ words: String, limit: Int) async throws(Failure) -> [FoundStation]

    /// Returns a local file with the picture of a podcast or a station that was found recently; one is generated if it
    /// has none.
    ///
    /// - Parameter address: The address of the feed or of the stream.
    /// - Throws: `notFound`, `storage`.
    func pictureOfFound(_ address: String) async throws(Failure) -> MediaLocation
}

// MARK: On the bus

package enum DirectoryMethods {
    package static let podcasts = Method<Pair<String, Int>, Only<[FoundPodcast]>>(
        ServiceNames.directories, "SearchPodcasts", isRepeatable: true)
    package static let stations = Method<Pair<String, Int>, Only<[FoundStation]>>(
        ServiceNames.directories, "SearchStations", isRepeatable: true)
    package static let picture = Method<Only<String>, Only<MediaLocation>>(
        ServiceNames.directories, "GetPicture", isRepeatable: true)

    package static func bindings<Service: DirectoryService>() -> [Binding<Service>] {
        [
            Binding(podcasts) { Only(try await $0.searchPodcasts($1.first, limit: $1.second)) },
            Binding(stations) { Only(try await $0.searchStations($1.first, limit: $1.second)) },
            Binding(picture) { Only(try await $0.pictureOfFound($1.value)) },
        ]
    }
}

extension FoundPodcast: DictionaryForm {
    package static var blank: FoundPodcast { FoundPodcast(title: "", address: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("title", &title)
        fields("author", &author, .ifSet)
        fields("url", &address, .required)
        fields("episodes", &episodes)
        fields("genre", &genre, .ifSet)
        fields("newest", &newest, .ifSet)
        fields("summary", &summary, .ifSet)
        fields("picture", &picture)
        fields("page", &page)
    }
}

extension FoundStation: DictionaryForm {
    package static var blank: FoundStation { FoundStation(title: "", address: "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("title", &title)
        fields("url", &address, .required)
        fields("country", &country, .ifSet)
        fields("language", &language, .ifSet)
        fields("tags", &tags, .ifSet)
        fields("codec", &codec, .ifSet)
        fields("bitRate", &bitRate)
        fields("votes", &votes)
        fields("picture", &picture)
        fields("page", &page)
    }
}
