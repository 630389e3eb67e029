// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueTestSupport
import Testing
import WebPush

@Suite("What other programs encrypt is decrypted")
struct SenderTests {
    private static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

    @Test(
        "pywebpush, which Scripts/setup test installs",
        arguments: ["x", "{\"suggest\":\"Café — 日本\"}", String(repeating: "é ", count: 1000)])
    func pywebpush(text: String) async throws {
        var random = SystemRandomNumberGenerator()
        let keys = PushKeys(using: &random)
        let sender = try await ChildProcess.run(
            Self.root + "/.build/python/bin/python3",
            [
                Self.root + "/Tests/Programs/encrypt-push.py", Base64URL.text(keys.publicKey),
                Base64URL.text(keys.authentication), text,
            ])
        let message = try #require(Base64URL.bytes(String(sender.output.filter { !$0.isNewline })), "\(sender.errors)")

        #expect(keys.open(message) == Array(text.utf8))
    }
}
