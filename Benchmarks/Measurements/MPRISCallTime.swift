// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// What clients of MPRIS ask all the time, against a bare `Ping` to the same process over the same bus.
struct MPRISCallTime: Measurement {
    let name = "mpris"
    let summary = "clients ask for what plays, against a bare Ping"

    private static let aim = Figure.Aim.atMost(1.5)
    private static let rounds = 20
    private static let object = "/org/mpris/MediaPlayer2"

    /// What one program is asked.
    private struct Party {
        let title: String
        let ping: Question
        let questions: [Question]
        let aim: Figure.Aim?

        init(_ title: String, _ name: String, aim: Figure.Aim?) {
            self.title = title
            self.aim = aim
            func question(_ title: String, _ member: String, of interface: String, _ arguments: [String]) -> Question {
                Question(
                    name: title,
                    call: WireCall(member, of: interface, at: object, on: name, arguments.map { .string($0) }))
            }
            ping = question("Ping", "Ping", of: "org.freedesktop.DBus.Peer", [])
            questions = [
                question("Get Metadata", "Get", of: properties, [player, "Metadata"]),
                question("GetAll", "GetAll", of: properties, [player]),
                question("Get Position", "Get", of: properties, [player, "Position"]),
            ]
        }
    }

    func measure(_ bench: Bench) async throws -> [Figure] {
        guard let music = bench.music("flac") else { return [.absent("MPRIS calls", "no FLAC file in Media/")] }
        let host = try await Host(in: bench.sandbox)
        defer { host.remove() }
        let daemon = try await host.start()
        defer { daemon.stop() }
        _ = try await daemon.client.play(music.uri, PlayOptions())
        try await daemon.client.perform(.pause)
        try await daemon.waitForQuiet()
        let player = "org.mpris.MediaPlayer2.oncue"
        let bare = try await BareObject(like: player, at: Self.object, of: Self.player, on: host.bus)
        defer { withExtendedLifetime(bare) {} }
        let client = try WireClient(socket: host.bus.path)
        let parties = [Party("MPRIS", player, aim: Self.aim), Party("a bare object", BareObject.name, aim: nil)]
        return try Self.compare(parties, client, calls: bench.options.runs(500, quick: 100))
    }

    /// Each round has all questions by turns, so that what disturbs one disturbs the others.
    private static func compare(
        _ parties: [Party], _ client: WireClient, calls: Int
    ) throws(BenchError) -> [Figure] {
        var tables = parties.map { party in ([party.ping] + party.questions).map { Answers(question: $0) } }
        for round in 0...rounds {
            var times = tables.map { $0.map { _ in Samples() } }
            for _ in 0..<calls {
                for (party, table) in tables.enumerated() {
                    for index in table.indices { times[party][index].add(try client.time(table[index].question.call)) }
                }
            }
            // The first round is for nothing.
            guard round > 0 else { continue }
            for party in tables.indices {
                for index in tables[party].indices {
                    tables[party][index].add(times[party][index], against: times[party][0])
                }
            }
        }
        return zip(parties, tables).flatMap { party, table in
            table[0].times(party.title) + table.dropFirst().flatMap { $0.times(party.title) + $0.ratios(party) }
        }
    }

    private static let player = "org.mpris.MediaPlayer2.Player"
    private static let properties = "org.freedesktop.DBus.Properties"

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

        func times(_ title: String) -> [Figure] {
            let name = "\(title): \(question.name)"
            var speed = Samples()
            speed.add(1_000_000 * Double(all.values.count) / all.values.reduce(0, +))
            return [
                Figure(name, speed, "calls/s"), Figure("\(name), answer", all, "µs"),
                Figure("\(name), 99th percentile", all, "µs", quantile: 0.99),
            ]
        }

        func ratios(_ party: Party) -> [Figure] {
            let name = "\(party.title): \(question.name)"
            return [
                Figure("\(name), ratio to Ping", medianRatios, "times", aim: party.aim),
                Figure("\(name), ratio of the 99th percentiles", lateRatios, "times", aim: party.aim),
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
