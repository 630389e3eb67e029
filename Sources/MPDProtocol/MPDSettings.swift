// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The addresses and passwords for clients, from `mpd.conf` in the configuration folder.
///
///     listen = 127.0.0.1:6600
///     password = secret@read,add,control,admin
///     default = read
package struct MPDSettings: Sendable, Equatable {
    /// The default port of the protocol.
    package static let port = 6_600
    package static let largest = 64 << 10

    package struct Password: Sendable, Equatable {
        package var word: String
        package var permissions: Permissions
    }

    package struct Address: Sendable, Equatable {
        package var host: String
        package var port: Int

        /// Parses `HOST`, `HOST:PORT` or `[HOST]:PORT`; `nil` for any other text.
        package init?(_ text: String) {
            var (host, port) = (text[...], Substring("\(MPDSettings.port)"))
            if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
                host = text[text.index(after: text.startIndex)..<end]
                let rest = text[text.index(after: end)...]
                guard rest.isEmpty || rest.first == ":" else { return nil }
                if !rest.isEmpty { port = rest.dropFirst() }
            } else if text.filter({ $0 == ":" }).count == 1, let colon = text.firstIndex(of: ":") {
                (host, port) = (text[..<colon], text[text.index(after: colon)...])
            }
            guard !host.isEmpty, let number = Int(port), (1...65_535).contains(number) else { return nil }
            (self.host, self.port) = (String(host), number)
        }

        /// Whether only this machine can connect to it. A name may belong to any address.
        package var isLoopback: Bool {
            let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
            return host == "localhost" || host == "::1" || parts.count == 4 && parts[0] == 127 && !parts.contains(nil)
        }

        /// The address in the form that is parsed.
        package var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
    }

    package var addresses: [Address] = []
    package var passwords: [Password] = []
    /// The permissions of clients of the network without a password; `nil` if none were set.
    package var usual: Permissions?

    package init() {}

    /// A line that cannot be parsed.
    package struct Mistake: Error, Equatable {
        package var line: Int
        package var message: String
    }

    package init(_ text: String) throws(Mistake) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = Self.trimmed(line)
            if line.isEmpty || line.hasPrefix("#") { continue }
            guard let sign = line.firstIndex(of: "=") else {
                throw Mistake(line: index + 1, message: "expected NAME = VALUE")
            }
            let (name, value) = (Self.trimmed(line[..<sign]), Self.trimmed(line[line.index(after: sign)...]))
            switch name {
            case "listen":
                guard let address = Address(value) else {
                    throw Mistake(line: index + 1, message: "\"\(value)\" is not an address; expected HOST:PORT")
                }
                addresses.append(address)
            case "password":
                let at = value.lastIndex(of: "@")
                guard let permissions = at.map({ Permissions(value[value.index(after: $0)...]) }) ?? .all else {
                    throw Mistake(line: index + 1, message: "expected PASSWORD@read,add,control,admin")
                }
                let word = at.map { String(value[..<$0]) } ?? value
                guard !word.isEmpty else { throw Mistake(line: index + 1, message: "the password is empty") }
                passwords.append(Password(word: word, permissions: permissions))
            case "default":
                guard let permissions = Permissions(value) else {
                    throw Mistake(line: index + 1, message: "expected read, add, control, admin or none")
                }
                usual = permissions
            default:
                throw Mistake(
                    line: index + 1, message: "\"\(name)\" is not a setting; expected listen, password or default")
            }
        }
    }

    /// The reason why listening with these settings is not safe, or `nil` if it is.
    package var fault: String? {
        for address in addresses where !address.isLoopback && !isGuarded { return Self.openFault(address.text) }
        return nil
    }

    /// Whether the settings define the permissions of clients: with passwords, or for clients without one.
    package var isGuarded: Bool { !passwords.isEmpty || usual != nil }

    /// Returns the message that an address is open to the network, with neither a password nor default permissions.
    package static func openFault(_ address: String) -> String {
        "\(address) can be reached from the network; set a password, or with default = what anybody may do"
    }

    /// The permissions of a client of the network before it sends a password.
    package var permissions: Permissions { usual ?? (passwords.isEmpty ? .all : []) }

    /// Returns the permissions of a client that has sent a password; `nil` if it is wrong.
    package func permissions(for word: String) -> Permissions? {
        var found: Permissions?
        for password in passwords where SecretText.isEqual(password.word, word) { found = password.permissions }
        return found
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        var text = text[...]
        while let first = text.first, first == " " || first == "\t" || first == "\r" { text = text.dropFirst() }
        while let last = text.last, last == " " || last == "\t" || last == "\r" { text = text.dropLast() }
        return String(text)
    }
}
