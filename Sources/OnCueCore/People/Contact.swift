// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A person in an address book. Texts have no control characters and at most ``textLimit`` bytes.
package struct Contact: Sendable, Hashable {
    package static let textLimit = 256
    /// The maximum number of addresses of one kind.
    package static let addressLimit = 8

    /// The identifier of the card (UID); empty if it has none.
    package var identifier: String
    package var name: String
    /// Other names: nicknames, and the given name if the name has more than one word.
    package var otherNames: [String]
    /// Mail addresses, the preferred one first.
    package var mails: [String]
    /// Telephone numbers: digits, with a leading `+` if they have one, the preferred one first.
    package var telephones: [String]
    /// Messenger addresses as URIs, such as `xmpp:ada@example.org`.
    package var messengers: [String]
    /// The given name; empty if it is unknown, like ``familyName``.
    package var givenName: String
    package var familyName: String
    /// Postal addresses, the preferred one first.
    package var addresses: [PostalAddress]

    package init(
        _ name: String, otherNames: [String] = [], mails: [String] = [], telephones: [String] = [],
        messengers: [String] = [], givenName: String = "", familyName: String = "", addresses: [PostalAddress] = [],
        identifier: String = ""
    ) {
        self.identifier = identifier
        self.name = name
        self.otherNames = otherNames
        self.mails = mails
        self.telephones = telephones
        self.messengers = messengers
        self.givenName = givenName
        self.familyName = familyName
        self.addresses = addresses
    }

    /// Returns whether a text is the name or one of the other names; case does not matter.
    package func isCalled(_ text: String) -> Bool {
        let text = text.lowercased()
        return name.lowercased() == text || otherNames.contains { $0.lowercased() == text }
    }
}
