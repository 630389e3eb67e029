// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

extension OnCueConnection: DirectoryService {
    /// Several servers may be tried one after another.
    private static let wait = LongWait("the directory", limit: .seconds(10), patience: .seconds(90))

    package func searchPodcasts(_ words: String, limit: Int) async throws(ServiceError) -> [FoundPodcast] {
        try await call(DirectoryMethods.podcasts, Pair(words, limit), waitingFor: Self.wait).value
    }

    package func searchStations(_ words: String, limit: Int) async throws(ServiceError) -> [FoundStation] {
        try await call(DirectoryMethods.stations, Pair(words, limit), waitingFor: Self.wait).value
    }

    package func pictureOfFound(_ address: String) async throws(ServiceError) -> MediaLocation {
        try await call(
            DirectoryMethods.picture, Only(address),
            waitingFor: LongWait("the server of the picture", limit: .seconds(15))
        ).value
    }
}
