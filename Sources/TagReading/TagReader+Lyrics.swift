// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CTagLibShim

extension TagReader {
    /// Returns the lyrics embedded in the file, unchanged, with or without times; `nil` if it has none.
    ///
    /// - Parameters:
    ///   - path: Bytes in any encoding, as in the file system.
    ///   - limit: The largest acceptable text, in bytes of UTF-8.
    /// - Throws: As `tags(ofFileAt:)`, and `.tooLarge`.
    package static func lyrics(ofFileAt path: [UInt8], limit: Int) throws(TagReadError) -> String? {
        try checkForZero(in: path)
        var result = unsafe oncue_tag_text()
        let status = unsafe path.withUnsafeBufferPointer { bytes in
            unsafe oncue_tag_read_lyrics(bytes.baseAddress, bytes.count, max(0, limit), &result)
        }
        defer { unsafe oncue_tag_text_clear(&result) }
        guard status == ONCUE_TAG_OK else {
            throw TagReadError(status: status, systemError: unsafe result.system_error, path: path)
        }
        guard let bytes = unsafe result.bytes else { return nil }
        return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: result.length), as: UTF8.self)
    }
}
