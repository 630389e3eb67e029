// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The objects of MediaServer2 and the items of the content tree that they represent.
///
/// The last part of a path is the identifier of the item: its kind, `_`, and its key with `_` and two hexadecimal
/// digits for each byte that a path cannot have.
package enum MediaObjectPath {
    /// Rygel replaces the dots of the name by slashes for the path of the root.
    package static let busName = "org.gnome.UPnP.MediaServer2.OnCue"
    package static let root = "/org/gnome/UPnP/MediaServer2/OnCue"

    /// Returns the path of the object for an item.
    package static func path(of identifier: ContentIdentifier) -> String {
        node(of: identifier).map { root + "/" + $0 } ?? root
    }

    /// Returns the last part of the path of the object for an item; `nil` for the root.
    package static func node(of identifier: ContentIdentifier) -> String? {
        guard identifier != .root else { return nil }
        var text = identifier.kind.rawValue + "_"
        for byte in identifier.key.utf8 {
            if isPlain(byte) {
                text.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                text += (byte < 16 ? "_0" : "_") + String(byte, radix: 16)
            }
        }
        return text
    }

    /// Returns the identifier of the item that an object represents; `nil` if the object cannot represent one.
    package static func identifier(at node: String?) -> ContentIdentifier? {
        guard let node else { return .root }
        guard let end = node.firstIndex(of: "_") else { return nil }
        var key: [UInt8] = []
        var rest = node[node.index(after: end)...].utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "_") else {
                key.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, let text = String(digits), let value = UInt8(text, radix: 16) else { return nil }
            key.append(value)
            rest = rest.dropFirst(2)
        }
        let identifier = ContentIdentifier(node[..<end] + ":" + String(decoding: key, as: UTF8.self))
        // An item has one path only.
        return identifier.flatMap { self.node(of: $0) == node ? $0 : nil }
    }

    // MARK: Covers

    private static let coverMark = "cover_"

    /// Returns the path of the object for the cover of an item.
    package static func coverPath(of identifier: ContentIdentifier) -> String {
        root + "/" + coverMark + (node(of: identifier) ?? "")
    }

    /// Returns the identifier of the item whose cover an object represents; `nil` if it represents something else.
    package static func cover(at node: String?) -> ContentIdentifier? {
        guard let node, node.hasPrefix(coverMark) else { return nil }
        return identifier(at: String(node.dropFirst(coverMark.count)))
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
