// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The stable identity of a content item; it survives rescans and restarts, which a position does not.
///
/// The text form is `kind:key`, for example `album:7q2mbk4d9x1c`.
package struct ContentIdentifier: Hashable, Sendable {
    package let kind: ContentKind
    /// Unique within the kind; letters, digits and `-` only, never empty except for the root.
    ///
    /// Providers name their items themselves: their keys are longer, and may also contain `.`, `_`, `~`, `%` and `/`.
    package let key: String

    package init(kind: ContentKind, key: String) {
        self.kind = kind
        self.key = key
    }

    /// Parses the text form; `nil` if the kind is unknown or the key has other characters.
    package init?(_ text: String) {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        guard let kind = ContentKind(rawValue: String(text[..<colon])) else { return nil }
        let key = String(text[text.index(after: colon)...])
        let isForeign = [.provider, .provided, .foreign].contains(kind)
        guard key.isEmpty == (kind == .root), key.utf8.count <= (isForeign ? 1024 : 64) else { return nil }
        guard key.utf8.allSatisfy({ Self.isKeyByte($0) || (isForeign && Self.isForeignKeyByte($0)) }) else {
            return nil
        }
        self.init(kind: kind, key: key)
    }

    /// The top of the tree.
    package static let root = ContentIdentifier(kind: .root, key: "")
    /// The list of items that were left before their ends, the latest first.
    package static let continueListening = ContentIdentifier(kind: .list, key: "continue-listening")

    private static func isKeyByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func isForeignKeyByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "%"), UInt8(ascii: "/"): true
        default: false
        }
    }
}

extension ContentIdentifier: CustomStringConvertible {
    package var description: String { kind.rawValue + ":" + key }
}
