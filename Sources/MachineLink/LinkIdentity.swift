// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib
internal import COnCueLinkShims
internal import GLib
package import PairedMachines

/// The key of this machine, and the certificate by which other machines recognise it.
@safe
package final class LinkIdentity {
    /// The identifier of the certificate.
    package let identifier: MachineIdentifier
    let certificate: UnsafeMutablePointer<GTlsCertificate>

    /// Makes a key and a certificate (X.509), both as PEM; `nil` if that fails.
    ///
    /// - Parameters:
    ///   - name: The name in the certificate, which is not used to recognise a machine.
    ///   - now: The current time in seconds since 1970.
    package static func make(name: String, now: Int64) -> [UInt8]? {
        guard let text = unsafe oncue_link_make_identity(name, now) else { return nil }
        defer { unsafe g_free(text) }
        return unsafe Array(String(cString: text).utf8)
    }

    /// Reads the output of ``make(name:now:)``; `nil` for anything else.
    package init?(pem: [UInt8]) {
        guard let made = unsafe g_tls_certificate_new_from_pem(String(decoding: pem, as: UTF8.self), -1, nil) else {
            return nil
        }
        guard let identifier = unsafe Self.identifier(of: made) else {
            unsafe g_object_unref(made)
            return nil
        }
        (self.identifier, unsafe certificate) = unsafe (identifier, made)
    }

    deinit { unsafe g_object_unref(certificate) }

    @unsafe
    static func identifier(of certificate: UnsafeMutablePointer<GTlsCertificate>) -> MachineIdentifier? {
        guard let bytes = unsafe oncue_link_certificate(certificate) else { return nil }
        defer { unsafe g_byte_array_unref(bytes) }
        let buffer = unsafe UnsafeBufferPointer(start: bytes.pointee.data, count: Int(bytes.pointee.len))
        return unsafe MachineIdentifier(Checksum.sha256(Array(buffer)))
    }
}

extension PairingHash {
    /// The hash functions of GLib.
    package static let glib = PairingHash(
        sha256: { Hexadecimal.bytes(Checksum.sha256($0)) ?? [] },
        hmac: { Hexadecimal.bytes(Checksum.hmacSHA256($0, key: $1)) ?? [] })
}
