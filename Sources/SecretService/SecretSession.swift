// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import COnCueSecretShims

/// A session with a Secret Service, in which secrets are sent over the bus.
struct SecretSession: Sendable {
    /// The algorithms by their names in the specification.
    static let encrypted = "dh-ietf1024-sha256-aes128-cbc-pkcs7"
    static let plain = "plain"
    private static let blockLength = 16

    let path: String
    /// The key of both sides; `nil` if secrets are sent unencrypted.
    let key: [UInt8]?

    /// Returns a secret in the form of the interface: session, parameters, value, type.
    func seal(_ secret: String) -> BusValue {
        let bytes = Array(secret.utf8)
        guard let key else { return structure([], bytes) }
        var generator = SystemRandomNumberGenerator()
        let vector = (0..<Self.blockLength).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
        let padding = Self.blockLength - bytes.count % Self.blockLength
        let text = bytes + [UInt8](repeating: UInt8(padding), count: padding)
        var result = [UInt8](repeating: 0, count: text.count)
        unsafe oncue_secret_encrypt(key, vector, text, text.count, &result)
        return structure(vector, result)
    }

    private func structure(_ parameters: [UInt8], _ value: [UInt8]) -> BusValue {
        .structure([.objectPath(path), .bytes(parameters), .bytes(value), .string("text/plain; charset=utf8")])
    }

    /// Reads a secret; `nil` for anything that was not sent in this session, or is not text.
    func open(_ value: BusValue?) -> String? {
        guard let members = value?.arrayValue, members.count == 4, members[0].stringValue == path,
            let parameters = members[1].bytesValue, let sealed = members[2].bytesValue
        else { return nil }
        guard let key else { return String(validating: sealed, as: UTF8.self) }
        guard parameters.count == Self.blockLength, !sealed.isEmpty, sealed.count % Self.blockLength == 0 else {
            return nil
        }
        var text = [UInt8](repeating: 0, count: sealed.count)
        unsafe oncue_secret_decrypt(key, parameters, sealed, sealed.count, &text)
        guard let padding = text.last.map(Int.init), 1...Self.blockLength ~= padding,
            text.suffix(padding).allSatisfy({ $0 == padding })
        else { return nil }
        return String(validating: text.dropLast(padding), as: UTF8.self)
    }
}

/// The numbers of this side of a key agreement.
struct SecretNumbers: Sendable {
    private let secret: [UInt8]
    /// The number that the other side needs.
    let open: [UInt8]

    init(using random: inout some RandomNumberGenerator) {
        secret = (0..<Int(ONCUE_SECRET_NUMBER)).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
        var open = [UInt8](repeating: 0, count: Int(ONCUE_SECRET_NUMBER))
        unsafe oncue_secret_public(secret, &open)
        self.open = open
    }

    /// Returns the common key of both sides; `nil` if the other side's number is invalid.
    func key(with other: [UInt8]) -> [UInt8]? {
        guard other.count <= Int(ONCUE_SECRET_NUMBER) else { return nil }
        var key = [UInt8](repeating: 0, count: 16)
        return unsafe oncue_secret_key(secret, other, other.count, &key) == 1 ? key : nil
    }
}
