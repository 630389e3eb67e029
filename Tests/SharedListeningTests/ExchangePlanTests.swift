// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import SharedListening

extension ExchangePlan {
    /// All that were tried have answered, or did not.
    fileprivate mutating func end() {
        let now = ContinuousClock.now
        for machine in ["kitchen", "cellar", String(repeating: "d", count: 64)] { end(machine, at: now) }
    }
}

@Suite("When listening is exchanged")
struct ExchangePlanTests {
    private let start = ContinuousClock.now
    private let kitchen = "kitchen"
    private let cellar = "cellar"

    /// A plan that has exchanged with the kitchen, so that nothing is due.
    private func settled(count: Int64 = 5) -> ExchangePlan {
        var plan = ExchangePlan()
        plan.noteOccasion(at: start)
        #expect(plan.begin([kitchen], count: count, at: start) == [kitchen])
        plan.noteMessage(of: kitchen, has: count, at: start)
        plan.end()
        return plan
    }

    /// Carries the plan out while the kitchen is away.
    ///
    /// - Returns: The times of the tries, in seconds from the start.
    private func tries(_ plan: inout ExchangePlan, count: Int64) -> [Int64] {
        var tries: [Int64] = []
        while let next = plan.next {
            if plan.begin([kitchen], count: count, at: next) == [kitchen] {
                tries.append((next - start).components.seconds)
            }
            plan.end()
            guard tries.count < 100 else { break }
        }
        return tries
    }

    @Test("Machines are asked at the start, and then nothing is due")
    func nothingDue() {
        #expect(settled().next == nil)
        #expect(!settled().isWaiting)
    }

    @Test("A change goes when it has settled, and not more often than twice a minute")
    func change() {
        var plan = settled()
        plan.noteChange(at: start + .seconds(1))
        #expect(plan.next == start + ExchangePlan.pause)
        plan = settled()
        plan.noteChange(at: start + .seconds(60))
        plan.noteChange(at: start + .seconds(65))
        #expect(plan.next == start + .seconds(60) + ExchangePlan.settling)
    }

    @Test("What failed is tried again, each time later and not without end")
    func away() {
        var plan = settled()
        plan.noteChange(at: start + .seconds(100))
        #expect(tries(&plan, count: 6) == [110, 125, 185, 485, 1_685, 5_285])
        #expect(plan.next == nil)
        #expect(plan.isWaiting)
    }

    @Test("Changes do not make a machine that is away be tried more often than once an hour")
    func listeningOn() {
        var plan = settled()
        plan.noteChange(at: start + .seconds(100))
        _ = tries(&plan, count: 6)
        var begun = 0
        // Something changes every half a minute for ten hours.
        for half in 0..<1_200 {
            let now = start + .seconds(5_300 + 30 * half)
            plan.noteChange(at: now)
            while let next = plan.next, next < now + .seconds(30) {
                begun += plan.begin([kitchen], count: Int64(7 + half), at: next).count
                plan.end()
            }
        }
        #expect((9...11).contains(begun), "\(begun)")
    }

    @Test("A machine that calls counts as reached: it has everything, or is tried soon if that broke off")
    func call() {
        var plan = settled()
        plan.noteChange(at: start + .seconds(100))
        _ = tries(&plan, count: 6)
        let later = start + .seconds(20_000)
        var other = plan
        other.noteMessage(of: kitchen, has: nil, at: later)
        #expect(other.next == later + ExchangePlan.settling)
        #expect(other.begin([kitchen], count: 6, at: later + .seconds(10)) == [kitchen])
        plan.noteMessage(of: kitchen, has: nil, at: later)
        plan.noteMessage(of: kitchen, has: 6, at: later + .seconds(1))
        #expect(plan.begin([kitchen], count: 6, at: later + .seconds(10)).isEmpty)
        #expect(plan.next == nil)
        #expect(!plan.isWaiting)
    }

    @Test("What was told before a change is told again after it")
    func during() {
        var plan = settled()
        plan.noteChange(at: start + .seconds(100))
        _ = plan.begin([kitchen], count: 6, at: start + .seconds(110))
        plan.noteChange(at: start + .seconds(111))
        plan.noteMessage(of: kitchen, has: 6, at: start + .seconds(112))
        plan.end()
        #expect(plan.next == start + .seconds(110) + ExchangePlan.pause)
        #expect(plan.begin([kitchen], count: 7, at: start + .seconds(140)) == [kitchen])
    }

