// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// What files and pages of a paired machine cost over the link: two daemons on the loopback, in TLS.
struct FetchTime: Measurement {
    let name = "fetch"
    let summary = "files and pages of a paired machine over the link, on the loopback"

    /// Bytes of sound: a song, and what takes longer than a player waits for all of it.
    private static let (song, large) = (6_000_000, 200_000_000)

    func measure(_ bench: Bench) async throws -> [Figure] {
        let recording = bench.sandbox.newPath("recording") + ".wav"
        let runs = bench.options.runs(6, quick: 2)
        let owner = try await Host(in: bench.sandbox)
        let titles = try await stock(owner, runs)
        let pair = try await LinkedPair(owner, in: bench.sandbox, output: recording)
        defer { pair.stop() }
        let client = pair.guestDaemon.client
        // The first one opens the link.
        _ = try await client.children(of: LinkedPair.branch, offset: 0, limit: 1)
        var (speed, ownerUse, guestUse) = (Samples(), Samples(), Samples())
        var (song, large) = (Samples(), Samples())
        for run in 0..<runs {
            song.add(milliseconds: try await firstSound(titles.songs[run], pair, recording))
            try await client.perform(.stop)
            let size = Self.large + 44 + 4 * run
            let before = (LinkedPair.processorTime(of: owner), LinkedPair.processorTime(of: pair.guest))
            let begin = ContinuousClock.now
            large.add(milliseconds: try await firstSound(titles.large[run], pair, recording))
            try await client.perform(.pause)
            while !pair.hasFetched(size) {
                guard ContinuousClock.now - begin < .seconds(120) else { throw BenchError("a file does not arrive") }
                try await Task.sleep(for: .milliseconds(5))
            }
            let megabytes = Double(size) / 1_000_000
            speed.add(megabytes / ((ContinuousClock.now - begin) / .seconds(1)))
            ownerUse.add((LinkedPair.processorTime(of: owner) - before.0) / .milliseconds(1) / megabytes)
            guestUse.add((LinkedPair.processorTime(of: pair.guest) - before.1) / .milliseconds(1) / megabytes)
            try await client.perform(.stop)
        }
        return [
            Figure("fetching a file of 200 MB over the link, while it plays", speed, "MB/s", aim: .atLeast(50)),
            Figure("processor use for a MB that is fetched, where it is", ownerUse, "ms"),
            Figure("processor use for a MB that is fetched, where it goes", guestUse, "ms"),
            Figure("play a song of a paired machine, until its first sound", song, "ms", aim: .atMost(500)),
            Figure(
                "play a file of 200 MB of a paired machine, until its first sound", large, "ms", aim: .atMost(1_000)),
        ]
    }

    /// Files of noise, each of a size of its own.
    private func stock(_ owner: Host, _ runs: Int) async throws -> (songs: [String], large: [String]) {
        let music = owner.home + "/music"
        try Files.makeFolder(music)
        var state: UInt64 = 88_172_645_463_325_252
        let noise = (0..<(Self.large / 8 + 100)).flatMap { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return withUnsafeBytes(of: state & 0x0fff_0fff_0fff_0fff) { Array($0) }
        }
        let (songs, large) = ((0..<runs).map { "Song \($0)" }, (0..<runs).map { "Large \($0)" })
        for run in 0..<runs {
            try Files.write(SquareWave.file(Array(noise[..<(Self.song + 4 * run)])), to: "\(music)/\(songs[run]).wav")
            try Files.write(SquareWave.file(Array(noise[..<(Self.large + 4 * run)])), to: "\(music)/\(large[run]).wav")
            // What comes next is fetched early, and must not be what is measured next.
            for title in [songs[run], large[run]] {
                try Files.write(SquareWave.file(Array(noise[..<40_000])), to: "\(music)/\(title) next.wav")
            }
        }
        let daemon = try await owner.start()
        defer { daemon.stop() }
        _ = try await daemon.add(music, expecting: 4 * runs)
        return (songs, large)
    }

    /// The time from the request until something is recorded.
    private func firstSound(_ title: String, _ pair: LinkedPair, _ recording: String) async throws -> Duration {
        let watch = GrowthWatch([recording])
        let begin = ContinuousClock.now
        // Named one by one, so that nothing else follows: what comes next is fetched early.
        let places = [title, title + " next"].map { "\(LinkedPair.branch)/Tracks/\($0)" }
        _ = try await pair.guestDaemon.client.play(places, PlayOptions())
        while watch.growthsSoFar[0].count < 2, ContinuousClock.now - begin < .seconds(20) {
            try await Task.sleep(for: .milliseconds(1))
        }
        let growths = watch.end()[0]
        guard growths.count > 1 else { throw BenchError("nothing was heard of \(title)") }
        return growths[1].time - begin
    }
}

/// Pages of a very large library of a paired machine, and what they cost the machine that has it.
struct FetchPages: Measurement {
    let name = "fetch-pages"
    let summary = "browsing a paired machine with 1,000,000 tracks over the link"

    private static let tracks = 1_000_000

    func measure(_ bench: Bench) async throws -> [Figure] {
        let owner = try await bench.generatedHost(of: Self.tracks)
        defer { owner.remove() }
        let pair = try await LinkedPair(owner, in: bench.sandbox)
        defer { pair.stop() }
        let client = pair.guestDaemon.client
        let before = LinkedPair.memory(of: owner)
        var figures: [Figure] = []
        for (name, place) in [
            ("the library of a paired machine", ""), ("its albums", "/Albums"), ("its tracks", "/Tracks"),
            ("its artists", "/Artists"),
        ] {
            var times = Samples()
            let begin = ContinuousClock.now
            _ = try await client.children(of: LinkedPair.branch + place, offset: 0, limit: 50)
            times.add(milliseconds: ContinuousClock.now - begin)
            figures.append(Figure("opening \(name), 1,000,000 tracks", times, "ms"))
        }
        let place = LinkedPair.branch + "/Tracks"
        let total = try await client.children(of: place, offset: 0, limit: 1).total
        guard total == Self.tracks else { throw BenchError("\(total) tracks are shown of \(Self.tracks)") }
        var end = Samples()
        let begin = ContinuousClock.now
        let last = try await client.children(of: place, offset: total - 50, limit: 50)
        end.add(milliseconds: ContinuousClock.now - begin)
        guard last.items.count == 50 else { throw BenchError("the last page has \(last.items.count) items") }
        figures.append(Figure("a jump to the end of its tracks", end, "ms"))
        var random = SplitMix64(seed: 11)
        var pages = Samples()
        for _ in 0..<bench.options.runs(100, quick: 20) {
            // Pages of a provider begin at multiples of 200, and what is kept is not asked for.
            let offset = 200 * Int.random(in: 0..<(Self.tracks / 200 - 1), using: &random)
            let begin = ContinuousClock.now
            let page = try await client.children(of: place, offset: offset, limit: 50)
            pages.add(milliseconds: ContinuousClock.now - begin)
            guard page.items.count == 50 else { throw BenchError("a page has \(page.items.count) items") }
        }
        figures += pages.figures("a page anywhere in its tracks, over the link", aim: .atMost(100))
        var memory = Samples()
        memory.add(LinkedPair.memory(of: owner) - before)
        figures.append(Figure("memory more of the machine that has it, all its processes", memory, "MB"))
        var all = Samples()
        all.add(try ProcessMemory(pair.ownerDaemon.process).resident)
        figures.append(Figure("memory of its daemon, resident", all, "MB", aim: .atMost(80)))
        return figures
    }
}
