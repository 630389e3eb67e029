// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The pictures of items as files: `org.oncue.Artwork1`.
package protocol ArtworkService {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    /// Returns a local file with the picture of an item; one is generated if it has none.
    ///
    /// - Parameter size: The side in pixels of the square that it fits in, rounded up to 128, 256 or 512; `nil` for
    ///   the original picture.
    /// - Throws: `notFound`, `invalidPlace`, `storage`.
    func artwork(of place: String, size: Int?) async throws(Failure) -> MediaLocation
}

// MARK: On the bus

package enum ArtworkMethods {
    package static let get = Method<Pair<String, Int>, Only<MediaLocation>>(
        ServiceNames.artwork, "GetArtwork", isRepeatable: true)

    package static func bindings<Service: ArtworkService>() -> [Binding<Service>] {
        [
            Binding(get) { service, picture in
                Only(try await service.artwork(of: picture.first, size: picture.second > 0 ? picture.second : nil))
            }
        ]
    }
}
