// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import HTTPClient
import OnCueRuntime
import OnCueTestSupport
import Testing

/// What the servers of the tests promise each other.
@Suite("Web servers of the tests", .timeLimit(.minutes(5)))
@MediaActor
struct WebServerTests {
    @Test("A server that ends while it still sends does not answer the callers of the next")
    func endedWhileSending() async throws {
        for _ in 0..<5 {
            var old: StreamServer? = try StreamServer(
                header: "HTTP/1.0 200 OK\r\nContent-Type: text/plain", chunks: [[1], [2]], pause: .milliseconds(50))
            let asked = Task { [address = old?.uri ?? ""] in
                try? await HTTPClient(userAgent: "OnCue/test", timeout: .seconds(5)).get(HTTPRequest(address))
            }
            // Not before it has answered the first byte.
            try await Task.sleep(for: .milliseconds(20))
            old = nil
            let new = try HTTPServer { _ in .text("new") }
            _ = await asked.value
            for _ in 0..<3 {
                let answer = try await HTTPClient(userAgent: "OnCue/test", timeout: .seconds(5))
                    .get(HTTPRequest(new.address))
                #expect(answer.body == Array("new".utf8))
            }
        }
    }
}