    @Test("Waking up asks every machine at once, and a few times again if none answers")
    func wakeUp() {
        var plan = settled()
        plan.noteOccasion(at: start + .seconds(100))
        #expect(plan.next == start + .seconds(100) + ExchangePlan.occasion)
        #expect(tries(&plan, count: 5) == [102, 117, 177])
    }

    @Test("Another network is a reason to try what failed, and none where nothing did")
    func network() {
        var plan = settled()
        plan.noteNetwork(at: start + .seconds(50))
        #expect(plan.next == nil)
        plan.noteChange(at: start + .seconds(100))
        _ = tries(&plan, count: 6)
        plan.noteNetwork(at: start + .seconds(20_000))
        #expect(plan.next == start + .seconds(20_000) + ExchangePlan.occasion)
        #expect(plan.begin([kitchen], count: 6, at: start + .seconds(20_002)) == [kitchen])
    }

    @Test("One that is away does not hold up another one")
    func two() {
        var plan = ExchangePlan()
        plan.noteOccasion(at: start)
        #expect(plan.begin([kitchen, cellar], count: 1, at: start) == [kitchen, cellar])
        plan.noteMessage(of: cellar, has: 1, at: start)
        plan.end()
        plan.noteChange(at: start + .seconds(1))
        #expect(plan.begin([kitchen, cellar], count: 2, at: start + .seconds(3)) == [cellar])
        plan.end()
        // One that is not paired any longer is forgotten.
        #expect(plan.begin([cellar], count: 2, at: start + .seconds(4)).isEmpty)
        #expect(plan.begin([cellar], count: 2, at: start + .seconds(900)) == [cellar])
    }

    @Test("A machine that takes long holds up itself alone, and gets afterwards what has changed meanwhile")
    func slow() {
        var plan = ExchangePlan()
        plan.noteOccasion(at: start)
        _ = plan.begin([kitchen, cellar], count: 1, at: start)
        plan.noteMessage(of: cellar, has: 1, at: start + .seconds(1))
        plan.end(cellar, at: start + .seconds(1))
        plan.noteChange(at: start + .seconds(40))
        #expect(plan.next == start + .seconds(40) + ExchangePlan.settling)
        #expect(plan.begin([kitchen, cellar], count: 2, at: start + .seconds(50)) == [cellar])
        plan.noteMessage(of: cellar, has: 2, at: start + .seconds(51))
        plan.end(cellar, at: start + .seconds(51))
        #expect(plan.next == nil, "it is not asked for once more while it is tried")
        #expect(plan.isWaiting, "it may be there by another network")
        var reached = plan
        plan.end(kitchen, at: start + .seconds(100))
        #expect(plan.begin([kitchen, cellar], count: 2, at: start + .seconds(100)) == [kitchen])
        // It has what there was when it was asked.
        reached.noteMessage(of: kitchen, has: 1, at: start + .seconds(60))
        reached.end(kitchen, at: start + .seconds(60))
        #expect(reached.next == start + .seconds(50) + ExchangePlan.pause)
        #expect(reached.begin([kitchen, cellar], count: 2, at: start + .seconds(80)) == [kitchen])
    }

    @Test("A machine that is tried in vain while the network changes is tried again at once")
    func networkMeanwhile() {
        var plan = ExchangePlan()
        plan.noteOccasion(at: start)
        _ = plan.begin([kitchen, cellar], count: 1, at: start)
        plan.noteMessage(of: kitchen, has: 1, at: start)
        plan.end()
        plan.noteOccasion(at: start + .seconds(100))
        _ = plan.begin([kitchen], count: 1, at: start + .seconds(101))
        plan.noteNetwork(at: start + .seconds(110))
        #expect(plan.begin([kitchen], count: 1, at: start + .seconds(115)).isEmpty, "it is being tried")

        plan.end(kitchen, at: start + .seconds(120))

        #expect(plan.next == start + .seconds(120))
        #expect(plan.begin([kitchen], count: 1, at: start + .seconds(120)) == [kitchen])
    }

