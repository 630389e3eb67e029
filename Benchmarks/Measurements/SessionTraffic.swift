// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// What the daemon tells on the session bus while somebody listens to an album for a minute and does this and that.
struct SessionTraffic: Measurement {
    let name = "traffic"
    let summary = "what is told on the bus in a scripted minute"

    private typealias Step = (second: Double, action: @Sendable (OnCueConnection) async throws -> Void)

    private static let script: [Step] = [
        (8, { try await $0.perform(.pause) }),
        (12, { try await $0.perform(.resume) }),
        (16, { try await $0.perform(.seek(to: .seconds(2))) }),
        (22, { try await $0.perform(.next) }),
        (28, { try await sweep($0) }),
        (34, { try await $0.perform(.setRepeatMode(.all)) }),
        (38, { try await $0.perform(.previous) }),
        (44, { try await $0.perform(.setShuffleMode(.tracks)) }),
        (48, { try await $0.perform(.setShuffleMode(.off)) }),
        (52, { try await $0.perform(.next) }),
        (57, { try await $0.perform(.stop) }),
    ]
    private static let length = 60.0

    func measure(_ bench: Bench) async throws -> [Figure] {
        guard let music = bench.music("flac"), let album = Self.folder(of: music) else {
            return [.absent("bus traffic", "no FLAC file in Media/")]
        }
        let host = try await Host(in: bench.sandbox)
        defer { host.remove() }
        let daemon = try await host.start()
        defer { daemon.stop() }
        let output = host.home + "/recording"
        let recorder = try await Self.record(host, daemon.client, to: output)
        defer { bench.sandbox.processes.end(recorder) }
        try await Self.listen(to: album, daemon.client, quick: bench.options.runs(1, quick: 0) == 0)
        // What dbus-monitor writes comes a moment after what it hears.
        try await Task.sleep(for: .seconds(1))
        return Self.figures(WireRecording(try Files.bytes(output)).messages)
    }

    private static func folder(of file: MediaLocation) -> String? {
        file.uri.lastIndex(of: "/").map { String(file.uri[..<$0]) }
    }

    /// Starts dbus-monitor and waits until it records.
    private static func record(_ host: Host, _ client: OnCueConnection, to output: String) async throws -> Int32 {
        guard let program = Files.program("dbus-monitor") else {
            throw BenchError("there is no dbus-monitor; install the package dbus-bin")
        }
        let process = try host.program(
            [program, "--address", host.bus.address, "--binary"], output: .file(output)
        ).start()
        let deadline = ContinuousClock.now + .seconds(10)
        while (try? Files.bytes(output))?.isEmpty ?? true {
            guard ContinuousClock.now < deadline else { throw BenchError("dbus-monitor records nothing") }
            // Something to hear.
            _ = try await client.nowPlaying()
            try await Task.sleep(for: .milliseconds(10))
        }
        return process
    }

    private static func listen(to album: String, _ client: OnCueConnection, quick: Bool) async throws {
        let pace = quick ? 0.1 : 1
        let begin = ContinuousClock.now
        _ = try await client.play(album, PlayOptions())
        for step in script {
            try await Task.sleep(until: begin + .seconds(step.second * pace), clock: .continuous)
            try await step.action(client)
        }
        try await Task.sleep(until: begin + .seconds(length * pace), clock: .continuous)
    }

    /// As somebody who turns a wheel.
    private static func sweep(_ client: OnCueConnection) async throws {
        for step in 1...10 {
            try await client.perform(.setVolume(1 - Double(step) / 20))
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// The signals of players and of OnCue, by interface; the bus itself is not counted.
    private static func figures(_ messages: [WireRecording.Message]) -> [Figure] {
        let signals = messages.filter {
            $0.kind == 4 && ($0.interface.hasPrefix("org.oncue.") || $0.interface.hasPrefix("org.mpris."))
        }
        let interfaces = Set(signals.map(\.interface)).sorted()
        let rows = interfaces.flatMap { interface in
            figures("signals of \(interface)", signals.filter { $0.interface == interface })
        }
        return rows + figures("all signals", signals)
    }

    private static func figures(_ name: String, _ messages: [WireRecording.Message]) -> [Figure] {
        var (count, size) = (Samples(), Samples())
        count.add(Double(messages.count))
        size.add(Double(messages.reduce(0) { $0 + $1.size }) / 1000)
        return [
            Figure("a minute of listening: \(name)", count, "messages"),
            Figure("a minute of listening: \(name), size", size, "kB"),
        ]
    }
}
