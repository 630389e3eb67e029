// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("Kill -9 at any moment")
struct KillLoopTests {
    private static let seeds: [UInt64] = TestEffort.factor > 1 ? [4, 5, 6] : [4]

    @Test(
        "What was answered comes back: queue, current entry, position, volume and modes, while a scan runs",
        arguments: seeds)
    @MediaActor
    func nothingIsLost(seed: UInt64) async throws {
        let rounds = min(160, 10 * TestEffort.factor)
        let machine = try await Machine()
        for name in KillLoop.files { try machine.writeMusic(name + ".wav") }
        try machine.directory.makeDirectory("work/more")
        try await machine.done("library", "add", "music")
        try await machine.done("library", "add", "more")
        try await machine.done("quit")
        try await machine.waitUntilQuiet()

        let loop = try await KillLoop(machine, seed: seed)
        for number in 0..<rounds { try await loop.round(number) }

        #expect(loop.edits > rounds, "the client had time to edit")
        _ = try await machine.startDaemon()
        try await machine.done("library", "scan")
        #expect(try await machine.json("library")["tracks"]?.intValue == KillLoop.files.count + rounds * 10)
    }
}
