// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueRuntime
import OnCueTestSupport
import PulseAudio
import Testing

@testable import OnCueOutputs

extension SoundServerTests {
    @MediaActor
    @Suite
    struct SoundUseWatchTests {
        @Test("A program that plays what it names a call is one, as long as it plays; music is none")
        func calls() async throws {
            let server = try await PulseServer()
            let watch = SoundUseWatch(SoundServerWatch(server: server.address))
            watch.start()
            let directory = try TemporaryDirectory()
            try ToneFile.tone(400, seconds: 30).write(to: directory.file("tone.wav"))

            let music = try play("music", directory, server)
            try await waitUntil("music plays") { try await !server.streamNumbers().isEmpty }
            #expect(!watch.isInCall)
            try await waitUntil("paplay is heard") { watch.program == "paplay" }
            let call = try play("phone", directory, server)
            try await waitUntil("there is a call") { watch.isInCall }
            try await call.end()
            try await waitUntil("the call is over") { !watch.isInCall }
            try await music.end()
            try await waitUntil("nothing is heard") { watch.program == nil }
            watch.stop()
        }

        @Test("What is heard is over with the sound server, and heard of again when that is back")
        func restart() async throws {
            let server = try await PulseServer()
            let watch = SoundUseWatch(SoundServerWatch(server: server.address))
            watch.start()
            let directory = try TemporaryDirectory()
            try ToneFile.tone(400, seconds: 30).write(to: directory.file("tone.wav"))
            let before = try play("phone", directory, server)
            try await waitUntil("there is a call") { watch.isInCall }

            server.kill()
            try await waitUntil("there is nothing") { !watch.isInCall && watch.program == nil }
            try await server.startAgain()
            let after = try play("phone", directory, server)

            try await waitUntil("there is a call again") { watch.isInCall }
            watch.stop()
            for player in [before, after] { try await player.end() }
        }

        @Test(
            "What has a role of people who talk is a call, unless it is held; without a server there is none",
            arguments: [
                ("phone", false, true), ("Communication", false, true), ("phone", true, false), ("music", false, false),
                ("", false, false),
            ])
        func roles(role: String, isHeld: Bool, isCall: Bool) {
            var stream = PulseStream(index: 1, sink: 1, process: nil, isCorked: isHeld, isMuted: false, volume: 1)
            stream.role = role
            var state = PulseState()
            state.streams = [stream]

            #expect(SoundUseWatch.isCall(state) == isCall)
            #expect(!SoundUseWatch.isCall(nil))
        }

        @Test(
            "Another program is listened to while it can be heard; signals and what the server passes on are not",
            arguments: [
                ("music", 7, false, false, "Player"), ("", 7, false, false, "Player"), ("event", 7, false, false, nil),
                ("DSP", 7, false, false, nil), ("phone", 7, false, false, nil), ("music", 7, true, false, nil),
                ("music", 7, false, true, nil), ("music", nil, false, false, nil), ("music", 1, false, false, nil),
            ] as [(String, Int32?, Bool, Bool, String?)])
        func programs(role: String, process: Int32?, isHeld: Bool, isMuted: Bool, program: String?) {
            var stream = PulseStream(
                index: 1, sink: 1, process: process, isCorked: isHeld, isMuted: isMuted, volume: 1)
            (stream.role, stream.program) = (role, "Player")
            var state = PulseState()
            state.streams = [stream]

            #expect(SoundUseWatch.program(in: state, otherThan: 1) == program)
        }

        private func play(
            _ role: String, _ directory: TemporaryDirectory, _ server: PulseServer
        ) throws -> ChildProcess {
            try ChildProcess(
                "paplay", ["-s", server.address, "--property=media.role=" + role, directory.file("tone.wav")],
                environment: ["LC_ALL": "C"])
        }
    }
}
