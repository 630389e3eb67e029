// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

@Suite("oncue listen, with the real recogniser and the real daemon", .timeLimit(.minutes(4)))
struct ListenTests {
    private static let fake = Products.source + "/Tests/Programs/fake_voice.py"

    /// A machine with a daemon, and a file in which a sentence is spoken.
    private func machine(
        saying sentence: String, _ changes: [String: String] = [:]
    ) async throws -> (machine: Machine, file: String) {
        let machine = try await Machine(changes)
        _ = try await machine.startDaemon()
        let file = machine.directory.file("said.wav")
        _ = try await ChildProcess.run("espeak-ng", ["-v", "en-us", "-s", "160", "-w", file, "--", sentence])
        return (machine, file)
    }

    @Test("What is said in a file is done, with the answer of oncue say")
    func done() async throws {
        let (machine, file) = try await machine(saying: "volume forty percent")

        let heard = try await machine.oncue("listen", "--file", file)
        let now = try await machine.json("volume")

        #expect(heard.status == 0 && heard.errors == "Heard \"volume forty percent\"\nVolume 40%\n", "\(heard.errors)")
        #expect(now["volume"]?.doubleValue.map { ($0 * 100).rounded() == 40 || $0 == 40 } == true, "\(now)")
    }

    @Test("Of a foreign sentence nothing is done")
    func foreign() async throws {
        let (machine, file) = try await machine(saying: "my brother lives in the country")

        let heard = try await machine.oncue("listen", "--file", file, "--json")

        #expect(heard.status == 3)
        #expect(heard.output.contains(#""verdict":"none""#), "\(heard.output)")
    }

    @Test("What a microphone hears is done; while it is recorded, no sound of OnCue is", .steadyMachine)
    func recorded() async throws {
        let server = try await PulseServer()
        let (machine, file) = try await machine(saying: "volume forty percent", ["PULSE_SERVER": server.address])

        let listening = try machine.startOncue([Array("listen".utf8)])
        _ = try await listening.errors.waitForLine { $0.contains("Listening") }
        _ = try await ChildProcess.run("paplay", [file], environment: machine.environment)
        let heard = try await listening.result()

        #expect(heard.status == 0 && heard.errors.contains("Volume 40%"), "\(heard.errors)")
    }

    @Test("Without a microphone the failure says so, and nothing stays silent")
    func noMicrophone() async throws {
        let (machine, _) = try await machine(saying: "pause")

        let heard = try await machine.oncue("listen")

        #expect(heard.status == 1 && heard.errors.contains("nothing was recorded"), "\(heard.errors)")
    }

    @Test("With a Wyoming service any sentence is heard, and is taken as what is said")
    func service() async throws {
        let (machine, file) = try await machine(saying: "whatever")
        let fake = try ChildProcess(Self.fake, ["wyoming", "Volume: 30 percent, please"])
        let port = try await fake.output.waitForLine { $0.hasPrefix("port ") }.dropFirst(5)
        try await machine.done("config", "set", "voice.recogniser", "tcp://127.0.0.1:\(port)")

        let heard = try await machine.oncue("listen", "--file", file, "--language", "en")

        #expect(heard.status == 0 && heard.errors.contains("Volume 30%"), "\(heard.errors)")
        _ = try await fake.output.waitForLine { $0 == #"transcribe {"language": "en"}"# }
        _ = try await fake.output.waitForLine { $0.hasPrefix("sound ") && $0 != "sound 0" }
    }

    @Test(
        "A service that fails, says nonsense or goes away is named, and nothing is done",
        arguments: [
            ("error", "no model"), ("garbage", "cannot be understood"), ("close", "closed the connection"),
        ])
    func trouble(kind: String, reason: String) async throws {
        let (machine, file) = try await machine(saying: "whatever")
        let fake = try ChildProcess(Self.fake, ["wyoming", "stop", kind])
        let port = try await fake.output.waitForLine { $0.hasPrefix("port ") }.dropFirst(5)
        try await machine.done("config", "set", "voice.recogniser", "tcp://127.0.0.1:\(port)")

        let heard = try await machine.oncue("listen", "--file", file)

        #expect(
            heard.status == 1 && heard.errors.contains(reason) && heard.errors.contains(":\(port)"), "\(heard.errors)")
    }

    @Test(
        "A service made with the reference implementation of Wyoming understands the sound, and is understood",
        arguments: ["", "streaming"])
    func reference(way: String) async throws {
        let (machine, file) = try await machine(saying: "whatever")
        let service = try ChildProcess(
            Products.source + "/.build/python/bin/python3",
            [Products.source + "/Tests/Programs/wyoming-service.py", "Volume: 30 percent, please", way])
        let port = try await service.output.waitForLine { $0.hasPrefix("port ") }.dropFirst(5)
        try await machine.done("config", "set", "voice.recogniser", "tcp://127.0.0.1:\(port)")

        let heard = try await machine.oncue("listen", "--file", file, "--language", "en")

        let told = try await service.output.waitForLine { $0.hasPrefix("en 16000 2 1 ") && $0.hasSuffix(" True") }
        #expect(heard.status == 0 && heard.errors.contains("Volume 30%"), "\(heard.errors)")
        #expect(told.split(separator: " ")[4] != "0", "\(told)")
    }

    @Test("No service at the address is named with it")
    func noService() async throws {
        let (machine, file) = try await machine(saying: "whatever")
        try await machine.done("config", "set", "voice.recogniser", "tcp://127.0.0.1:1")

        let heard = try await machine.oncue("listen", "--file", file)

        #expect(heard.status == 1 && heard.errors.contains("tcp://127.0.0.1:1 does not answer"), "\(heard.errors)")
    }

    @Test(
        "An answer is spoken through speech-dispatcher; one that vanishes is no failure of the task",
        arguments: ["", "vanish"])
    func spoken(trouble: String) async throws {
        let machine = try await Machine()
        _ = try await machine.startDaemon()
        let socket = machine.directory.file("run/speech-dispatcher/speechd.sock")
        let fake = try ChildProcess(Self.fake, ["speech", socket] + (trouble.isEmpty ? [] : [trouble]))
        _ = try await fake.output.waitForLine { $0 == "ready" }

        let said = try await machine.oncue("say", "--speak", "volume 35 percent")

        _ = try await fake.output.waitForLine { $0 == "text Volume 35%" }
        #expect(said.status == 0 && said.errors.hasPrefix("Volume 35%\n"), "\(said.errors)")
        #expect(said.errors.contains("not spoken: speech-dispatcher has gone away") == !trouble.isEmpty)
    }
}
