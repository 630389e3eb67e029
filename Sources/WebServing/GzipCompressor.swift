// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib

/// Makes texts smaller for the way, as `Content-Encoding: gzip`.
package enum GzipCompressor {
    /// The bytes, compressed as far as possible; `nil` where they would not become smaller.
    package static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        guard let compressor = unsafe g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9) else { return nil }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(compressor)) }
        var smaller = [UInt8](repeating: 0, count: bytes.count)
        var (read, written): (gsize, gsize) = (0, 0)
        // One step is enough for all, as there is room for more than the result may have.
        let result = unsafe g_converter_convert(
            compressor, bytes, gsize(bytes.count), &smaller, gsize(smaller.count),
            G_CONVERTER_INPUT_AT_END, &read, &written, nil)
        guard result == G_CONVERTER_FINISHED, Int(written) < bytes.count else { return nil }
        return Array(smaller[..<Int(written)])
    }
}
