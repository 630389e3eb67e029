// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Finds what is similar to what was heard last.
package protocol SimilarFinding: Sendable {
    /// At most ``SimilarChoice/count`` tracks, none that the queue has; none where nothing is similar or what is known
    /// cannot be read.
    func tracks(for request: SimilarRequest) async -> [Track]
}
