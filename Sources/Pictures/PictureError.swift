// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Why a picture cannot be shown.
package enum PictureError: Error, Sendable, Equatable {
    /// It claims more pixels than the limit; nothing was decoded.
    case tooLarge
    /// No picture format that is known here, or damaged, or more than the memory holds.
    case notDecodable
}
