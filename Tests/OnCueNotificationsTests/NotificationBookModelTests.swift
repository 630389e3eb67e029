// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueNotifications
import Synchronization
import Testing

/// Whatever programs, clocks and users do in whatever order, and wherever the process ends.
@Suite("The notification centre against a model of its file")
struct NotificationBookModelTests {
    @Test("Nothing is shown twice, nothing is lost, and the order is kept", arguments: (1...20).map(UInt64.init))
    func model(seed: UInt64) throws {
        var world = World(seed: seed)
        for step in 0..<600 {
            world.step()
            let about: Comment = "seed \(seed), step \(step)"
            // Without the values, which are long.
            let isSaved = world.file == world.book.records
            #expect(isSaved, about)
            try #require(world.shownTwice.isEmpty, about)
            try #require(world.lost.isEmpty && !world.isOutOfOrder, about)
            #expect(world.book.nextTime.map { $0 > world.time.wall } ?? true, about)
            for record in world.book.records.values {
                #expect(record.isPending || record.delivery != nil, about)
                #expect(record.next == nil || record.isPending, about)
                // Only an event has no time.
                if record.isPending, record.next == nil {
                    guard case .event = record.request.trigger else {
                        Issue.record("\(record.name) waits for nothing, seed \(seed), step \(step)")
                        continue
                    }
                }
            }
        }
        // All that was asked for once is shown in the end, missed, or gone because somebody wanted that.
        world.time.wall += 400 * 86_400
        world.time.uptime += 400 * 86_400
        world.take(world.book.pass(to: world.time))
        for record in world.book.pending {
            #expect(record.next == nil || record.request.trigger?.repeats == true, "seed \(seed): \(record)")
        }
    }

    private struct World {
        var numbers: Numbers
        let zone = Zone()
        var book: NotificationBook
        var file: [NotificationRequest.Name: NotificationRecord] = [:]
        var time = NotificationTime(wall: 1_790_000_000, uptime: 50, boot: "1")
        var shown: Set<Int64> = []
        var shownTwice: [NotificationRequest.Name] = []
        var boots = 1

        /// What waits for more than one time, and may not be gone by time alone.
        var lost: [NotificationRequest.Name] = []
        var isOutOfOrder = false

        init(seed: UInt64) {
            numbers = Numbers(state: seed)
            book = NotificationBook(offset: zone.offset)
        }

        mutating func step() {
            switch Int.random(in: 0..<13, using: &numbers) {
            case 12:
                // The machine is in another zone.
                zone.ahead.withLock { $0 = Int64.random(in: -12...12, using: &numbers) * 3_600 }
                take(book.clockChanged(at: time))
            case 0...3: add()
            case 4, 5: pass(Int64.random(in: 0...40_000, using: &numbers))
            case 6:
                time.wall += Int64.random(in: -200_000...200_000, using: &numbers)
                take(book.clockChanged(at: time))
            case 7: take(book.happened(.arrival, ["home"], at: time))
            case 8:
                let name = name()
                if let effects = try? book.answer(name, .init(.main), isLocked: false, at: time.wall) { take(effects) }
            case 9:
                let name = name()
                let part = NotificationBook.Part.allCases[Int.random(in: 0..<3, using: &numbers)]
                take(book.remove(part) { $0.name == name }.effects)
            case 10: restart()
            default: pass(1)
            }
        }

        mutating func pass(_ seconds: Int64) {
            time.wall += seconds
            time.uptime += seconds
            let repeating = book.records.values.filter { record in
                guard record.isPending, record.request.content.expires == nil else { return false }
                if case .event = record.request.trigger { return true }
                return record.request.trigger?.repeats == true
            }
            let effects = book.pass(to: time)
            lost += repeating.map(\.name).filter { book.records[$0]?.isPending != true }
            let dues = effects.compactMap { effect -> Int64? in
                if case .present(let name) = effect { book.records[name]?.delivery?.due } else { nil }
            }
            if dues != dues.sorted() { isOutOfOrder = true }
            take(effects)
        }

        private mutating func name() -> NotificationRequest.Name {
            .init("org.example.\(Int.random(in: 0..<3, using: &numbers))", "\(Int.random(in: 0..<8, using: &numbers))")
        }

        private mutating func add() {
            var content = NotificationContent(title: "T", thread: ["", "t"][Int.random(in: 0..<2, using: &numbers)])
            if Int.random(in: 0..<6, using: &numbers) == 0 {
                content.expires = time.wall + Int64.random(in: 1...90_000, using: &numbers)
            }
            let request = NotificationRequest(name(), content, trigger: trigger())
            if let effects = try? book.add(request, at: time) { take(effects) }
        }

        private mutating func trigger() -> NotificationTrigger? {
            let repeats = Bool.random(using: &numbers)
            switch Int.random(in: 0..<5, using: &numbers) {
            case 0: return .interval(Int64.random(in: 60...90_000, using: &numbers), repeats: repeats)
            case 1: return .calendar(.init(hour: Int.random(in: 0..<24, using: &numbers), minute: 30), repeats: repeats)
            case 2: return .calendar(.init(weekdays: [Int.random(in: 0..<7, using: &numbers)]), repeats: repeats)
            case 3:
                let all = NotificationTrigger.Repetition.allCases
                return .event(.init(.arrival, "home"), all[Int.random(in: 0..<all.count, using: &numbers)])
            default: return nil
            }
        }

        /// Carries out what follows, as the shell does: the file first, then the screen.
        mutating func take(_ effects: [NotificationBook.Effect]) {
            save(effects)
            for effect in effects {
                guard case .present(let name) = effect, let delivery = book.records[name]?.delivery else { continue }
                // The process ends between the file and the screen: it is shown by the next one.
                if Int.random(in: 0..<20, using: &numbers) == 0 { return restart() }
                if !shown.insert(delivery.number).inserted { shownTwice.append(name) }
                save(book.presented(name, number: delivery.number, on: "desktop", at: time.wall))
            }
        }

        private mutating func save(_ effects: [NotificationBook.Effect]) {
            for effect in effects {
                switch effect {
                case .save(let record): file[record.name] = record
                case .delete(let name): file[name] = nil
                default: break
                }
            }
        }

        /// The process is killed, sometimes with the machine, and time passes.
        private mutating func restart() {
            let pause = Int64.random(in: 0...100_000, using: &numbers)
            time.wall += pause
            time.uptime += pause
            if Bool.random(using: &numbers) {
                boots += 1
                (time.uptime, time.boot) = (10, "\(boots)")
            }
            // The numbers of what is gone mean nothing any longer.
            let last = file.values.map { max($0.order, $0.delivery?.number ?? 0) }.max() ?? 0
            shown = shown.filter { $0 <= last }
            book = NotificationBook(offset: zone.offset)
            take(book.restore(Array(file.values), [], at: time))
        }
    }
}

/// Summer time in Berlin in 2026, or so many seconds more.
private final class Zone: Sendable {
    let ahead = Mutex<Int64>(0)

    var offset: @Sendable (Int64) -> Int64 {
        { [self] moment in
            ((1_774_746_000..<1_792_890_000).contains(moment) ? 7_200 : 3_600) + ahead.withLock { $0 }
        }
    }
}

/// Random numbers that are the same for the same seed.
private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ (state >> 29)) &* 0xBF58_476D_1CE4_E5B9
    }
}
