// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import OnCueTestSupport

extension FakeService {
    func searchPodcasts(_ words: String, limit: Int) async throws(ClientError) -> [FoundPodcast] {
        let words = try Self.checked(words)
        _ = try note("find podcasts \(limit) \(words)")
        return words == "nothing" ? [] : Array(FakeDirectories.podcasts.prefix(max(1, limit)))
    }

    func searchStations(_ words: String, limit: Int) async throws(ClientError) -> [FoundStation] {
        let words = try Self.checked(words)
        _ = try note("find stations \(limit) \(words)")
        return words == "nothing" ? [] : Array(FakeDirectories.stations.prefix(max(1, limit)))
    }

    func pictureOfFound(_ address: String) async throws(ClientError) -> MediaLocation {
        let known = FakeDirectories.podcasts.map(\.address) + FakeDirectories.stations.map(\.address)
        guard known.contains(address) else { throw ClientError(.notFound, "no search has found \(address)") }
        return try note("picture of \(address)").artwork
    }

    private static func checked(_ text: String) throws(ClientError) -> String {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        switch words {
        case "offline": throw ClientError(.providerUnavailable, "example.org did not answer")
        case "again": throw ClientError(.refused, "example.org was asked too often; search again after a minute")
        case _ where words.isEmpty || words.count > 200:
            throw ClientError(.invalidValue, "search for 1 to 200 characters")
        default: return words
        }
    }
}
