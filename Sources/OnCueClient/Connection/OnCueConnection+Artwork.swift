// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface

extension OnCueConnection: ArtworkService {
    package func artwork(of place: String, size: Int?) async throws(ServiceError) -> MediaLocation {
        try await call(ArtworkMethods.get, Pair(place, size ?? 0)).value
    }
}
