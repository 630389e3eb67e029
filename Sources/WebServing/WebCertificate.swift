// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCueWebShims
internal import CSoup

/// The key of this machine for browsers with its certificate, and the authority that signs it.
///
/// A browser that was given the authority once trusts every certificate of it, also when the addresses have changed.
@safe
package final class WebCertificate {
    private let certificate: UnsafeMutablePointer<GTlsCertificate>

    /// The validity of a certificate, in seconds: browsers refuse more than 398 days.
    package static let lifetime: Int64 = 86_400 * 397

    /// Makes the key of an authority with its certificate, both as PEM; `nil` if that fails.
    ///
    /// - Parameter now: Seconds since 1970.
    package static func makeAuthority(name: String, now: Int64) -> [UInt8]? {
        guard let text = unsafe oncue_web_make_authority(name, now) else { return nil }
        defer { unsafe g_free(text) }
        return unsafe Array(String(cString: text).utf8)
    }

    /// Makes a key with a certificate signed by an authority, both as PEM, followed by the authority's; `nil` if that
    /// fails.
    ///
    /// - Parameters:
    ///   - hosts: Names and addresses of this machine.
    ///   - now: Seconds since 1970.
    package static func make(authority: [UInt8], hosts: [String], now: Int64) -> [UInt8]? {
        let list = hosts.joined(separator: "\n")
        guard
            let text = unsafe oncue_web_make_certificate(
                String(decoding: authority, as: UTF8.self), list, now, now + lifetime)
        else { return nil }
        defer { unsafe g_free(text) }
        return unsafe Array(String(cString: text).utf8)
    }

    /// Reads the result of ``make(authority:hosts:now:)``; `nil` for anything else.
    package init?(pem: [UInt8]) {
        guard let made = unsafe g_tls_certificate_new_from_pem(String(decoding: pem, as: UTF8.self), -1, nil) else {
            return nil
        }
        unsafe certificate = unsafe made
    }

    deinit { unsafe g_object_unref(certificate) }

    /// TLS over a connection, as the server.
    ///
    /// - Returns: A reference that the caller owns; `nil` if GLib has no TLS.
    @unsafe
    func stream(over stream: UnsafeMutablePointer<GIOStream>) -> UnsafeMutablePointer<GIOStream>? {
        guard let made = unsafe g_tls_server_connection_new(stream, certificate, nil) else { return nil }
        let connection = unsafe UnsafeMutableRawPointer(made).assumingMemoryBound(to: GTlsConnection.self)
        // Browsers end a connection without the closing message of TLS.
        unsafe g_tls_connection_set_require_close_notify(connection, 0)
        return unsafe made
    }
}
