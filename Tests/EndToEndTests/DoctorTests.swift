// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import CommandLineParsing
import OnCueTestSupport
import Testing

@Suite("oncue doctor", .timeLimit(.minutes(1)))
struct DoctorEndToEndTests {
    @Test("The service keeps every point of MPRIS, playing and stopped, and is afterwards as it was before")
    func clean() async throws {
        let machine = try await Machine()
        try await machine.done("library", "add", Products.media)
        try await machine.done("play", "Albums/Night Crossing")
        try await machine.done("repeat", "all")
        func state() async throws -> [JSONValue?] {
            let now = try await machine.json("now")
            return ["status", "title", "volume", "repeat", "shuffleMode", "rate"].map { now[$0] }
        }
        let before = try await state()

        let playing = try await machine.oncue("doctor", "mpris")
        let after = try await state()
        try await machine.done("stop")
        let stopped = try await machine.oncue("doctor", "mpris")

        for told in [playing, stopped] {
            let bad = told.output.split(separator: "\n").filter { $0.hasPrefix("failed") || $0.hasPrefix("warning") }
            #expect(bad == [])
            #expect(told.status == 0)
        }
        #expect(after == before)
    }
}
