// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CSoup

extension HTTPError {
    /// Converts an error from GLib and frees it.
    @unsafe
    init(adopting error: UnsafeMutablePointer<GError>?, address: String) {
        guard let error = unsafe error else {
            self.init(.malformed, "cannot read \(address): unknown error")
            return
        }
        defer { unsafe g_error_free(error) }
        let words = unsafe String(cString: error.pointee.message)
        let code = unsafe Self.code(error.pointee.domain, error.pointee.code)
        switch code {
        case .timedOut: self.init(code, "\(address) did not answer in time; check the address, or try again later")
        case .cutOff: self.init(code, "\(address) closed the connection before everything was sent; try again later")
        case .cancelled: self.init(code, "reading \(address) was cancelled")
        default: self.init(code, "cannot read \(address): \(words)")
        }
    }

    /// A server whose certificate is refused.
    static func notTrusted(_ address: String, _ flaws: GTlsCertificateFlags) -> HTTPError {
        let known: [(GTlsCertificateFlags, String)] = [
            (
                G_TLS_CERTIFICATE_UNKNOWN_CA,
                "it is self-signed, or signed by an authority that this machine does not trust"
            ),
            (G_TLS_CERTIFICATE_BAD_IDENTITY, "it belongs to another host"),
            (G_TLS_CERTIFICATE_EXPIRED, "it has expired"),
            (G_TLS_CERTIFICATE_NOT_ACTIVATED, "it is not valid yet"),
            (G_TLS_CERTIFICATE_REVOKED, "it has been revoked"),
            (G_TLS_CERTIFICATE_INSECURE, "its encryption is too weak"),
        ]
        let reasons = known.filter { flaws.rawValue & $0.0.rawValue != 0 }.map(\.1)
        let host = HTTPAddress.host(of: address).map { String($0) } ?? address
        return HTTPError(
            .notTrusted,
            "the certificate of \(host) is not trusted: "
                + (reasons.isEmpty ? "it cannot be checked" : reasons.joined(separator: ", "))
                + "; if it is your own server, add its certificate to those that this machine trusts")
    }

    private static func code(_ domain: GQuark, _ code: Int32) -> Code {
        if domain == g_resolver_error_quark() { return .unreachable }
        if domain == g_tls_error_quark() { return .notTrusted }
        guard domain == g_io_error_quark() else { return .malformed }
        return switch GIOErrorEnum(UInt32(bitPattern: code)) {
        case G_IO_ERROR_TIMED_OUT: .timedOut
        case G_IO_ERROR_CANCELLED: .cancelled
        case G_IO_ERROR_PARTIAL_INPUT, G_IO_ERROR_CONNECTION_CLOSED: .cutOff
        case G_IO_ERROR_INVALID_DATA: .malformed
        default: .unreachable
        }
    }
}
