// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Gets pictures that are not on this machine.
package protocol PictureFetching: Sendable {
    /// Returns a local file with the picture, fetched now or before; `nil` if it is not available.
    ///
    /// May take as long as a network does, within its own limit; the file may be hostile.
    func file(for picture: MediaLocation) async -> MediaLocation?
}
