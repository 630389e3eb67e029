// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import COnCuePushShims

/// The keys with which web push messages are encrypted for one receiver (RFC 8291).
package struct PushKeys: Sendable, Equatable {
    /// The largest message, in bytes; larger ones are not sent (RFC 8030).
    package static let longest = 4096

    /// The secret number, 32 bytes.
    package let secret: [UInt8]
    /// The public point, 65 bytes, which senders need to know.
    package let publicKey: [UInt8]
    /// 16 bytes, which senders need to know, too.
    package let authentication: [UInt8]

    /// - Returns: `nil` for bytes that are not such keys.
    package init?(secret: [UInt8], authentication: [UInt8]) {
        guard secret.count == 32, authentication.count == 16 else { return nil }
        var point = [UInt8](repeating: 0, count: 65)
        guard unsafe oncue_push_public(secret, &point) == 1 else { return nil }
        (self.secret, self.authentication, publicKey) = (secret, authentication, point)
    }

    /// New keys from random numbers.
    package init(using random: inout some RandomNumberGenerator) {
        while true {
            let bytes = (0..<48).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
            // One of 2³² numbers is too large for the curve.
            guard let keys = PushKeys(secret: Array(bytes[..<32]), authentication: Array(bytes[32...])) else {
                continue
            }
            self = keys
            return
        }
    }

    /// Decrypts a message in the coding `aes128gcm` (RFC 8188).
    ///
    /// - Returns: The text; `nil` if the message was not encrypted for these keys, has been changed, or has more than one
    ///   record, which push messages never have.
    package func open(_ message: [UInt8]) -> [UInt8]? {
        // Salt, size of a record, length of the key, key, then the record with its tag and the last byte of its text.
        let header = 16 + 4 + 1 + 65
        guard message.count >= header + 17, message.count <= Self.longest, message[20] == 65 else { return nil }
        let size = message[16..<20].reduce(0) { $0 << 8 | Int($1) }
        let (salt, sender) = (Array(message[..<16]), Array(message[21..<header]))
        let record = Array(message[header...])
        guard size >= 18, record.count <= size, let shared = shared(with: sender) else { return nil }
        let info = Array("WebPush: info\0".utf8) + publicKey + sender
        let secret = Self.derive(authentication, shared, info, 32)
        let key = Self.derive(salt, secret, Array("Content-Encoding: aes128gcm\0".utf8), 16)
        let nonce = Self.derive(salt, secret, Array("Content-Encoding: nonce\0".utf8), 12)
        var text = [UInt8](repeating: 0, count: record.count - 16)
        guard unsafe oncue_push_open(key, nonce, record, record.count, &text) == 1 else { return nil }
        // Zeros fill it up, and 2 marks the last record.
        guard let end = text.lastIndex(where: { $0 != 0 }), text[end] == 2 else { return nil }
        return Array(text[..<end])
    }

    private func shared(with point: [UInt8]) -> [UInt8]? {
        var result = [UInt8](repeating: 0, count: 32)
        return unsafe oncue_push_shared(secret, point, &result) == 1 ? result : nil
    }

    private static func derive(_ salt: [UInt8], _ secret: [UInt8], _ info: [UInt8], _ count: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: count)
        unsafe oncue_push_derive(
            salt, salt.count, secret, secret.count, info, info.count, &result, result.count)
        return result
    }
}

extension PushKeys {
    /// Returns the keys, derived from 32 secret bytes, and a name for them that reveals nothing about them.
    package static func derived(from seed: [UInt8]) -> (keys: PushKeys, token: String) {
        var number: UInt8 = 0
        while true {
            func part(_ name: String, _ count: Int) -> [UInt8] {
                derive([], seed, Array("OnCue push \(name)".utf8) + [number], count)
            }
            if let keys = PushKeys(secret: part("secret", 32), authentication: part("authentication", 16)) {
                return (keys, uuid(part("token", 16)))
            }
            number &+= 1
        }
    }

    /// The text of a random UUID (RFC 4122, version 4).
    private static func uuid(_ bytes: [UInt8]) -> String {
        var bytes = bytes
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Array("0123456789abcdef")
        return bytes.enumerated().map { index, byte in
            ([4, 6, 8, 10].contains(index) ? "-" : "") + String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
        }.joined()
    }
}
