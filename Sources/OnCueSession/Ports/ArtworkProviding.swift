// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Turns artwork references into picture files that every program of the user can read.
package protocol ArtworkProviding: Sendable {
    /// Returns the file with the picture: the embedded one, else one next to the medium, else the default picture.
    ///
    /// The file is under the cache home, named by the hash of its content, and stays there while it is among the last
    /// requested in this way. A picture that is animated, takes more than 2 MB or has more than 2048 pixels on a side
    /// is re-encoded with at most 1024, since other programs decode it.
    ///
    /// `nil` only if the cache cannot be written.
    func file(for reference: ArtworkReference) async -> MediaLocation?

    /// Returns the file with the picture of an item in a size; without one, a gradient in colours that belong to the
    /// item.
    ///
    /// - Parameters:
    ///   - size: `nil` for the original size, within the same bounds.
    ///   - identifier: The item.
    /// - Returns: `nil` only if the cache cannot be written. The file may be removed if it is not requested for a long
    ///   time.
    func file(
        for reference: ArtworkReference?, size: ArtworkSize?, identifier: ContentIdentifier
    ) async -> MediaLocation?

    /// Returns the picture in its original size and in all others, together, so that a late picture is announced once.
    ///
    /// All of them stay while they are among the last requested in this way.
    ///
    /// - Returns: `nil` only if the cache cannot be written.
    func files(for reference: ArtworkReference, identifier: ContentIdentifier) async -> ArtworkFiles?
}

extension ArtworkProviding {
    package func files(for reference: ArtworkReference, identifier: ContentIdentifier) async -> ArtworkFiles? {
        guard let full = await file(for: reference) else { return nil }
        var files = ArtworkFiles(full: full)
        for size in ArtworkSize.allCases {
            files.sizes[size] = await file(for: reference, size: size, identifier: identifier)
        }
        return files
    }
}
