// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Comparison of passwords, tokens and their hashes.
package enum SecretText {
    /// Compares a secret and the text that was sent, byte by byte, in a time that depends on the length of the secret
    /// but reveals nothing else about it.
    ///
    /// - Complexity: O(n) in the length of the secret.
    package static func isEqual(_ secret: String, _ sent: String) -> Bool {
        let (secret, sent) = (Array(secret.utf8), Array(sent.utf8))
        var difference = secret.count ^ sent.count
        for index in secret.indices { difference |= Int(secret[index] ^ (index < sent.count ? sent[index] : 0)) }
        return difference == 0
    }
}
