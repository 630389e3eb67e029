// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface
package import OnCueRuntime
package import OnCueSession

/// The radio stations, for front ends.
@MediaActor
package final class RadioDesk: nonisolated RadioService {
    package typealias Failure = any Error

    private let stations: any StationManaging
    private let naming: ItemNaming
    private let pictures: PagePictures

    /// - Parameter pictures: The pictures of streams on web pages, which added stations receive.
    package init(
        stations: any StationManaging, manager: ContentManager, pictures: PagePictures = PagePictures()
    ) {
        (self.stations, self.pictures) = (stations, pictures)
        naming = ItemNaming(manager: manager, kind: .station, branch: .radio, noun: "station")
    }

    @MediaActor
    package func addStation(_ name: String, at address: String) async throws -> String {
        guard let location = MediaLocation(uri: address) else {
            throw ServiceError(
                .invalidValue, "\"\(address.prefix(200))\" is not an address such as http://host/live")
        }
        return try await stations.add(name, at: location, picture: pictures[address]).description
    }

    @MediaActor
    package func removeStation(_ station: String) async throws {
        try await stations.remove(try await naming.identifier(station))
    }

    @MediaActor
    package func renameStation(_ station: String, to name: String) async throws {
        try await stations.rename(try await naming.identifier(station), to: name)
    }
}
