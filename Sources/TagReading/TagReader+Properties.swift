// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CTagLibShim

extension TagReader {
    /// One value in the tags of a file, under the name that TagLib gives it, such as `ALBUMARTIST`.
    package struct Property: Sendable, Equatable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// Returns all texts in the tags of a file, in the order of their names; of a name in several tags, those of the
    /// first tag that has it.
    ///
    /// - Parameters:
    ///   - path: Bytes in any encoding, as in the file system.
    ///   - limit: The most bytes of all names and values together.
    /// - Throws: As `tags(ofFileAt:)`, and `.tooLarge`.
    package static func properties(ofFileAt path: [UInt8], limit: Int) throws(TagReadError) -> [Property] {
        try checkForZero(in: path)
        var result = unsafe oncue_tag_text()
        let status = unsafe path.withUnsafeBufferPointer { bytes in
            unsafe oncue_tag_read_properties(bytes.baseAddress, bytes.count, max(0, limit), &result)
        }
        defer { unsafe oncue_tag_text_clear(&result) }
        guard status == ONCUE_TAG_OK else {
            throw TagReadError(status: status, systemError: unsafe result.system_error, path: path)
        }
        guard let bytes = unsafe result.bytes else { return [] }
        let packed = unsafe Array(UnsafeBufferPointer(start: bytes, count: result.length))
        let parts = packed.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        return stride(from: 0, to: parts.count - 1, by: 2).map { Property(parts[$0], parts[$0 + 1]) }
    }
}
