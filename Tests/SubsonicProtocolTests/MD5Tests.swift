// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import SubsonicProtocol
import Testing

@Suite("MD5, of which tokens are made")
struct MD5Tests {
    @Test(
        "The digests are those of RFC 1321",
        arguments: [
            ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
            ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
            ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
            (
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"
            ),
            (
                "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
                "57edf4a22be3c955ac49da2e2107b67a"
            ),
        ])
    func digests(_ text: String, _ digest: String) {
        #expect(MD5.digest(text.utf8) == digest)
    }

    @Test("A token is what the documentation of Subsonic shows")
    func token() {
        let credential = SubsonicCredential.token(user: "joe", password: "sesame", salt: "c19b2d")

        #expect(credential == .token(user: "joe", token: "26719a1196d2a940705a59634eb18eab", salt: "c19b2d"))
        #expect(SubsonicCredential(kept: credential.kept) == credential)
    }
}
