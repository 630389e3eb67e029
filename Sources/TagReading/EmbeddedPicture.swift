// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A picture file found inside an audio file.
package struct EmbeddedPicture: Sendable, Equatable {
    /// The picture file, byte for byte as it was embedded. Never empty, not checked further.
    package let data: [UInt8]

    /// Determined by the first bytes; if those are of an unknown format, the declaration of the tag, or
    /// `application/octet-stream` without one.
    package let mimeType: String

    package init(data: [UInt8], mimeType: String) {
        self.data = data
        self.mimeType = mimeType
    }

    /// Chooses the type by content, because tags often declare a wrong one.
    init(data: [UInt8], declaredType: String) {
        let declared = declaredType.lowercased()
        let fallback = declared.contains("/") ? declared : "application/octet-stream"
        self.init(data: data, mimeType: Self.type(of: data) ?? fallback)
    }

    private static func type(of data: [UInt8]) -> String? {
        if data.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if data.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
        if data.starts(with: "GIF8".utf8) { return "image/gif" }
        if data.starts(with: "BM".utf8) { return "image/bmp" }
        if data.starts(with: "RIFF".utf8), data.dropFirst(8).starts(with: "WEBP".utf8) { return "image/webp" }
        return nil
    }
}
