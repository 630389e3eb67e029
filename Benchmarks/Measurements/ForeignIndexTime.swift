// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueCore
internal import OnCueRuntime

/// What the index of a program costs: putting items in, finding them, and the memory of the daemon.
struct ForeignIndexTime: Measurement {
    let name = "foreign-index"
    let summary = "10,000 items of another program are put into the index and searched"

    private static let count = 10_000
    private static let batch = 1000
    private static let aim = Figure.Aim.atMost(50)

    func measure(_ bench: Bench) async throws -> [Figure] {
        let (adding, growth) = (try await fill(bench, bench.options.runs(3, quick: 1)))
        let host = try await Self.host(bench)
        defer { host.remove() }
        let daemon = try await host.start()
        defer { daemon.stop() }
        try await Program(on: host.bus.address).put(Self.count, in: Self.batch)
        try await daemon.waitForQuiet()
        let client = try WireClient(socket: host.bus.path)
        var times = Samples()
        var random = SplitMix64(seed: 5)
        let words = CorpusNames.searchWords
        while times.values.count < bench.options.runs(300, quick: 60) {
            let word = words[Int.random(in: 0..<words.count, using: &random)]
            for length in 1...word.count {
                let begin = ContinuousClock.now
                try client.call(
                    WireCall(
                        "Search", of: "org.oncue.SearchIndex1", at: ServiceNames.objectPath, on: ServiceNames.busName,
                        [.string(String(word.prefix(length))), .number(10)]))
                times.add(milliseconds: begin.duration(to: .now))
            }
        }
        return [
            Figure("putting 10,000 items of a program into the index", adding, "ms"),
            Figure("search among 10,000 items of a program", times, "ms"),
            Figure(
                "search among 10,000 items of a program, 95th percentile", times, "ms", quantile: 0.95, aim: Self.aim),
            Figure("memory written by the daemon for 10,000 items", growth, "MB"),
        ]
    }

    private func fill(_ bench: Bench, _ runs: Int) async throws -> (adding: Samples, growth: Samples) {
        var (adding, growth) = (Samples(), Samples())
        for _ in 0..<runs {
            let host = try await Self.host(bench)
            defer { host.remove() }
            let daemon = try await host.start()
            defer { daemon.stop() }
            try await daemon.waitForQuiet()
            let before = try ProcessMemory(daemon.process).written
            let program = try await Program(on: host.bus.address)
            let begin = ContinuousClock.now
            try await program.put(Self.count, in: Self.batch)
            adding.add(milliseconds: begin.duration(to: .now))
            try await Task.sleep(for: .seconds(1))
            growth.add(try ProcessMemory(daemon.process).written - before)
        }
        return (adding, growth)
    }

    private static func host(_ bench: Bench) async throws -> Host {
        let host = try await Host(in: bench.sandbox)
        for folder in ["/data", "/data/oncue", "/data/oncue/activities"] { try Files.makeFolder(host.home + folder) }
        try Files.write(
            Array("[Activity Program]\nName=Bench\nBusName=\(Program.name)\nTypes=\(Program.name).thing\n".utf8),
            to: host.home + "/data/oncue/activities/bench.activities")
        return host
    }

    /// The program whose items they are.
    @MediaActor
    private final class Program {
        static nonisolated let name = "org.example.Bench"
        private let bus: MessageBus

        init(on address: String) async throws {
            bus = try await MessageBus.connect(to: address)
            _ = try await bus.requestName(Self.name)
        }

        func put(_ count: Int, in batch: Int) async throws {
            for start in stride(from: 0, to: count, by: batch) {
                let items = (start..<start + batch).map { number -> BusValue in
                    let names = CorpusNames(number)
                    return .dictionary([
                        "identifier": .string("item \(number)"), "title": .string(names.title),
                        "description": .string(names.artist + ", " + names.album), "domain": .string("bench"),
                    ])
                }
                _ = try await bus.call(
                    "Index", of: "org.oncue.SearchIndex1", at: ServiceNames.objectPath, on: ServiceNames.busName,
                    [.string(Self.name), .array(items, of: "a{sv}"), .string("")], timeout: .seconds(60))
            }
        }
    }
}
