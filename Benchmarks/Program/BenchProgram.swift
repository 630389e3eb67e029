// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import Glibc
internal import JSON
internal import OnCueCore
internal import OnCueRuntime

/// The command line of `oncue-bench`.
enum BenchProgram {
    /// Everything that is measured, in the order of the table.
    static let measurements: [any Measurement] = [
        ScanSpeed(), MPDScanSpeed(), RescanSpeed(), StartTime(), CommandTime(), DirectWayTime(), MPDCommandTime(),
        SelectTime(),
        MPRISCallTime(), FloodTime(), PlayerctlTime(), FollowerCost(), SessionTraffic(),
        SoundServerTime(), EngineSelectTime(), SkipTime(), QueueEditTime(), TrackChangeMemory(), OnCueTime(),
        WebTime(), IdleCost(),
        SourcesIdleCost(),
        PlayingCost(), MemoryUse(), PageTime(), ScreenTime.hundredThousand, ScreenTime.million,
        CatalogPageTime(), DesktopSearchTime(), ForeignIndexTime(), CompletionTime(), SentenceTime(), AssistantTime(),
        VoiceTime(),
        LargePages.hundredThousand, LargePages.million, LargeScan(), SuggestionQuality(), LearntSize(), RefreshYear(),
        PackingTime(), PendingNotifications(), HandoffTime(), LinkedHandoffTime(), TogetherTime(), TwoClocksTime(),
        FetchTime(), FetchPages(), LongLogTime(), BrowserPageCost(),
    ]

    static let table = CommandTable(
        program: "oncue-bench",
        summary: "Measures OnCue and prints one table; each figure is a median of several runs.",
        discussion: """
            Runs the oncued and oncue that lie beside it, on a bus of their own, with files of their own below the \
            temporary directory; everything is removed and ended afterwards. Figures of a busy machine mean little: \
            let it be quiet.
            """,
        version: ServiceVersion.current,
        globalOptions: [
            OptionDefinition("quick", description: "Fewer runs of everything."),
            OptionDefinition("json", description: "Print the figures as JSON instead of the table."),
            OptionDefinition(
                "only",
                value: ValueDefinition(
                    "NAME", kind: "a measurement",
                    allowed: measurements.map(\.name) + PeerRun.comparisons.map(\.name)), repeats: true,
                description: "Measure this alone; may be repeated."),
            OptionDefinition(
                "tracks", value: ValueDefinition("COUNT", kind: "a number of tracks", expected: "100 to 1000000"),
                description: "Size of the generated library. Default: 10000; the aims are meant for that."),
            OptionDefinition(
                "root", value: ValueDefinition("DIR", completion: .directories),
                description: "The source tree, for Media/ and Tests/Fixtures/. Default: the directory of now."),
            OptionDefinition(
                "peers",
                description:
                    "Measure other players that are installed beside OnCue instead, and print a Markdown table."),
            OptionDefinition(
                "growth", description: "Measure how cost grows from 1,000 tracks to the number of --tracks instead."),
            OptionDefinition(
                "soak", value: ValueDefinition("MINUTES", kind: "a number of minutes", expected: "1 to 100000"),
                description: "Use the daemon at random for so long instead, beside a model, and see that nothing grows."
            ),
            OptionDefinition(
                "minutes", value: ValueDefinition("NUMBER", kind: "a number of minutes", expected: "3 to 1000"),
                description: "Play in step for so long, where clocks differ."),
            OptionDefinition(
                "seed", value: ValueDefinition("NUMBER", kind: "a seed", expected: "a number from 0"),
                description: "Do what a soak with this seed did."),
            OptionDefinition(
                "write", value: ValueDefinition("DIR", completion: .directories),
                description:
                    "Write RESULTS.md of --peers, or GROWTH.md and growth.svg of --growth, into this directory, too."),
        ],
        exitStatuses: [
            DocumentedTerm("0", "measured, whether the aims are met or not"),
            DocumentedTerm("1", "something could not be measured"),
            DocumentedTerm("2", "invalid command line"),
        ])

    /// - Returns: The exit status.
    static func run(_ words: [String]) async -> Int32 {
        do throws(UsageError) {
            let command = try table.parse(words)
            switch command.request {
            case .help: Output.write(table.help())
            case .version: Output.write("oncue-bench \(ServiceVersion.current)\n")
            case .run, .overview: return await measure(try BenchOptions(command))
            }
            return 0
        } catch {
            Output.say(error.message)
            return 2
        }
    }

    private static func measure(_ options: BenchOptions) async -> Int32 {
        do {
            let sandbox = try Sandbox()
            let interruption = await Interruption(sandbox)
            defer { withExtendedLifetime(interruption) {} }
            // What is worth telling of the engine comes as an event; its log would only be in the way.
            Logger.level = .error
            let bench = Bench(options: options, sandbox: sandbox)
            if let minutes = options.soakMinutes {
                defer { sandbox.clear() }
                return try await soak(bench, minutes)
            }
            if options.isOfPeers || options.isOfGrowth {
                defer { sandbox.clear() }
                return try await report(bench)
            }
            let figures = await figures(bench)
            sandbox.clear()
            print(figures, options)
            return figures.contains { $0.isFailure } ? 1 : 0
        } catch {
            Output.say("oncue-bench: \(error)")
            return 1
        }
    }

    /// Compares players, or shows how cost grows.
    private static func report(_ bench: Bench) async throws -> Int32 {
        if bench.options.isOfGrowth {
            let report = try await GrowthRun.report(bench)
            try write(["GROWTH.md": report.page, "growth.svg": [report.plot]], bench.options)
            print(report.page, report.json, bench.options)
            return 0
        }
        let report = try await PeerRun.report(bench)
        try write(["RESULTS.md": report.page], bench.options)
        print(report.page, report.json, bench.options)
        return report.failures.isEmpty ? 0 : 1
    }

    private static func soak(_ bench: Bench, _ minutes: Int) async throws -> Int32 {
        let report = try await SoakRun.report(bench, minutes: minutes, seed: bench.options.seed)
        Output.write(report.lines.joined(separator: "\n") + "\n")
        return report.isGood ? 0 : 1
    }

    private static func write(_ pages: [String: [String]], _ options: BenchOptions) throws(BenchError) {
        guard let folder = options.folder else { return }
        for (name, lines) in pages {
            let text = lines.joined(separator: "\n")
            try Files.write(Array((text.hasSuffix("\n") ? text : text + "\n").utf8), to: folder + "/" + name)
        }
    }

    private static func print(_ page: [String], _ json: JSONValue, _ options: BenchOptions) {
        Output.write(options.isJSON ? json.text(.pretty) + "\n" : page.joined(separator: "\n") + "\n")
    }

    private static func figures(_ bench: Bench) async -> [Figure] {
        var figures: [Figure] = []
        for measurement in measurements where bench.options.includes(measurement.name) {
            Output.say("\(measurement.name): \(measurement.summary)")
            do {
                figures += try await measurement.measure(bench)
            } catch {
                figures.append(.failed(measurement.name, "\(error)"))
            }
        }
        return figures
    }

    private static func print(_ figures: [Figure], _ options: BenchOptions) {
        if options.isJSON {
            Output.write(FigureReport.json(figures).text(.pretty) + "\n")
        } else {
            Output.write(FigureReport.table(figures).joined(separator: "\n") + "\n")
        }
    }
}
