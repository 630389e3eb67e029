// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The cookie with the token of a device.
package enum DeviceCookie {
    /// The time for which a browser keeps it, in seconds: a year.
    package static let age = 31_536_000

    /// Returns the name; a browser accepts one with the prefix only over TLS, for the whole host, and from no other
    /// host.
    package static func name(isEncrypted: Bool) -> String { isEncrypted ? "__Host-oncue" : "oncue" }

    /// Returns the value of `Set-Cookie`.
    package static func field(_ token: String, isEncrypted: Bool, age: Int = age) -> String {
        "\(name(isEncrypted: isEncrypted))=\(token); Path=/; Max-Age=\(age); HttpOnly; SameSite=Strict"
            + (isEncrypted ? "; Secure" : "")
    }

    /// The token in a `Cookie` field; `nil` without one, and for two that differ.
    package static func token(in field: String?, isEncrypted: Bool) -> String? {
        guard let field, field.utf8.count <= 8_192 else { return nil }
        let wanted = name(isEncrypted: isEncrypted)
        var found: String?
        for part in field.split(separator: ";") {
            let sides = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            guard sides.count == 2, sides[0] == wanted else { continue }
            let token = String(sides[1])
            guard token.utf8.count == 2 * WebSecret.tokenLength, found == nil || found == token,
                token.utf8.allSatisfy({ byte in
                    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
                })
            else { return nil }
            found = token
        }
        return found
    }
}
