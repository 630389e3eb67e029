// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

extension OnCueConnection: ArtworkService {
    package func artwork(of place: String, size: Int?) async throws(ServiceError) -> MediaLocation {
        try await artwork(of: place, size: size, startsDaemon: true)
    }

    /// Returns the picture of an item as ``artwork(of:size:)`` does; without a daemon, and if none is to be started, the
    /// error is `unavailable`.
    package func artwork(
        of place: String, size: Int?, startsDaemon: Bool
    ) async throws(ServiceError) -> MediaLocation {
        try await call(ArtworkMethods.get, Pair(place, size ?? 0), startsDaemon: startsDaemon).value
    }
}
