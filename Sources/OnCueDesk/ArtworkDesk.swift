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
    private let controller: PlaybackController
    private let artwork: any ArtworkProviding

    package init(manager: ContentManager, controller: PlaybackController, artwork: any ArtworkProviding) {
        (self.manager, self.controller, self.artwork) = (manager, controller, artwork)
    }

    @MediaActor
    package func artwork(of place: String, size: Int?) async throws -> MediaLocation {
        let (reference, identifier, title) = try await subject(at: try ContentPlace(place))
        let file = await artwork.file(
            for: reference, size: size.map { ArtworkSize(atLeast: $0) }, identifier: identifier)
        guard let file else {
            throw ServiceError(.storage, "cannot write the picture of \"\(title)\"; check the free space")
        }
        return file
    }

    /// Returns the subject of a picture: an item of the tree, or an entry of the queue that is not in it, such as a
    /// file outside the folders of the library.
    private func subject(
        at place: ContentPlace
    ) async throws(ContentError) -> (ArtworkReference?, ContentIdentifier, title: String) {
        do throws(ContentError) {
            let item = try await manager.item(at: place).item
            return (item.artwork, item.identifier, item.title)
        } catch {
            guard error.code == .notFound, case .identifier(let identifier) = place,
                let track = controller.queue.entries.lazy.map(\.track).first(where: { $0.identifier == identifier })
            else { throw error }
            return (track.artwork, identifier, track.title)
        }
    }
}
