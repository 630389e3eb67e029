// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Finds cities by their names, without a network; each has a position.
package protocol CityFinding: Sendable {
    /// Returns the cities whose full names are in a text, which may be an address, the largest first.
    ///
    /// - Throws: `unavailable` if there is no list of cities.
    func cities(named text: String, limit: Int) async throws(ContentError) -> [Location]

    /// Returns the cities whose names begin with a text, the largest first.
    ///
    /// - Throws: As ``cities(named:limit:)``.
    func cities(beginningWith text: String, limit: Int) async throws(ContentError) -> [Location]

    /// Returns the cities that a text without the name of any may mean, for advice.
    ///
    /// - Throws: As ``cities(named:limit:)``.
    func cities(near text: String, limit: Int) async throws(ContentError) -> [Location]
}
