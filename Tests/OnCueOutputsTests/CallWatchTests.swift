// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueOutputs
import OnCueRuntime
import OnCueTestSupport
import Testing

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
