// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The address of a server, without a slash at its end: `https://music.example.org/navidrome`.
package struct SubsonicAddress: Sendable, Equatable {
    /// The maximum size of an address, in bytes.
    package static let longest = 1000

    package let text: String

    /// Reads the address that a user enters: without a scheme it is `https`; `/rest` and slashes at the end are left
    /// out.
    ///
    /// - Throws: `invalidAddress` for anything but the address of a web server, and for one that contains a user name,
    ///   a password, a query or a fragment.
    package init(_ given: String) throws(SubsonicError) {
        var text = given.contains("://") ? given : "https://" + given
        let scheme = text.prefix { $0 != ":" }.lowercased()
        func fault(_ reason: String) -> SubsonicError {
            SubsonicError(.invalidAddress, "\"\(HiddenPassword.hidden(in: given).prefix(200))\" \(reason)")
        }
        guard ["http", "https"].contains(scheme), text.dropFirst(scheme.count).hasPrefix("://"),
            text.utf8.count <= Self.longest,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) })
        else {
            throw fault("is not the address of a server; expected one such as https://music.example.org")
        }
        guard !text.contains("?"), !text.contains("#") else {
            throw fault("has a query; give the address of the server only")
        }
        text = scheme + text[text.index(text.startIndex, offsetBy: scheme.count)...]
        while text.hasSuffix("/") { text.removeLast() }
        if text.hasSuffix("/rest") { text.removeLast(5) }
        while text.hasSuffix("/") { text.removeLast() }
        let authority = text.split(separator: "/", maxSplits: 2).dropFirst().first ?? ""
        guard !authority.contains("@") else {
            throw fault("has a name in it; give the name with --user, and the password when you are asked")
        }
        guard let first = authority.first, first != ":" else {
            throw fault("has no host; expected an address such as https://music.example.org")
        }
        self.text = text
    }

    /// Whether requests are sent encrypted, so that they cannot be read in transit.
    package var isEncrypted: Bool { text.hasPrefix("https:") }

    /// The host with its port.
    package var authority: String {
        String(text.split(separator: "/", maxSplits: 2).dropFirst().first ?? "")
    }
}
