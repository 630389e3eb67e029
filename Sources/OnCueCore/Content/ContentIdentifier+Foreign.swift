// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Identifiers of things in other programs that are not content.
extension ContentIdentifier {
    /// Creates the identifier of something that a program calls `own`.
    ///
    /// - Parameter isItem: Whether it is an item of the program's index, and not one of its activities; both may have
    ///   the same name.
    package init(foreign own: String, in program: String, isItem: Bool = false) {
        let key = own.utf8.reduce(into: "") { key, byte in
            if Self.isPlain(byte) {
                key.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                key += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        self.init(kind: .foreign, key: program + (isItem ? "//" : "/") + key)
    }

    /// The program, its name for the thing, and whether that is an item of its index; `nil` for other identifiers.
    package var foreign: (program: String, own: String, isItem: Bool)? {
        guard kind == .foreign, let slash = key.firstIndex(of: "/") else { return nil }
        let rest = key[key.index(after: slash)...]
        let isItem = rest.hasPrefix("/")
        let own = PercentEncoding.decode(rest.dropFirst(isItem ? 1 : 0).utf8)
        return (String(key[..<slash]), String(decoding: own, as: UTF8.self), isItem)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch UnicodeScalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
        default: false
        }
    }
}
