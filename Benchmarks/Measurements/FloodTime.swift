// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// How long another program waits for the position while two programs call as fast as the bus takes it, and what the
/// daemon has in memory afterwards.
struct FloodTime: Measurement {
    let name = "flood"
    let summary = "another program asks for the position under a flood of calls, and memory after it"

    private static let player = "org.mpris.MediaPlayer2"
    private static let object = "/org/mpris/MediaPlayer2"
    private static let position = WireCall(
        "Get", of: "org.freedesktop.DBus.Properties", at: object, on: player + ".oncue",
        [.string(player + ".Player"), "Position"])

    private static func call(_ member: String, _ interface: String, _ arguments: [WireCall.Argument]) -> WireCall {
        WireCall(member, of: interface, at: ServiceNames.objectPath, on: ServiceNames.busName, arguments)
    }

    private static let floods: [(title: String, call: WireCall)] = [
        ("GetHealth", call("GetHealth", ServiceNames.service, [])),
        (
            "GetChildren",
            call("GetChildren", ServiceNames.playableContent, ["Albums", .number(0), .number(1000), .noOptions])
        ),
        ("GetSuggestions", call("GetSuggestions", ServiceNames.suggestions, [.number(5)])),
        ("GetArtwork", call("GetArtwork", ServiceNames.artwork, ["Albums", .number(0)])),
        ("SetSound", call("SetSound", ServiceNames.sound, [.noOptions])),
        ("an unknown method", call("Nothing", ServiceNames.service, [])),
        ("Introspect", call("Introspect", "org.freedesktop.DBus.Introspectable", [])),
    ]

    /// What a flood waits for.
    private enum Patience: CaseIterable {
        /// It wants no answers.
        case silent
        /// It has 64 calls under way, as many as are taken.
        case waiting
        /// It has 256 calls under way, most of which are refused.
        case pushing

        var title: String {
            switch self {
            case .silent: ", no answers"
            case .waiting: ", 64 under way"
            case .pushing: ", 256 under way"
            }
        }

        /// The most calls under way; `nil` for those that want no answers.
        var limit: Int? {
            switch self {
            case .silent: nil
            case .waiting: 64
            case .pushing: 256
            }
        }
    }

    func measure(_ bench: Bench) async throws -> [Figure] {
        guard let music = bench.music("flac") else { return [.absent("calls under a flood", "no FLAC file in Media/")] }
        let host = try await Host(in: bench.sandbox)
        defer { host.remove() }
        let daemon = try await host.start()
        defer { daemon.stop() }
        _ = try await daemon.client.play(music.uri, PlayOptions())
        try await daemon.waitForQuiet()
        let path = host.bus.path
        let time: Duration = .seconds(bench.options.runs(4, quick: 1))
        let quiet = try await Self.times(path, for: time)
        var figures = [Figure("Get Position without a flood, 99th percentile", quiet, "ms", quantile: 0.99)]
        for patience in Patience.allCases {
            for (title, call) in Self.floods {
                let times = try await Self.times(path, for: time, under: call, patience)
                figures.append(
                    Figure(
                        "Get Position under \(title)\(patience.title), 99th percentile", times, "ms", quantile: 0.99,
                        aim: .atMost(20)))
            }
        }
        try await Task.sleep(for: .seconds(5))
        var resident = Samples()
        resident.add(try ProcessMemory(daemon.process).resident)
        return figures + [Figure("memory after the floods, resident", resident, "MB", aim: .atMost(120))]
    }

    /// Milliseconds, a call every 2 ms.
    private static func times(_ path: String, for time: Duration) async throws -> Samples {
        let client = try WireClient(socket: path)
        let end = ContinuousClock.now + time
        var samples = Samples()
        while ContinuousClock.now < end {
            let begin = ContinuousClock.now
            try client.call(position)
            samples.add(begin.duration(to: .now) / .milliseconds(1))
            try await Task.sleep(for: .milliseconds(2))
        }
        return samples
    }

    /// The same while two programs flood the daemon.
    private static func times(
        _ path: String, for time: Duration, under call: WireCall, _ patience: Patience
    ) async throws -> Samples {
        let floods = (0..<2).map { number in
            Task {
                try await BlockingExecutor(label: "bench.flood-\(number)").run {
                    Result { try pour(call, patience, path, for: time) }
                }.get()
            }
        }
        let times = try await times(path, for: time)
        for flood in floods { try await flood.value }
        return times
    }

    private static func pour(
        _ call: WireCall, _ patience: Patience, _ path: String, for time: Duration
    ) throws(BenchError) {
        let client = try WireClient(socket: path)
        let end = ContinuousClock.now + time
        var underWay = 0
        while ContinuousClock.now < end {
            guard let limit = patience.limit else {
                try client.tell(call)
                continue
            }
            try client.ask(call)
            underWay += 1
            while underWay >= limit {
                try client.waitForAnswer()
                underWay -= 1
            }
        }
    }
}
