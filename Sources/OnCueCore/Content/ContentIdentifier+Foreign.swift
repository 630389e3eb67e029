// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Identifiers of what is in other programs and is no content.
extension ContentIdentifier {
    /// Creates the identifier of something that a program calls `own`.
    package init(foreign own: String, in program: String) {
        let key = own.utf8.reduce(into: "") { key, byte in
            if Self.isPlain(byte) {
                key.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                key += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        self.init(kind: .foreign, key: program + "/" + key)
    }

    /// The program, and what it calls the item; `nil` for other identifiers.
    package var foreign: (program: String, own: String)? {
        guard kind == .foreign, let slash = key.firstIndex(of: "/") else { return nil }
        let own = PercentEncoding.decode(key[key.index(after: slash)...].utf8)
        return (String(key[..<slash]), String(decoding: own, as: UTF8.self))
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch UnicodeScalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
        default: false
        }
    }
}
