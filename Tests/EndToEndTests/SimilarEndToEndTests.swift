// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("Similar tracks behind the last entry", .timeLimit(.minutes(10)))
struct SimilarEndToEndTests {
    @Test("They are in the queue while the last entry plays, follow it, and are known after kill -9")
    func followsOn() async throws {
        let machine = try await Machine()
        let daemon = try await machine.startDaemon()
        try await machine.done("library", "add", Products.media)
        try await machine.done("library", "scan")
        try await machine.done("queue", "similar", "on")
        try await machine.done("play", "Harbour Lights")

        let queue = try await filled(machine)
        let items = try #require(queue["items"]?.arrayValue)
        #expect(items[0]["title"] == "Harbour Lights")
        #expect(items[0]["similar"] == false)
        #expect(items[1]["artist"] == "Inland Ferry Orchestra")
        #expect(items.dropFirst().allSatisfy { $0["similar"] == true })
        #expect(Set(items.compactMap { $0["identifier"]?.stringValue }).count == items.count)
        try await machine.done("next")
        #expect(try await machine.json("now")["title"] == items[1]["title"])

        kill(daemon.identifier, SIGKILL)
        #expect(try await daemon.ending() == .signal(SIGKILL))
        _ = try await machine.startDaemon()
        let marks = try await machine.json("queue")["items"]?.arrayValue?.map { $0["similar"] }
        #expect(marks == items.map { $0["similar"] })
        #expect(try await machine.json("now")["similar"] == true)
        #expect(try await machine.done("queue", "similar") == "on\n")
    }

    /// The queue as soon as something follows.
    private func filled(_ machine: Machine) async throws -> JSONValue {
        var queue = JSONValue.null
        try await waitUntil("something similar follows") {
            queue = try await machine.json("queue")
            return (queue["total"]?.intValue ?? 0) > 1
        }
        return queue
    }
}
