// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueInterface
internal import OnCueQuery
package import OnCueRuntime
package import OnCueSession

/// The pictures of items, for front ends.
@MediaActor
package final class ArtworkDesk: nonisolated ArtworkService {
    package typealias Failure = any Error

    private let manager: ContentManager
    private let artwork: any ArtworkProviding

    package init(manager: ContentManager, artwork: any ArtworkProviding) {
        self.manager = manager
        self.artwork = artwork
    }

    @MediaActor
    package func artwork(of place: String, size: Int?) async throws -> MediaLocation {
        let item = try await manager.item(at: try ContentPlace(place)).item
        let file = await artwork.file(
            for: item.artwork, size: size.map { ArtworkSize(atLeast: $0) }, identifier: item.identifier)
        guard let file else {
            throw ServiceError(.storage, "cannot write the picture of \"\(item.title)\"; check the free space")
        }
        return file
    }
}
