// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// How cost grows with the library: the same with 1,000 generated files, ten times as many, and so on.
enum GrowthRun {
    private static let pageSize = 50

    static func report(_ bench: Bench) async throws -> GrowthReport {
        let begin = Machine.load
        var report = GrowthReport(lines: Line.allCases.map { GrowthReport.Line(name: $0.rawValue, unit: $0.unit) })
        var size = 1000
        while size <= bench.options.trackCount {
            Output.say("\(FigureReport.number(Double(size))) tracks")
            try await measure(size, bench, &report)
            size *= 10
        }
        report.facts = [
            "Machine: \(Machine.processor), \(Machine.memory) of memory, \(Machine.kernel); load \(begin) at the beginning, "
                + "\(Machine.load) at the end."
        ]
        return report
    }

    private static func measure(_ size: Int, _ bench: Bench, _ report: inout GrowthReport) async throws {
        let files = try MusicCorpus(
            count: size, seeds: bench.options.root + "/Tests/Fixtures", folder: bench.sandbox.newPath("files"))
        defer { Files.remove(files.folder) }
        let host = try await Host(in: bench.sandbox)
        defer { host.remove() }
        func add(_ line: Line, _ samples: Samples) { report.add(samples, to: line.rawValue, at: size) }
        try await stock(host, files)
        add(.start, try await starts(host, bench.options.runs(9, quick: 3)))
        let daemon = try await host.start()
        defer { daemon.stop() }
        try await daemon.waitForQuiet()
        try await Task.sleep(for: .seconds(2))
        var memory = Samples()
        memory.add(try ProcessMemory(daemon.process).resident)
        add(.memory, memory)
        let runs = bench.options.runs(200, quick: 40)
        add(.browse, try await pages(daemon.client, size, runs))
        add(.artist, try await searches(CorpusNames(size / 2).artist, daemon.client, runs))
        add(.commonWord, try await searches(CorpusNames.commonWord, daemon.client, runs))
        add(.notice, try await notices(daemon, files, bench.options.runs(9, quick: 3)))
    }

    private static func stock(_ host: Host, _ files: MusicCorpus) async throws {
        let daemon = try await host.start()
        defer { daemon.stop() }
        try await daemon.waitForQuiet()
        _ = try await daemon.add(files.folder, expecting: files.count)
    }

    private static func starts(_ host: Host, _ runs: Int) async throws -> Samples {
        var times = Samples()
        for _ in 0..<runs {
            let daemon = try await host.start()
            times.add(milliseconds: daemon.startTime)
            try await daemon.waitForQuiet()
            daemon.stop()
        }
        return times
    }

    private static func pages(_ client: OnCueConnection, _ size: Int, _ runs: Int) async throws -> Samples {
        var random = SplitMix64(seed: 7)
        return try await Samples.times(runs) {
            let offset = Int.random(in: 0...(size - pageSize), using: &random)
            let page = try await client.children(
                of: ContentSection.tracks.identifier.description, offset: offset, limit: pageSize)
            guard page.items.count == pageSize else { throw BenchError("a page has \(page.items.count) items") }
        }
    }

    private static func searches(_ word: String, _ client: OnCueConnection, _ runs: Int) async throws -> Samples {
        try await Samples.times(runs) {
            let page = try await client.search(word, offset: 0, limit: pageSize)
            guard !page.items.isEmpty else { throw BenchError("a search for \(word) finds nothing") }
        }
    }

    private static func notices(_ daemon: Daemon, _ files: MusicCorpus, _ runs: Int) async throws -> Samples {
        var times = Samples()
        for run in 0..<runs {
            times.add(
                milliseconds: try await daemon.noticeTime(in: files.changedAlbum) { () throws(BenchError) in
                    try files.changeOneFile(run)
                })
        }
        return times
    }

    private enum Line: String, CaseIterable {
        case start
        case memory
        case browse = "a page of 50 tracks"
        case artist = "search for an artist"
        case commonWord = "search for a common word"
        case notice = "notice of a change"

        var unit: String { self == .memory ? "MB" : "ms" }
    }
}
