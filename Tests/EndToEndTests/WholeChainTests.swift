// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueTestSupport
import Testing

@Suite("From the terminal to the ear", .steadyMachine)
struct WholeChainTests {
    @Test("A folder of music becomes sound at the sound server, and pause is silence")
    func folderBecomesSound() async throws {
        let server = try await PulseServer()
        let machine = try await Machine(["PULSE_SERVER": server.address])
        try machine.directory.makeDirectory("work/music")
        try ToneFile.tone(440, seconds: 10, rate: 16_000, channels: 1).write(
            to: machine.directory.file("work/music/a.wav"))
        _ = try await machine.startDaemon("--output", "auto")
        let recorder = try await server.record()

        let result = try await machine.oncue("play", "music")
        try await machine.waitUntilPlayed(from: 0.5)
        try await machine.done("pause")
        let paused = recorder.seconds
        try await recorder.wait(until: paused + 1)
        let sound = try await recorder.finish()

        #expect(result.status == 0)
        #expect(!result.errors.contains("silent"))
        #expect(try await machine.json("now")["output"]?["silent"] == false)
        let heard = sound.sound()
        #expect(heard.seconds > 0.7)
        #expect(abs(heard.part(0.2, 0.6).frequency - 440) < 2)
        #expect(sound.part(paused + 0.6, sound.seconds).peak < 0.001)
    }
}
