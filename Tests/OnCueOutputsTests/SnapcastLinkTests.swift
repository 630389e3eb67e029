// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import SnapcastControl
import Testing

@testable import OnCueOutputs

@MediaActor
@Suite("A Snapcast server that is slow, hostile or away", .serialized)
struct SnapcastLinkTests {
    private nonisolated static let status = #"""
        {"id":1,"result":{"server":{"groups":[{"id":"g","stream_id":"s","clients":[{"id":"c","connected":true}]}],
        "streams":[{"id":"s","uri":{"scheme":"tcp","host":"127.0.0.1:4953","query":{}}}]}}}
        """#.filter { $0 != "\n" }

    private func link(to port: UInt16) throws -> SnapcastLink {
        SnapcastLink(try #require(ServiceAddress(host: "127.0.0.1", port: Int(port))))
    }

    /// How long a refresh takes, and what is known afterwards.
    private func refresh(_ link: SnapcastLink) async -> Duration {
        await ContinuousClock().measure { await link.refresh() }
    }

    @Test("is found when somebody asks, and not connected to before")
    func found() async throws {
        let server = try LineServer { _ in Array((Self.status + "\r\n").utf8) }
        let link = try link(to: server.port)
        #expect(server.callers == 0)

        // It has three seconds to answer.
        try await waitUntil("it has answered") {
            await link.refresh()
            return link.status != nil
        }

        #expect(link.status?.client("c")?.isConnected == true)
        await link.refresh()
        #expect(server.callers == 1)
        link.close()
    }

    @Test("keeps nobody waiting where there is none")
    func absent() async throws {
        let link = try link(to: 1)

        #expect(await refresh(link) < .seconds(20))

        #expect(link.status == nil)
        link.close()
    }

    @Test("keeps nobody waiting for long if it never answers")
    func silent() async throws {
        let server = try LineServer { _ in [] }
        let link = try link(to: server.port)

        #expect(await refresh(link) < .seconds(20))

        #expect(link.status == nil)
        link.close()
    }

    /// What no Snapcast server sends.
    private nonisolated static let nonsense = [
        "an endless line": String(repeating: "x", count: 3 << 20), "a web server": "HTTP/1.1 400 Bad Request\r\n\r\n",
        "no status": "{\"id\":1,\"result\":{}}\n", "a refusal": "{\"id\":1,\"error\":{\"message\":\"no\"}}\n",
    ]

    @Test("is left if it sends what no server does", arguments: nonsense.keys.sorted())
    func hostile(kind: String) async throws {
        let bytes = Array((Self.nonsense[kind] ?? "").utf8)
        let server = try LineServer(greeting: kind == "an endless line" ? bytes : []) { _ in bytes }
        let link = try link(to: server.port)

        let time = await refresh(link)

        #expect(time < .seconds(20), "\(time)")
        #expect(link.status == nil)
        link.close()
    }

    @Test("may flood: what it tells is read, and the rest of the service goes on")
    func flood() async throws {
        let line = #"{"method":"Client.OnVolumeChanged","params":{"id":"c","volume":{"percent":7}}}"# + "\n"
        let flood = Array(String(repeating: line, count: 5_000).utf8)
        let server = try LineServer { _ in Array((Self.status + "\n").utf8) + flood }
        let link = try link(to: server.port)

        await link.refresh()
        try await waitUntil("the last of it is known") { link.status?.client("c")?.percent == 7 }

        link.close()
    }

    @Test("is searched for only while it is wanted, with growing pauses")
    func wanted() async throws {
        let server = try LineServer { _ in nil }
        let link = try link(to: server.port)
        await link.refresh()
        let before = server.callers

        link.want(true)
        try await waitUntil("it was looked for again") { server.callers > before + 1 }
        link.want(false)
        let after = server.callers
        try await MediaActor.sleep(for: .seconds(1))

        #expect(server.callers <= after + 1)
        link.close()
    }

    @Test("answers what it is asked for, or says why not")
    func calls() async throws {
        let server = try LineServer { text in
            text.contains("GetStatus")
                ? Array((Self.status + "\n").utf8)
                : Array("{\"id\":2,\"error\":{\"message\":\"Client not found\"}}\n".utf8)
        }
        let link = try link(to: server.port)
        await link.refresh()

        let error = await #expect(throws: SnapcastLink.Refusal.self) {
            try await link.perform(.setVolume(client: "c", percent: 1, isMuted: false))
        }

        #expect(error?.reason == "Client not found")
        link.close()
        await #expect(throws: SnapcastLink.Refusal.self) { try await link.perform(.status) }
    }
}
