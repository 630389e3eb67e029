// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// What is heard of a handoff between two daemons that record their sound: how long it is silent, and how far the other
/// machine is from where this one stopped.
struct HandoffTime: Measurement {
    let name = "handoff"
    let summary = "a handoff to another daemon, by a program in place of ssh: silence, position and the whole command"

    func measure(_ bench: Bench) async throws -> [Figure] {
        let stages = [try await HandoffStage(in: bench.sandbox), try await HandoffStage(in: bench.sandbox)]
        let daemons = [try await stages[0].start(), try await stages[1].start()]
        defer { for daemon in daemons { daemon.stop() } }
        return try await HandoffStage.figures("by ssh", stages, bench) { run in
            try command(stages[run % 2], stages[1 - run % 2], bench)
        }
    }

    /// The command, with a program in place of ssh that leads to the other machine.
    private func command(
        _ from: HandoffStage, _ to: HandoffStage, _ bench: Bench
    ) throws(BenchError) -> ChildProgram {
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

/// The same between two machines that are paired, over the link on the loopback: given to the one, and taken from it.
struct LinkedHandoffTime: Measurement {
    let name = "handoff-link"
    let summary = "a handoff between two daemons that are paired: silence, position and the whole command"

    func measure(_ bench: Bench) async throws -> [Figure] {
        let owner = try await HandoffStage(in: bench.sandbox)
        try await owner.start().stop()
        let recording = bench.sandbox.newPath("recording") + ".wav"
        let pair = try await LinkedPair(owner.host, in: bench.sandbox, output: recording)
        defer { pair.stop() }
        let guest = HandoffStage(host: pair.guest, recording: recording)
        try await guest.stock(pair.guestDaemon)
        return try await HandoffStage.figures("over the link", [guest, owner], bench) { run in
            try guest.host.command("handoff", run % 2 == 0 ? "to" : "from", LinkedPair.name)
        }
    }
}

/// A machine that has a file whose sound says where in it that is, and records what it plays.
struct HandoffStage {
    private static let title = "Coded"
    /// The bytes of a recording before its sound.
    private static let headerSize = 44

    let host: Host
    let recording: String

    init(in sandbox: Sandbox) async throws {
        recording = sandbox.newPath("recording") + ".wav"
        host = try await Host(in: sandbox, output: recording)
    }

    init(host: Host, recording: String) { (self.host, self.recording) = (host, recording) }

    func start() async throws -> Daemon {
        let daemon = try await host.start()
        try await stock(daemon)
        return daemon
    }

    /// Adds the file to the library.
    func stock(_ daemon: Daemon) async throws {
        let music = host.home + "/music"
        try Files.makeFolder(music)
        try Files.write(CodedWave.file(seconds: 60), to: "\(music)/\(Self.title).wav")
        _ = try await daemon.add(music, expecting: 1)
    }

    /// Hands over to and fro between two machines.
    ///
    /// - Parameters:
    ///   - way: How, for the names of the figures.
    ///   - command: What hands over in a run: from the first one in the runs 0, 2, 4 …, to it in the others.
    static func figures(
        _ way: String, _ stages: [HandoffStage], _ bench: Bench, command: (Int) throws -> ChildProgram
    ) async throws -> [Figure] {
        var (silence, position, time) = (Samples(), Samples(), Samples())
        try stages[0].host.command("play", title).run()
        for run in 0..<bench.options.runs(20, quick: 4) {
            let (from, to) = (stages[run % 2], stages[1 - run % 2])
            try from.host.command("seek", "10").run()
            try await Task.sleep(for: .milliseconds(700))
            let watch = GrowthWatch([from.recording, to.recording])
            time.add(milliseconds: try command(run).run())
            try await Task.sleep(for: .milliseconds(500))
            let growths = watch.end()
            // A recording that begins anew has its header when the output is opened, which is before it is heard.
            let before = max(growths[1][0].size, headerSize)
            guard let last = growths[0].last, let first = growths[1].first(where: { $0.size > before }) else {
                throw BenchError("nothing was heard of a handoff")
            }
            // A buffer is recorded when its sound begins, so that this is the longest that it can be.
            silence.add(milliseconds: first.time - last.time)
            let stopped = CodedWave.milliseconds(in: try Files.bytes(from.recording).suffix(100_000))
            let begun = CodedWave.milliseconds(in: try Files.bytes(to.recording)[growths[1][0].size...])
            guard let here = stopped.compactMap(\.self).last, let there = begun.compactMap(\.self).first else {
                throw BenchError("the recordings of a handoff have other sound")
            }
            position.add(Double(abs(there - here)))
        }
        return [
            Figure("silence of a handoff \(way)", silence, "ms", aim: .atMost(500)),
            Figure("position of a handoff \(way), off by", position, "ms", aim: .atMost(100)),
            Figure("a handoff \(way), the whole command", time, "ms"),
        ]
    }
}
