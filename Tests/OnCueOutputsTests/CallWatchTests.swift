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
    struct CallWatchTests {
        @Test("A program that plays what it names a call is one, as long as it plays; music is none")
        func calls() async throws {
            let server = try await PulseServer()
            let watch = CallWatch(SoundServerWatch(server: server.address))
            watch.start()
            let directory = try TemporaryDirectory()
            try ToneFile.tone(400, seconds: 30).write(to: directory.file("tone.wav"))

            let music = try play("music", directory, server)
            try await wait("music plays") { try await !server.streamNumbers().isEmpty }
            #expect(!watch.isInCall)
            let call = try play("phone", directory, server)
            try await wait("there is a call") { watch.isInCall }
            try await call.end()
            try await wait("the call is over") { !watch.isInCall }
            try await music.end()
            watch.stop()
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

            #expect(CallWatch.isCall(state) == isCall)
            #expect(!CallWatch.isCall(nil))
        }

        private func play(
            _ role: String, _ directory: TemporaryDirectory, _ server: PulseServer
        ) throws -> ChildProcess {
            try ChildProcess(
                "paplay", ["-s", server.address, "--property=media.role=" + role, directory.file("tone.wav")],
                environment: ["LC_ALL": "C"])
        }

        private func wait(_ what: String, _ condition: () async throws -> Bool) async throws {
            let deadline = ContinuousClock.now + .seconds(10)
            while try await !condition() {
                guard ContinuousClock.now < deadline else { throw SupportError("not so: \(what)") }
                try await MediaActor.sleep(for: .milliseconds(10))
            }
        }
    }
}
