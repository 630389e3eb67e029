// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The reason why a picture cannot be displayed.
package enum PictureError: Error, Sendable, Equatable {
    /// It claims more pixels than the limit; nothing was decoded.
    case tooLarge
    /// Not a known picture format, or damaged, or too large for the memory.
    case notDecodable
}
