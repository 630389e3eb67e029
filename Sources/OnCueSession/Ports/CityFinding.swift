// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Finds cities by their names, without a network.
package protocol CityFinding: Sendable {
    /// Returns the cities whose names begin with a text, the likeliest first, each with its position.
    ///
    /// - Throws: `unavailable` if there is no list of cities.
    func cities(_ text: String, limit: Int) async throws(ContentError) -> [Location]
}
