// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// One daemon that is used at random for minutes: what it does is compared with a model, and what it takes with what it
/// took before.
enum SoakRun {
    /// What the daemon has at rest, with nothing playing and the output given back.
    struct Sample {
        let steps: Int
        let minutes: Double
        let written: Double
        let resident: Double
        let files: Int
        let threads: Int
        let wakeUps: Double
    }

    private static let tracks = 1_000
    private static let mostSamples = 12
    /// An output is given back so long after a stop, and caches are written.
    private static let settling: Duration = .seconds(8)

    /// - Returns: What was seen, and whether all was as it must be.
    static func report(_ bench: Bench, minutes: Int, seed: UInt64) async throws -> SoakReport {
        Output.say("soak: \(minutes) min, seed \(seed)")
        let corpus = try bench.corpus(of: tracks)
        guard let server = try await SoundServer.start(in: bench.sandbox) else {
            throw BenchError("pulseaudio and parec are not installed")
        }
        defer { server.stop() }
        let host = try await Host(in: bench.sandbox, output: "auto", ["PULSE_SERVER": server.address])
        let daemon = try await host.start()
        defer { daemon.stop() }
        _ = try await daemon.add(corpus.folder, expecting: corpus.count)
        var person = SoakPerson(daemon, at: host, corpus, seed: seed)
        try await person.begin()

        let samples = max(3, min(mostSamples, minutes * 2))
        let begin = ContinuousClock.now
        let part = Duration.seconds(minutes * 60) / samples
        var (taken, steps): ([Sample], Int) = ([], 0)
        for number in 1...samples {
            while ContinuousClock.now < begin + part * number - settling {
                do {
                    try await person.step()
                } catch {
                    return SoakReport(seed, taken, person.deeds, failure: "\(error)")
                }
                steps += 1
            }
            try await person.rest()
            taken.append(try await sample(daemon, steps, since: begin))
            Output.say(SoakReport.line(taken[taken.count - 1]))
        }
        return SoakReport(seed, taken, person.deeds, failure: nil)
    }

    private static func sample(
        _ daemon: Daemon, _ steps: Int, since begin: ContinuousClock.Instant
    ) async throws -> Sample {
        try await Task.sleep(for: settling - .seconds(2))
        let use = try await UseOverTime.watch([daemon.process], for: .seconds(2))
        let memory = try ProcessMemory(daemon.process)
        return Sample(
            steps: steps, minutes: begin.duration(to: .now) / .seconds(60), written: memory.written,
            resident: memory.resident, files: Files.names(in: "/proc/\(daemon.process)/fd").count,
            threads: Files.names(in: "/proc/\(daemon.process)/task").count, wakeUps: use[0].wakeUpsPerSecond)
    }
}
