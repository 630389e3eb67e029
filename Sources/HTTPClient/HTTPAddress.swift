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

    /// The host of an address in lower case, without brackets and the dot at its end; `nil` when it has none that a
    /// name or a number could be.
    package static func host(of address: String) -> String? {
        // Without the flag for encoded text, an address with %FF or %00 after the host is rejected.
        let flags = GUriFlags(
            rawValue: G_URI_FLAGS_PARSE_RELAXED.rawValue | G_URI_FLAGS_HAS_PASSWORD.rawValue
                | G_URI_FLAGS_ENCODED.rawValue)
        guard let uri = unsafe g_uri_parse(address, flags, nil) else { return nil }
        defer { unsafe g_uri_unref(uri) }
        guard let text = unsafe g_uri_get_host(uri) else { return nil }
        var host = unsafe String(cString: text).lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        return host.isEmpty || !host.utf8.allSatisfy(isOfHost(host.contains(":"))) ? nil : host
    }

    /// Returns whether a byte is valid in a name or, with the additional ones for IPv6, in a number. Other characters
    /// would be written and read differently by different programs.
    private static func isOfHost(_ isNumber: Bool) -> (UInt8) -> Bool {
        let others = isNumber ? "-._:%" : "-._"
        return { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || others.utf8.contains(byte)
        }
    }

    /// Returns the part between the scheme and the path, unchanged: for every program, the same text is the same host.
    package static func authority(of address: String) -> Substring {
        address.split(separator: "/", maxSplits: 2).dropFirst().first ?? ""
    }

    /// The address that a host is, as opposed to a name.
    static func numeric(_ host: String) -> NetworkAddress? {
        guard let address = unsafe g_inet_address_new_from_string(host) else { return nil }
        defer { unsafe g_object_unref(address) }
        return unsafe NetworkAddress(reading: address)
    }
}

extension NetworkAddress {
    @unsafe
    init(reading address: UnsafeMutablePointer<GInetAddress>) {
        let count = unsafe g_inet_address_get_native_size(address)
        self.init(
            bytes: unsafe g_inet_address_to_bytes(address).map {
                unsafe Array(UnsafeBufferPointer(start: $0, count: Int(count)))
            } ?? [])
    }
}
