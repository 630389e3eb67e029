// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CSoup

/// Addresses of the web as text.
package enum HTTPAddress {
    /// The absolute address that a reference in a document means; `nil` when it means none.
    package static func resolve(_ reference: String, against base: String) -> String? {
        let flags = GUriFlags(
            rawValue: G_URI_FLAGS_PARSE_RELAXED.rawValue | G_URI_FLAGS_ENCODED.rawValue
                | G_URI_FLAGS_SCHEME_NORMALIZE.rawValue)
        guard let address = unsafe g_uri_resolve_relative(base, reference, flags, nil) else { return nil }
        defer { unsafe g_free(address) }
        return unsafe String(cString: address)
    }
}
