// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib

/// Content hashes.
package enum Checksum {
    /// Returns the SHA-256 hash in lower-case hexadecimal.
    ///
    /// - Complexity: O(n). Safe from any thread.
    package static func sha256(_ bytes: [UInt8]) -> String {
        let text = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe g_compute_checksum_for_data(G_CHECKSUM_SHA256, buffer.baseAddress, gsize(buffer.count))
        }
        defer { unsafe g_free(text) }
        return unsafe text.map { unsafe String(cString: $0) } ?? ""
    }
}

extension Checksum {
    /// Returns the MD5 hash in lower-case hexadecimal, for protocols that require it; it proves nothing.
    ///
    /// - Complexity: O(n). Safe from any thread.
    package static func md5(_ bytes: [UInt8]) -> String {
        let text = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe g_compute_checksum_for_data(G_CHECKSUM_MD5, buffer.baseAddress, gsize(buffer.count))
        }
        defer { unsafe g_free(text) }
        return unsafe text.map { unsafe String(cString: $0) } ?? ""
    }

    /// Returns the HMAC with SHA-256 (RFC 2104) in lower-case hexadecimal: a hash that cannot be tested without the
    /// key.
    ///
    /// - Complexity: O(n). Safe from any thread.
    package static func hmacSHA256(_ bytes: [UInt8], key: [UInt8]) -> String {
        let text = unsafe key.withUnsafeBufferPointer { key in
            unsafe bytes.withUnsafeBufferPointer { data in
                unsafe g_compute_hmac_for_data(
                    G_CHECKSUM_SHA256, key.baseAddress, gsize(key.count), data.baseAddress, gsize(data.count))
            }
        }
        defer { unsafe g_free(text) }
        return unsafe text.map { unsafe String(cString: $0) } ?? ""
    }
}
