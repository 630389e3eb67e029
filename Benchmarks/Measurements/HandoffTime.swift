// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// What is heard of a handoff between two daemons that record their sound: how long it is silent, and how far the other
/// machine is from where this one stopped.
struct HandoffTime: Measurement {
    let name = "handoff"
    let summary = "a handoff to another daemon, by a program in place of ssh: silence, position and the whole command"

    private static let title = "Coded"

    /// One of the two machines.
    private struct Place {
        let host: Host
        let daemon: Daemon
        let recording: String
    }

    func measure(_ bench: Bench) async throws -> [Figure] {
        let places = [try await place(bench), try await place(bench)]
        defer { for place in places { place.daemon.stop() } }
        var (silence, position, time) = (Samples(), Samples(), Samples())
        try places[0].host.command("play", Self.title).run()
        for run in 0..<bench.options.runs(20, quick: 4) {
            let (from, to) = (places[run % 2], places[1 - run % 2])
            try from.host.command("seek", "10").run()
            try await Task.sleep(for: .milliseconds(700))
            let watch = GrowthWatch([from.recording, to.recording])
            time.add(milliseconds: try command(from, to, bench).run())
            try await Task.sleep(for: .milliseconds(500))
            let growths = watch.end()
            guard let last = growths[0].last, growths[1].count > 1 else {
                throw BenchError("nothing was heard of a handoff")
            }
            // A buffer is recorded when its sound begins, so that this is the longest that it can be.
            silence.add(milliseconds: growths[1][1].time - last.time)
            let stopped = CodedWave.milliseconds(in: try Files.bytes(from.recording).suffix(100_000))
            let begun = CodedWave.milliseconds(in: try Files.bytes(to.recording)[growths[1][0].size...])
            guard let here = stopped.compactMap(\.self).last, let there = begun.compactMap(\.self).first else {
                throw BenchError("the recordings of a handoff have other sound")
            }
            position.add(Double(abs(there - here)))
        }
        return [
            Figure("silence of a handoff", silence, "ms", aim: .atMost(500)),
            Figure("position of a handoff, off by", position, "ms", aim: .atMost(100)),
            Figure("oncue handoff to, the whole process", time, "ms"),
        ]
    }

    private func place(_ bench: Bench) async throws -> Place {
        let recording = bench.sandbox.newPath("recording") + ".wav"
        let host = try await Host(in: bench.sandbox, output: recording)
        let music = host.home + "/music"
        try Files.makeFolder(music)
        try Files.write(CodedWave.file(seconds: 60), to: "\(music)/\(Self.title).wav")
        let daemon = try await host.start()
        _ = try await daemon.add(music, expecting: 1)
        return Place(host: host, daemon: daemon, recording: recording)
    }

    /// The command, with a program in place of ssh that leads to the other machine.
    private func command(_ from: Place, _ to: Place, _ bench: Bench) throws(BenchError) -> ChildProgram {
        let folder = bench.sandbox.newPath("ssh")
        try Files.makeFolder(folder)
        let variables = to.host.variables.map { "\($0)='\($1)'" }.sorted().joined(separator: " ")
        let program = try Files.programBeside("oncue")
        let script = "#!/bin/sh\nexec env -i PATH=/usr/bin:/bin \(variables) '\(program)' handoff serve\n"
        try Files.write(Array(script.utf8), to: folder + "/ssh")
        chmod(folder + "/ssh", 0o700)
        return from.host.program([program, "handoff", "to", "other"], ["PATH": folder + ":/usr/bin:/bin"])
    }
}
