// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import SubsonicProtocol

@Suite("Addresses of Subsonic servers")
struct AddressTests {
    @Test(
        "They are kept without what does not belong to the server, and read again as they are",
        arguments: [
            ("music.example.org", "https://music.example.org"), ("HTTP://nas:4533/", "http://nas:4533"),
            ("https://example.org/navidrome/rest/", "https://example.org/navidrome"),
        ])
    func kept(given: String, text: String) throws {
        let address = try SubsonicAddress(given)
        #expect(address.text == text)
        #expect(try SubsonicAddress(address.text) == address)
    }

    @Test(
        "Anything else is refused",
        arguments: ["http:/-tp://", "ftp://nas", "https://", "https://:80", "https://ann@nas", "https://nas/?a", "a b"])
    func refused(given: String) {
        #expect(throws: SubsonicError.self) { try SubsonicAddress(given) }
    }
}
