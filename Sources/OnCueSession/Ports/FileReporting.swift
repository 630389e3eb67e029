// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Describes a media file; opens it on request, which may take a while.
package protocol FileReporting: Sendable {
    /// - Throws: `unreadable`, with the reason.
    func report(onFileAt location: MediaLocation) async throws(ContentError) -> FileReport
}
