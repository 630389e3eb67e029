// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@Suite("Secrets that are compared")
struct SecretTextTests {
    @Test("A secret is equal to itself only: not to the beginning of itself, to more, or to one with another letter")
    func equality() {
        let secret = "4f0c9a"
        #expect(SecretText.isEqual(secret, secret) && SecretText.isEqual("", ""))
        for other in ["", "4f0c9", "4f0c9a0", "4f0c9A", "\0", "4f0c9a\0"] {
            #expect(!SecretText.isEqual(secret, other) && !SecretText.isEqual(other, secret), "\(other)")
        }
        for index in secret.indices {
            for letter in "0123456789abcdef" where letter != secret[index] {
                var other = secret
                other.replaceSubrange(index...index, with: [letter])
                #expect(!SecretText.isEqual(secret, other), "\(other)")
            }
        }
    }

    @Test("Of thousands of made-up secrets none is equal to another one")
    func made() {
        var random = SplitMix64(seed: 28)
        var secrets: [String] = []
        for _ in 0..<200 {
            secrets.append((0..<64).map { _ in String(Int.random(in: 0..<16, using: &random), radix: 16) }.joined())
        }
        for secret in secrets {
            #expect(secrets.filter { SecretText.isEqual(secret, $0) } == [secret])
        }
    }
}
