// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueSession

/// An address book with one person in it.
package struct FakeContacts: ContactReading {
    package init() {}

    package func contacts() async -> [Contact] {
        [
            Contact(
                "Grace", mails: ["grace@example.org"], givenName: "Grace", familyName: "Hopper",
                addresses: [PostalAddress(street: "Am Kai 3", postalCode: "24103", city: "Kiel")])
        ]
    }
}
