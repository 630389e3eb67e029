// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib

/// Content hashes.
package enum Checksum {
    /// SHA-256 in lower-case hexadecimal.
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
