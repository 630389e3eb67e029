// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
package import SubsonicProtocol

/// A server as it is stored on this machine. Its login is kept separately.
package struct SubsonicServer: Sendable, Equatable {
    /// The server's part of the bus name: letters, digits and `_`.
    package var key: String
    /// The title of its branch.
    package var name: String
    package var address: SubsonicAddress
    package var user: String
    /// Whether listening is reported to the server.
    package var tellsPlays = true

    package init(key: String, name: String, address: SubsonicAddress, user: String, tellsPlays: Bool = true) {
        (self.key, self.name, self.address, self.user) = (key, name, address, user)
        self.tellsPlays = tellsPlays
    }

    /// The name of its provider on the bus.
    package var busName: String { "org.oncue.Subsonic." + key }

    /// Makes a key from a name, different from all the others: `my_music`.
    package static func key(for name: String, besides others: some Collection<String>) -> String {
        let characters = name.lowercased().utf8.map { byte -> Character in
            let isPlain =
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            return isPlain ? Character(UnicodeScalar(byte)) : "_"
        }
        var key = String(characters.prefix(40))
        while key.hasPrefix("_") { key.removeFirst() }
        while key.hasSuffix("_") { key.removeLast() }
        // A part of a bus name must not begin with a digit.
        if key.first.map({ !$0.isLetter }) ?? true { key = "server" + (key.isEmpty ? "" : "_" + key) }
        guard others.contains(key) else { return key }
        return (2...).lazy.map { "\(key)_\($0)" }.first { !others.contains($0) } ?? key
    }

    // MARK: JSON

    init?(_ json: JSONValue) {
        guard let key = json["key"]?.stringValue, let name = json["name"]?.stringValue, !name.isEmpty,
            Self.isKey(key), let text = json["address"]?.stringValue, let address = try? SubsonicAddress(text)
        else { return nil }
        self.init(
            key: key, name: name, address: address, user: json["user"]?.stringValue ?? "",
            tellsPlays: json["plays"]?.boolValue ?? true)
    }

    private static func isKey(_ text: String) -> Bool {
        text.first?.isLetter == true && text.utf8.count <= 50
            && text.utf8.allSatisfy {
                $0 == UInt8(ascii: "_") || Character(UnicodeScalar($0)).isLetter && $0 < 0x7F || 0x30...0x39 ~= $0
            }
    }

    package var json: JSONValue {
        [
            "key": .string(key), "name": .string(name), "address": .string(address.text), "user": .string(user),
            "plays": .bool(tellsPlays),
        ]
    }
}