    @Test("A machine that begins exchanges without end holds up itself alone")
    func talkative() {
        var plan = ExchangePlan()
        plan.noteOccasion(at: start)
        _ = plan.begin([kitchen, cellar], count: 1, at: start)
        for machine in [kitchen, cellar] { plan.noteMessage(of: machine, has: 1, at: start) }
        plan.end()
        plan.noteChange(at: start + .seconds(40))
        for second in 0..<10 {
            let now = start + .seconds(40 + 9 * second)
            plan.noteMessage(of: kitchen, has: nil, at: now)
            guard let next = plan.next, next <= now else { continue }
            #expect(plan.begin([kitchen, cellar], count: 2, at: now) == [cellar])
            return
        }
        Issue.record("the other one is never told")
    }

    @Test("What a machine has begun may go on; if it breaks off, it is tried from here")
    func broken() {
        var plan = ExchangePlan()
        plan.noteMessage(of: kitchen, has: nil, at: start)
        #expect(plan.next == start + ExchangePlan.settling)
        #expect(plan.begin([kitchen], count: 1, at: start + .seconds(1)).isEmpty)
        #expect(plan.next == start + ExchangePlan.settling)
        #expect(plan.begin([kitchen], count: 1, at: start + ExchangePlan.settling) == [kitchen])
    }

    private let desk = String(repeating: "d", count: 64)
    private var announced: String { String(desk.prefix(16)) }

    /// A plan that has exchanged with the desk.
    private func settledWithDesk() -> ExchangePlan {
        var plan = ExchangePlan()
        plan.noteOccasion(at: start)
        _ = plan.begin([desk], count: 5, at: start)
        plan.noteMessage(of: desk, has: 5, at: start)
        plan.end()
        return plan
    }

    @Test("A machine that appears is asked at once, by the digits that it announces")
    func appears() {
        var plan = settledWithDesk()
        let later = start + ExchangePlan.appearance
        for digits in ["", "d", String(repeating: "c", count: 16), desk] { plan.noteAppearance(of: digits, at: later) }
        #expect(plan.next == nil)
        plan.noteAppearance(of: announced, at: later)
        #expect(plan.next == later + ExchangePlan.occasion)
        #expect(plan.begin([desk], count: 5, at: later + ExchangePlan.occasion) == [desk])
        plan.noteMessage(of: desk, has: 5, at: later + .seconds(3))
        plan.end()
        #expect(plan.next == nil)
    }

    @Test("A machine with which something was just exchanged is not asked because it is announced")
    func justSeen() {
        var plan = settledWithDesk()
        plan.noteAppearance(of: announced, at: start + .seconds(10))
        #expect(plan.next == nil)
    }

    @Test("One that went away a minute ago, with something left to tell, is tried when it appears")
    func back() {
        var plan = settledWithDesk()
        plan.noteChange(at: start + .seconds(30))
        _ = plan.begin([desk], count: 6, at: start + .seconds(40))
        plan.end()
        plan.noteAppearance(of: announced, at: start + .seconds(42))
        #expect(plan.next == start + .seconds(42) + ExchangePlan.occasion)
    }

    @Test("One that appears while it is tried is tried once more, unless that was in time")
    func meanwhile() {
        var plan = settledWithDesk()
        plan.noteChange(at: start + .seconds(30))
        _ = plan.begin([desk], count: 6, at: start + .seconds(40))
        plan.noteAppearance(of: announced, at: start + .seconds(41))
        var reached = plan
        plan.end()
        #expect(plan.begin([desk], count: 6, at: start + .seconds(43)) == [desk])
        reached.noteMessage(of: desk, has: 6, at: start + .seconds(42))
        reached.end()
        #expect(reached.begin([desk], count: 6, at: start + .seconds(43)).isEmpty)
        #expect(reached.next == nil)
    }

    @Test("One that was away for hours is tried at once when it appears")
    func comesBack() {
        var plan = settledWithDesk()
        plan.noteChange(at: start + .seconds(100))
        while let next = plan.next {
            _ = plan.begin([desk], count: 6, at: next)
            plan.end()
        }
        let later = start + .seconds(20_000)
        plan.noteAppearance(of: announced, at: later)
        #expect(plan.begin([desk], count: 6, at: later + ExchangePlan.occasion) == [desk])
    }

    @Test("Whoever announces a machine all the time causes a try in five minutes and another one, not more")
    func flood() {
        var (plan, tries) = (settledWithDesk(), 0)
        for second in 0..<36_000 {
            let now = start + .seconds(second)
            plan.noteAppearance(of: announced, at: now)
            guard let next = plan.next, next <= now else { continue }
            tries += plan.begin([desk], count: 6, at: now).count
            plan.end()
        }
        #expect((100...250).contains(tries), "\(tries)")
    }
}
