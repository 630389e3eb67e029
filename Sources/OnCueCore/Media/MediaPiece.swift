// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Some bytes of a medium, for a player in another program.
package struct MediaPiece: Sendable, Equatable {
    /// The maximum length of a piece, in bytes.
    package static let limit = 256 << 10

    /// The bytes; empty at the end of the medium.
    package var bytes: [UInt8]
    /// The size of the whole medium, in bytes; `nil` for one without an end.
    package var size: UInt64?
    /// The media type.
    package var type: String

    package init(_ bytes: [UInt8], of size: UInt64?, type: String) {
        (self.bytes, self.size, self.type) = (bytes, size, type)
    }
}
