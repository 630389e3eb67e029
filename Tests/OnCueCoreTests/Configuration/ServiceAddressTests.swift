// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@Suite("The address of a service for voice")
struct ServiceAddressTests {
    @Test("is a host and a port", arguments: ["tcp://127.0.0.1:10300", "tcp://hal.local:1", "tcp://[::1]:65535"])
    func valid(text: String) {
        #expect(ServiceAddress(text)?.description == text)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "none", "tcp:", "tcp://", "tcp://:1", "tcp://a", "tcp://a:", "tcp://a:0", "tcp://a:65536", "tcp://a:+1",
            "tcp://a b:1", "tcp://::1:1", "http://a:1", "tcp://a:1/x", "tcp://ä:1",
        ])
    func invalid(text: String) {
        #expect(ServiceAddress(text) == nil)
    }
}
