// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueTestSupport
import Testing

@testable import LinkedMedia

@Suite("The pieces of a fetched file, and the room for fetched files")
struct PieceMapTests {
    @Test("Pieces cover a file without a gap, and the last one is shorter")
    func ranges() {
        for size in [1, PieceMap.length - 1, PieceMap.length, PieceMap.length + 1, 5 * PieceMap.length + 17] {
            var map = PieceMap(size: size)
            var (end, piece) = (0, 0)
            while let next = map.next(from: piece) {
                #expect(map.range(of: next).lowerBound == end && !map.isWhole)
                end = map.range(of: next).upperBound
                map.insert(next)
                map.insert(next)
                piece = next + 1
            }
            #expect(end == size && map.isWhole)
        }
    }

    @Test("What is missing behind a place comes before what is missing at the beginning")
    func order() {
        var map = PieceMap(size: 4 * PieceMap.length)
        map.insert(2)
        #expect(map.next(from: 2) == 3)
        map.insert(3)
        #expect(map.next(from: 3) == 0)
        #expect(map.next(from: 400) == 0)
        map.insert(0)
        map.insert(1)
        #expect(map.next(from: 0) == nil && map.isWhole)
    }

    private func kept(_ name: String, _ size: Int, _ time: Int64) -> FetchCache.Kept {
        FetchCache.Kept(name: name, size: size, time: time)
    }

    @Test("There is room, or those that were not played for longest are removed until there is")
    func room() {
        let files = [kept("b", 30, 20), kept("a", 30, 10), kept("c", 30, 30)]
        #expect(FetchCache.removals(files, taking: 10, limit: 100) == [])
        #expect(FetchCache.removals(files, taking: 11, limit: 100) == ["a"])
        #expect(FetchCache.removals(files, taking: 41, limit: 100) == ["a", "b"])
        #expect(FetchCache.removals(files, taking: 100, limit: 100) == ["a", "b", "c"])
        #expect(FetchCache.removals(files, taking: 101, limit: 100) == nil)
        #expect(FetchCache.removals([kept("d", 1, 5), kept("a", 1, 5)], taking: 9, limit: 10) == ["a"])
    }

    @Test("A whole file that cannot get its name says why, as the system does")
    func unfinished() async throws {
        let folder = try TemporaryDirectory()
        let cache = FetchCache(folder: folder.file("fetched"), limit: 1_000)
        let (part, _) = try await cache.begin("content", size: 3)
        try await cache.write([1, 2, 3], to: part, piece: 0)
        // Something else has the name.
        try folder.makeDirectory("fetched/content" + FetchCache.wholeSuffix)

        let failure = await #expect(throws: FetchCache.Failure.self) {
            try await cache.finish(part, as: "content", of: [])
        }

        #expect(failure?.message == "the fetched file cannot be kept: Is a directory")
    }

    @Test("Whatever is kept, what is left fits", arguments: 0..<50)
    func anyRoom(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let files = (0..<Int.random(in: 0..<20, using: &random)).map {
            kept("f\($0)", Int.random(in: 1..<50, using: &random), Int64.random(in: 0..<9, using: &random))
        }
        let (size, limit) = (Int.random(in: 0..<100, using: &random), 90)
        guard let names = FetchCache.removals(files, taking: size, limit: limit) else {
            #expect(size > limit)
            return
        }
        let left = files.filter { !names.contains($0.name) }
        #expect(left.reduce(size) { $0 + $1.size } <= limit)
        // Nothing is removed in vain.
        if let last = names.last, let file = files.first(where: { $0.name == last }) {
            #expect(left.reduce(size) { $0 + $1.size } + file.size > limit)
        }
    }
}
