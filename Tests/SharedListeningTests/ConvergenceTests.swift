// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueInterface
import Testing

@testable import SharedListening

@Suite("Listening of several machines converges")
struct ConvergenceTests {
    private static let here: @Sendable (ToldItem) -> ContentIdentifier? = { item in
        item.entry?.title == "Four" ? nil : item.identifier
    }

    /// Messages that were made on the way, in any order, any of them lost or told again; and then one exchange to the end.
    @Test("Any order, loss and repetition of messages ends in the same state", arguments: 0..<300)
    func anyOrder(seed: Int) throws {
        var random = SeededNumbers(UInt64(seed))
        var machines = (1...3).map { PaperLog($0) }
        var (readers, messages) = ([SharedState(), SharedState()], [SharedPart]())
        for time in 0..<Int64.random(in: 1...80, using: &random) {
            let index = Int.random(in: 0..<machines.count, using: &random)
            machines[index].change(at: 1_000 + time / 3, &random)
            guard Bool.random(using: &random) else { continue }
            let have = readers.randomElement(using: &random)?.have ?? [:]
            messages += machines[index].parts(after: have, most: Int.random(in: 1...9, using: &random))
            for reader in readers.indices {
                for message in messages.shuffled(using: &random) where Int.random(in: 0..<3, using: &random) == 0 {
                    // As it goes over a link.
                    let text = SharedMessage(kinds: [], parts: [message]).text
                    for part in try SharedMessage(text: text).parts { readers[reader].take(part) }
                }
            }
        }
        for reader in readers.indices {
            while let machine = machines.first(where: { !$0.has(readers[reader].have) }) {
                let parts = machine.parts(after: readers[reader].have, most: Int.random(in: 1...5, using: &random))
                for part in parts.shuffled(using: &random) { readers[reader].take(part) }
            }
            // What is late changes nothing any more.
            let before = readers[reader]
            for message in messages.shuffled(using: &random) { readers[reader].take(message) }
            #expect(readers[reader].have == before.have)
        }
        var fresh = SharedState()
        for machine in machines { for part in machine.parts(after: [:]) { fresh.take(part) } }
        // Cross-log erasing is complete only when both logs are known.
        for reader in readers {
            #expect(reader.plays(Self.here) == fresh.plays(Self.here), "seed \(seed)")
            #expect(reader.learnt(Self.here) == fresh.learnt(Self.here), "seed \(seed)")
            for kind in [SharedKind.positions, .likes, .stars, .subscriptions] {
                #expect(reader.last(kind, Self.here) == fresh.last(kind, Self.here), "seed \(seed), \(kind)")
            }
        }
    }

    @Test("A part that would leave a gap is not taken, and the same one later is")
    func gap() {
        var (machine, state, random) = (PaperLog(1), SharedState(), SeededNumbers(5))
        for time in 0..<40 { machine.change(at: Int64(time), &random) }
        let parts = machine.parts(after: [:], most: 1)
        guard let first = parts.first else { return }
        let later = SharedPart(first.stream, after: first.through, through: first.through + 9, [])
        state.take(later)
        #expect(state.have.isEmpty)
        state.take(first)
        state.take(later)
        #expect(state.have[first.stream] == first.through + 9)
    }

    @Test("Of two changes at the same time the log with the higher name counts, wherever both are known")
    func sameTime() {
        let item = PaperLog.item("One")
        let (low, high) = (String(repeating: "0", count: 32), String(repeating: "f", count: 32))
        let parts = [(low, 1), (high, -1)].map { log, like in
            SharedPart(SharedStream(log, .likes), after: 0, through: 1, [SharedEntry(1, at: 5, .liked(item, like))])
        }
        var (one, another) = (SharedState(), SharedState())
        for part in parts { one.take(part) }
        for part in parts.reversed() { another.take(part) }
        #expect(one == another)
        #expect(one.last(.likes, { $0.identifier }) == [item.identifier: .liked(item, -1)])
    }
}
