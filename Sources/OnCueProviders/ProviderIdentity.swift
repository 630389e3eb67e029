// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The name of a provider, and the names of its items in the tree.
///
/// The key is the program's well-known name on the bus, so identifiers outlive both programs.
struct ProviderIdentity: Hashable, Sendable {
    /// The host in the locations of items.
    static let host = "provided"
    /// The host in the locations of pictures.
    static let pictureHost = "provided-picture"

    let busName: String

    /// Creates an identity; `nil` if the text is not a well-known name (D-Bus specification, bus names).
    init?(busName: String) {
        let parts = busName.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isName = parts.allSatisfy { part in
            part.first.map { !(0x30...0x39).contains($0) } ?? false
                && part.allSatisfy(Self.isNameByte)
        }
        guard parts.count > 1, isName, busName.utf8.count <= 255 else { return nil }
        self.busName = busName
    }

    var root: ContentIdentifier { ContentIdentifier(kind: .provider, key: busName) }

    /// Returns the identifier of an item; `nil` if its own name is empty or too long.
    func identifier(of own: String) -> ContentIdentifier? {
        guard !own.isEmpty, own.utf8.count <= ProviderLimits.identifierBytes else { return nil }
        let key = busName + "/" + Self.encode(own)
        return key.utf8.count <= 1024 ? ContentIdentifier(kind: .provided, key: key) : nil
    }

    /// Returns the provider's own identifier of an item, empty for its root; `nil` for items of other providers.
    func own(_ identifier: ContentIdentifier) -> String? {
        if identifier == .root || identifier == root { return "" }
        guard identifier.kind == .provided, identifier.key.hasPrefix(busName + "/") else { return nil }
        return Self.decode(identifier.key.dropFirst(busName.count + 1))
    }

    /// Returns the location that an item has until it is resolved.
    func location(of own: String) -> MediaLocation? {
        MediaLocation(uri: "oncue://\(Self.host)/\(busName)/\(Self.encode(own))")
    }

    /// Returns the location of a picture that the provider supplies as bytes; `nil` if its name is empty or too long.
    func location(ofPicture name: String) -> MediaLocation? {
        guard !name.isEmpty, name.utf8.count <= ProviderLimits.identifierBytes else { return nil }
        return MediaLocation(uri: "oncue://\(Self.pictureHost)/\(busName)/\(Self.encode(name))")
    }

    /// Returns the provider, and the own name of an item or a picture, from a location.
    static func parts(
        of location: MediaLocation, host: String = Self.host
    ) -> (identity: ProviderIdentity, own: String)? {
        let parts = location.uri.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: true)
        guard parts.count == 4, parts[1] == host, let identity = ProviderIdentity(busName: String(parts[2])) else {
            return nil
        }
        return (identity, decode(parts[3]))
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// Percent-encodes every character that an identifier may not contain, including `/`.
    private static func encode(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var out: [UInt8] = []
        for byte in text.utf8 {
            if isNameByte(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "~") {
                out.append(byte)
            } else {
                out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func decode(_ text: some StringProtocol) -> String {
        String(decoding: PercentEncoding.decode(text.utf8), as: UTF8.self)
    }
}
