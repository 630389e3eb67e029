// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Finds tracks similar to those heard last.
package protocol SimilarFinding: Sendable {
    /// Returns at most ``SimilarChoice/count`` tracks, none of them in the queue; none if nothing is similar or the
    /// data cannot be read.
    func tracks(for request: SimilarRequest) async -> [Track]
}
