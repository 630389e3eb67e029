// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Finds what the library knows about files.
package protocol TrackFinding: Sendable {
    /// The tracks of files of the library, in the order of their parts where a file has several; other files are left out, and everything is when the catalog cannot be read.
    func tracks(at files: [MediaLocation]) async -> [MediaLocation: [Track]]
}
