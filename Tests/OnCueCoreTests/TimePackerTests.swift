// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@Suite("What fits into a time")
struct TimePackerTests {
    private typealias Candidate = TimePacker.Candidate

    @Test("The choice is worth as much as the best of all choices", arguments: 0..<100)
    func isBest(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        let candidates = (0..<Int.random(in: 0...11, using: &numbers)).map { _ in
            Candidate(
                .seconds(Int.random(in: 1...2_400, using: &numbers)),
                score: Double(Int.random(in: 0...20, using: &numbers)) / 20,
                group: Bool.random(using: &numbers) ? "show \(Int.random(in: 0...3, using: &numbers))" : nil)
        }
        let time = Duration.seconds(Int.random(in: 0...5_400, using: &numbers))
        let packer = TimePacker(time, fillerScore: Bool.random(using: &numbers) ? 0.4 : 0)

        let choice = packer.choice(of: candidates)

        let best = Self.subsets(candidates, within: time + TimePacker.overrun).map(packer.value(of:)).max() ?? 0
        #expect(abs(packer.value(of: choice.map { candidates[$0] }) - best) < 1e-6)
        #expect(Set(choice).count == choice.count && choice == choice.sorted())
        let groups = choice.compactMap { candidates[$0].group }
        #expect(Set(groups).count == groups.count)
    }

    @Test("Something that is a little too long is chosen, but not something that is much too long")
    func overrun() {
        let packer = TimePacker(.seconds(1_800))

        #expect(packer.choice(of: [Candidate(.seconds(1_900), score: 1)]) == [0])
        #expect(packer.choice(of: [Candidate(.seconds(2_000), score: 1)]).isEmpty)
        #expect(
            packer.choice(of: [Candidate(.seconds(1_900), score: 1), Candidate(.seconds(1_790), score: 1, group: "a")])
                == [1])
    }

    @Test("What is wanted less than what fills the time is left out")
    func filler() {
        let packer = TimePacker(.seconds(1_800), fillerScore: 0.4)

        #expect(packer.choice(of: [Candidate(.seconds(600), score: 0.3), Candidate(.seconds(600), score: 0.5)]) == [1])
    }

    @Test("Times that cannot be packed do no harm", arguments: [-1, 0, 1, 1 << 50])
    func extreme(seconds: Int64) {
        let candidates = [Candidate(.seconds(seconds), score: 1), Candidate(.seconds(1), score: 1)]

        #expect(TimePacker(.seconds(seconds)).choice(of: candidates).allSatisfy(candidates.indices.contains))
    }

    /// All subsets with at most one of each group that are not longer, in whole units, than a time.
    private static func subsets(_ candidates: [Candidate], within time: Duration) -> [[Candidate]] {
        let units = { (candidate: Candidate) in Int((candidate.duration / TimePacker.grain).rounded(.up)) }
        let limit = Int(time / TimePacker.grain)
        return (0..<(1 << candidates.count)).map { bits in
            candidates.indices.filter { bits >> $0 & 1 == 1 }.map { candidates[$0] }
        }.filter { subset in
            let groups = subset.compactMap(\.group)
            return Set(groups).count == groups.count && subset.reduce(0) { $0 + units($1) } <= limit
        }
    }
}
