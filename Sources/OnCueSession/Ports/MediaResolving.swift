// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Turns locations given by the user into tracks, in the library or not.
package protocol MediaResolving: Sendable {
    /// Returns the tracks of a file, of a folder (with everything below it, in path order), or of a stream.
    ///
    /// A file of the library gives the track of the library. Files that cannot be read are left out of a folder.
    ///
    /// - Throws: ``ContentError`` with `notFound` (no such file), `unreadable`, or `notPlayable` (a folder without
    ///   media, a file that is not one).
    func tracks(at location: MediaLocation) async throws(ContentError) -> [Track]
}
