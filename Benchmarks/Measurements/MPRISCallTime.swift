// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore

/// What clients of MPRIS ask all the time, against a bare `Ping` to the same process over the same bus.
struct MPRISCallTime: Measurement {
    let name = "mpris"
    let summary = "clients ask for what plays, against a bare Ping"

    private static let aim = Figure.Aim.atMost(1.5)
    private static let rounds = 20
    private static let ping = Question(name: "Ping", call: call("Ping", of: "org.freedesktop.DBus.Peer"))
    private static let questions = [
        Question(name: "Get Metadata", call: call("Get", of: properties, [player, "Metadata"])),
        Question(name: "GetAll", call: call("GetAll", of: properties, [player])),
        Question(name: "Get Position", call: call("Get", of: properties, [player, "Position"])),
    ]

    func measure(_ bench: Bench) async throws -> [Figure] {
        guard let music = bench.music("flac") else { return [.absent("MPRIS calls", "no FLAC file in Media/")] }
        let host = try await Host(in: bench.sandbox)
        defer { host.remove() }
        let daemon = try await host.start()
        defer { daemon.stop() }
        _ = try await daemon.client.play(music.uri, PlayOptions())
        try await daemon.client.perform(.pause)
        try await daemon.waitForQuiet()
        let client = try WireClient(socket: host.bus.path)
        return try Self.compare(client, calls: bench.options.runs(500, quick: 100))
    }

    /// Each round has all questions by turns, so that what disturbs one disturbs the others.
    private static func compare(_ client: WireClient, calls: Int) throws(BenchError) -> [Figure] {
        var answers = ([ping] + questions).map { Answers(question: $0) }
        for round in 0...rounds {
            var times = answers.map { _ in Samples() }
            for _ in 0..<calls {
                for index in answers.indices { times[index].add(try client.time(answers[index].question.call)) }
            }
            // The first round is for nothing.
            guard round > 0 else { continue }
            for index in answers.indices { answers[index].add(times[index], against: times[0]) }
        }
        return answers[0].times("Ping") + answers.dropFirst().flatMap { $0.times($0.question.name) + $0.ratios(aim) }
    }

    private static let player = "org.mpris.MediaPlayer2.Player"
    private static let properties = "org.freedesktop.DBus.Properties"

    private static func call(_ member: String, of interface: String, _ arguments: [String] = []) -> WireCall {
        WireCall(
            member, of: interface, at: "/org/mpris/MediaPlayer2", on: "org.mpris.MediaPlayer2.oncue", arguments)
    }

    private struct Question {
        let name: String
        let call: WireCall
    }

    private struct Answers {
        let question: Question
        private var all = Samples()
        private var medianRatios = Samples()
        private var lateRatios = Samples()

        init(question: Question) {
            self.question = question
        }

        mutating func add(_ times: Samples, against ping: Samples) {
            all.add(times)
            if let own = times.median, let bare = ping.median { medianRatios.add(own / bare) }
            if let own = times.quantile(0.99), let bare = ping.quantile(0.99) { lateRatios.add(own / bare) }
        }

        func times(_ name: String) -> [Figure] {
            var speed = Samples()
            speed.add(1_000_000 * Double(all.values.count) / all.values.reduce(0, +))
            return [
                Figure("MPRIS: \(name)", speed, "calls/s"), Figure("MPRIS: \(name), answer", all, "µs"),
                Figure("MPRIS: \(name), 99th percentile", all, "µs", quantile: 0.99),
            ]
        }

        func ratios(_ aim: Figure.Aim) -> [Figure] {
            [
                Figure("MPRIS: \(question.name), ratio to Ping", medianRatios, "times", aim: aim),
                Figure("MPRIS: \(question.name), ratio of the 99th percentiles", lateRatios, "times", aim: aim),
            ]
        }
    }
}

extension WireClient {
    /// The microseconds until a call is answered.
    fileprivate func time(_ call: WireCall) throws(BenchError) -> Double {
        let begin = ContinuousClock.now
        try self.call(call)
        return begin.duration(to: .now) / .microseconds(1)
    }
}
