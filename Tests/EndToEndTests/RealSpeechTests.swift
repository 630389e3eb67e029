// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueTestSupport
import Testing

/// The real speech-dispatcher, with espeak-ng, whose sound goes nowhere.
@Suite("Speaking through the real speech-dispatcher", .timeLimit(.minutes(10)))
struct RealSpeechTests {
    private func machine(_ changes: [String: String] = [:]) async throws -> Machine {
        let machine = try await Machine(
            ["ALSA_CONFIG_PATH": "/usr/share/alsa/alsa.conf"].merging(changes) { $1 })
        try machine.directory.write(
            "config/speech-dispatcher/speechd.conf",
            """
            LogLevel 5
            LogDir "\(machine.directory.file("work"))"
            AudioOutputMethod "alsa"
            AudioALSADevice "null"
            AddModule "espeak-ng" "sd_espeak-ng" ""
            DefaultModule espeak-ng

            """.utf8)
        _ = try await machine.startDaemon()
        return machine
    }

    private static func spoken(on machine: Machine) throws -> [Substring] {
        let log = try Machine.text(of: machine.directory.file("work/speech-dispatcher.log"))
        return log.matches(of: /Queueing message \|([^|]*)\|/).map(\.output.1)
    }

    @Test("It is started for the first answer, speaks it to its end, and the next ones as well")
    func starting() async throws {
        let machine = try await machine()

        let first = try await machine.oncue("say", "--speak", "--language", "en", "volume 35 percent")
        let second = try await machine.oncue("say", "--speak", "--language", "de", "was läuft gerade")

        #expect(first.status == 0 && first.errors == "Volume 35%\n", "\(first.errors)")
        #expect(second.status == 0 && second.errors == "Es läuft nichts\n", "\(second.errors)")
        #expect(try Self.spoken(on: machine) == ["Volume 35%", "Es läuft nichts"])
        #expect(machine.processes.contains { $0.name == "speech-dispatch" }, "\(machine.processes)")
    }

    @Test("Two answers at once, of which each would start it, are both spoken")
    func together() async throws {
        let machine = try await machine()

        async let first = machine.oncue("say", "--speak", "--language", "en", "volume 35 percent")
        async let second = machine.oncue("say", "--speak", "--language", "en", "what is playing")
        let errors = try await [first.errors, second.errors]

        #expect(errors == ["Volume 35%\n", "Nothing is playing\n"])
        #expect(try Self.spoken(on: machine).sorted() == ["Nothing is playing", "Volume 35%"])
    }

    /// Expects that an answer is spoken where speech-dispatcher is started through a script.
    private func expectSpoken(through script: String) async throws {
        let folder = try TemporaryDirectory()
        let program = try folder.write("speech-dispatcher", ("#!/bin/sh\n" + script + "\n").utf8)
        #expect(chmod(program, 0o755) == 0)
        let machine = try await machine(["PATH": "\(folder.path):/usr/bin:/bin"])

        let result = try await machine.oncue("say", "--speak", "--language", "en", "volume 35 percent")

        #expect(result.status == 0 && result.errors == "Volume 35%\n", "\(result.errors)")
        #expect(try Self.spoken(on: machine) == ["Volume 35%"])
    }

    @Test("An answer is spoken although two programs that started it at the same moment were both refused")
    func refused() async throws {
        try await expectSpoken(
            through: """
                [ -e "$0.asked" ] && exec /usr/bin/speech-dispatcher "$@"
                : >"$0.asked"
                exit 1
                """)
    }

    @Test("An answer is spoken although another program, which starts it already, takes two seconds for that")
    func slowly() async throws {
        // Refuses, as the real one does while another one starts.
        try await expectSpoken(
            through: """
                (sleep 2; exec /usr/bin/speech-dispatcher --spawn) </dev/null >/dev/null 2>&1 &
                exit 1
                """)
    }
}
