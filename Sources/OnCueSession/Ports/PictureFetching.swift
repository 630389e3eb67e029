// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Gets pictures that are not on this machine.
package protocol PictureFetching: Sendable {
    /// A local file with the picture, fetched now or before; `nil` when it cannot be had.
    ///
    /// May take as long as a network does, within a bound of its own; the file may be hostile.
    func file(for picture: MediaLocation) async -> MediaLocation?
}
