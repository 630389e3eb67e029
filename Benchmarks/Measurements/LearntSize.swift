// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import OnCueState
internal import OnCueSuggestions

/// What a year of heavy listening takes on the disk as suggestions keep it, and how long the service needs for it when
/// it starts.
struct LearntSize: Measurement {
    let name = "learnt-size"
    let summary = "a year of a hundred plays a day, as it is kept and learnt again"

    private static let playsADay = 100
    private static let albums = 3_000

    func measure(_ bench: Bench) async throws -> [Figure] {
        let path = bench.sandbox.newPath("suggestions.sqlite")
        defer { for end in ["", "-wal", "-shm"] { Files.remove(path + end) } }
        let store = SuggestionStore(path: path) { Output.say($0) }
        _ = await store.load()
        var random = SplitMix64(seed: 6)
        for day in 0..<365 { try await store.record(Self.donations(of: day, &random)) }
        // Nobody waits for it: what was learnt counts at once.
        var (size, learning, writing) = (Samples(), Samples(), Samples())
        size.add(Double(try Self.size(path)) / 1_000_000)
        for donation in Self.donations(of: 365, &random) {
            let clock = ContinuousClock()
            let begin = clock.now
            try await store.record([donation])
            writing.add(milliseconds: clock.now - begin)
        }
        await store.close()
        for _ in 0..<bench.options.runs(9, quick: 3) {
            let again = SuggestionStore(path: path) { Output.say($0) }
            let clock = ContinuousClock()
            let begin = clock.now
            let donations = await again.load().donations
            let ranker = SuggestionRanker(replaying: donations)
            learning.add(milliseconds: clock.now - begin)
            await again.close()
            guard donations.count == 366 * Self.playsADay, ranker.sessions > 0 else {
                throw BenchError("of a year only \(donations.count) plays are there")
            }
        }
        return [
            Figure("a year of heavy listening, on the disk", size, "MB", aim: .atMost(10)),
            Figure("a year of heavy listening, learnt again", learning, "ms"),
            Figure("a donation after it, until it is on the disk", writing, "ms"),
        ]
    }

    /// A few sittings of several plays, each begun by a choice, in two places and with three devices.
    private static func donations(of day: Int, _ random: inout SplitMix64) -> [LoggedDonation] {
        (0..<playsADay).map { number in
            let isFirst = number.isMultiple(of: 20)
            let hour = 7 + Double(number) * 0.15
            let moment = Moment(
                time: Double(day) * 86_400 + hour * 3_600, hour: hour, weekday: day % 7,
                place: number < 60 ? "work" : "home", trigger: isFirst ? "headphones" : nil,
                device: ["WH-1000XM5", "Living room", "Car"][number / 40])
            let item = "album:\(String(Int.random(in: 0..<albums, using: &random), radix: 36))7q2mbk4d9x"
            return LoggedDonation(Donation(.played, item, at: moment, choice: isFirst ? moment : nil))
        }
    }

    /// With what has not been written into the file itself yet.
    private static func size(_ path: String) throws(BenchError) -> Int {
        var sum = 0
        for end in ["", "-wal"] {
            var status = stat()
            if stat(path + end, &status) == 0 { sum += Int(status.st_size) }
        }
        guard sum > 0 else { throw BenchError("what was learnt is not on the disk") }
        return sum
    }
}
