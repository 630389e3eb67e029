// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// How soon a station is heard, and an hour on a slow line at its fortieth minute; beside mpv, where it is installed.
struct WebTime: Measurement {
    let name = "web"
    let summary = "a station starts, and an hour of MP3 on a line of 400 kB/s resumes at 40:00"

    private static let byteRate = 400_000
    private static let stationAim = Figure.Aim.atMost(500)
    private static let resumeAim = Figure.Aim.atMost(2_000)
    private static let python = "/usr/bin/python3"
    private static let place: Duration = .seconds(2_400)
    /// What mpv plays of the place before it ends.
    private static let played: Duration = .milliseconds(200)

    func measure(_ bench: Bench) async throws -> [Figure] {
        let hour = bench.sandbox.newPath("hour") + ".mp3"
        guard Files.isProgram(Self.python), Files.isProgram("/usr/bin/ffmpeg") else {
            return [.absent("station to first sound", "python3 or ffmpeg is not installed")]
        }
        let words = ["/usr/bin/ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=440:d=3600:r=44100"]
        _ = try ChildProgram(words + ["-c:a", "libmp3lame", "-b:a", "64k", hour], in: bench.sandbox).run()
        let port = try LocalSocket.freePort()
        let server = ChildProgram(
            [
                Self.python, bench.options.root + "/Tests/Programs/paced-server.py", String(port), hour,
                String(Self.byteRate),
            ], in: bench.sandbox)
        let process = try server.start()
        defer { bench.sandbox.processes.end(process) }
        try await waitForServer(port)
        let daemon = try await bench.stockedHost().start()
        defer { daemon.stop() }
        let address = "http://127.0.0.1:\(port)"
        var (stations, resumes) = (Samples(), Samples())
        for _ in 0..<bench.options.runs(11, quick: 3) {
            stations.add(milliseconds: try await start(daemon, address + "/station/16000/26000"))
            resumes.add(milliseconds: try await resume(daemon, address + "/file"))
        }
        return [
            Figure("station to first sound, 16 kB at first", stations, "ms", aim: Self.stationAim),
            Figure("resume at 40:00 of an hour, 400 kB/s", resumes, "ms", aim: Self.resumeAim),
        ] + (try mpv(bench, address))
    }

    private func waitForServer(_ port: UInt16) async throws {
        let deadline = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < deadline {
            if let socket = try? LocalSocket.connect(toPort: port) {
                close(socket)
                return
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw BenchError("the web server does not start")
    }

    /// From the call until the sound moves.
    private func start(_ daemon: Daemon, _ address: String) async throws -> Duration {
        try await daemon.client.perform(.stop)
        let begin = ContinuousClock.now
        _ = try await daemon.client.play(address, PlayOptions(isFromBeginning: true))
        return try await begin.duration(untilHeardAt: .zero, daemon)
    }

    /// From the jump until the sound moves behind the place.
    private func resume(_ daemon: Daemon, _ address: String) async throws -> Duration {
        _ = try await start(daemon, address)
        let begin = ContinuousClock.now
        try await daemon.client.perform(.seek(to: Self.place))
        return try await begin.duration(untilHeardAt: Self.place, daemon)
    }

    /// mpv from its start at the same places; `nil` rows where it is missing.
    private func mpv(_ bench: Bench, _ address: String) throws -> [Figure] {
        let path = "/usr/bin/mpv"
        guard Files.isProgram(path) else { return [.absent("resume at 40:00, mpv", "mpv is not installed")] }
        let common = [path, "--no-config", "--no-video", "--ao=null", "--really-quiet", "--length=0.2"]
        let runs = bench.options.runs(2, quick: 1)
        var (stations, resumes) = (Samples(), Samples())
        for _ in 0..<runs {
            let station = try ChildProgram(common + [address + "/station/16000/26000"], in: bench.sandbox).run()
            stations.add(milliseconds: station - Self.played)
            let resume = try ChildProgram(common + ["--start=40:00", address + "/file"], in: bench.sandbox).run()
            resumes.add(milliseconds: resume - Self.played)
        }
        return [
            Figure("station to first sound, mpv with its start", stations, "ms"),
            Figure("resume at 40:00 of an hour, mpv with its start", resumes, "ms"),
        ]
    }
}

extension ContinuousClock.Instant {
    /// Waits until a little of what is at a place was heard, and leaves that out: what is told at once after a call says
    /// where it will be, and only a position that moves says that something is heard.
    fileprivate func duration(untilHeardAt place: Duration, _ daemon: Daemon) async throws -> Duration {
        let heard: Duration = .milliseconds(300)
        while duration(to: .now) < .seconds(60) {
            let now = try await daemon.client.nowPlaying()
            let position = now.entry?.position ?? .zero
            if !now.isLoading, position >= place + heard, position < place + .seconds(30) {
                return duration(to: .now) - (position - place)
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw BenchError("nothing is heard within a minute")
    }
}
