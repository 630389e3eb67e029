// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueRuntime

/// Starts the calls of many callers such that a few with many calls do not delay the others.
///
/// Some calls of each caller start at once. Further ones wait for the jobs of these, and while many are in progress.
/// They are dropped if their caller has left by then. Callers on a bus and those at the socket next to it share one
/// queue.
@MediaActor
final class CallQueue {
    /// The number of calls per caller that start at once, regardless of others.
    static let ownLimit = 4
    /// The number of calls beyond which further ones wait for the end of another.
    static let limit = 64
    /// The quiet time after many calls before memory is released.
    private static let quiet: Duration = .seconds(2)

    /// Starts a call, and calls its argument once when the call has been answered.
    typealias Work = @MediaActor (_ end: @escaping @MediaActor () -> Void) -> Void

    private struct Caller {
        var running = 0
        /// The number of calls started in this turn; forgotten when all have ended.
        var begun = 0
        var waiting: [Work] = []
        var watch: BusSubscription?
    }

    private weak var bus: MessageBus?
    private var callers: [String: Caller] = [:]
    /// The callers with waiting calls, the next one first.
    private var turns: [String] = []
    private var running = 0
    private var isBeginning = false
    private var isTurnEnding = false
    private var wasCrowded = false

    /// - Parameter bus: The bus, which reports when a caller on it has left; without it, the calls of such callers are
    ///   not dropped.
    init(bus: MessageBus?) {
        self.bus = bus
    }

    /// Does `work` now or later, or releases it if its caller leaves before that.
    func add(from name: String, _ work: @escaping Work) {
        let caller = callers[name] ?? Caller()
        let isCrowded = caller.running >= Self.ownLimit && running >= Self.limit
        guard caller.waiting.isEmpty, caller.begun < Self.ownLimit, !isCrowded else {
            return wait(name, work, isCrowded: isCrowded)
        }
        begin(name, work)
    }

    /// Drops the waiting calls of a caller that has left.
    func leave(_ name: String) {
        guard let caller = callers[name], !caller.waiting.isEmpty else { return }
        callers[name]?.waiting = []
        callers[name]?.watch = nil
        turns.removeAll { $0 == name }
        if caller.running == 0 { callers[name] = nil }
    }

    private func wait(_ name: String, _ work: @escaping Work, isCrowded: Bool) {
        if callers[name, default: Caller()].waiting.isEmpty { turns.append(name) }
        callers[name]?.waiting.append(work)
        // Without a crowd the next turn begins before the bus could report that the caller has left.
        if isCrowded { watch(name) }
    }

    private func watch(_ name: String) {
        wasCrowded = true
        // A socket reports by itself when a program has left, and the bus does not know these programs.
        guard !DirectServer.isName(name), callers[name]?.watch == nil, let bus else { return }
        callers[name]?.watch = bus.watchDeparture(of: name) { [weak self] in self?.leave(name) }
    }

    private func begin(_ name: String, _ work: Work) {
        running += 1
        callers[name, default: Caller()].running += 1
        callers[name]?.begun += 1
        work { [weak self] in self?.ended(name) }
        if callers[name]?.begun == Self.ownLimit { endTurn() }
    }

    private func ended(_ name: String) {
        running -= 1
        callers[name]?.running -= 1
        if let caller = callers[name], caller.running <= 0, caller.waiting.isEmpty, caller.begun < Self.ownLimit {
            callers[name] = nil
        }
        beginWaiting()
    }

    /// Makes the next turn begin after all jobs that were started in this one.
    private func endTurn() {
        guard !isTurnEnding else { return }
        isTurnEnding = true
        Task { [weak self] in self?.beginTurn() }
    }

    private func beginTurn() {
        isTurnEnding = false
        for name in callers.keys {
            callers[name]?.begun = 0
            if callers[name]?.running == 0, callers[name]?.waiting.isEmpty == true { callers[name] = nil }
        }
        beginWaiting()
        for name in turns where (callers[name]?.begun ?? 0) < Self.ownLimit { watch(name) }
    }

    private func beginWaiting() {
        // Calls that are answered at once end while others are being started.
        guard !isBeginning else { return }
        isBeginning = true
        defer { isBeginning = false }
        while let next = nextTurn() { begin(next.name, next.work) }
        if running == 0, wasCrowded { giveBack() }
    }

    private func nextTurn() -> (name: String, work: Work)? {
        let isFree = running < Self.limit
        let turn = turns.firstIndex { name in
            guard let caller = callers[name] else { return false }
            return caller.begun < Self.ownLimit && (isFree || caller.running < Self.ownLimit)
        }
        guard let turn else { return nil }
        let name = turns.remove(at: turn)
        guard let first = callers[name]?.waiting.removeFirst() else { return nil }
        if callers[name]?.waiting.isEmpty == false {
            turns.append(name)
        } else {
            callers[name]?.watch = nil
        }
        return (name, first)
    }

    private func giveBack() {
        wasCrowded = false
        Task { [weak self] in
            guard (try? await MediaActor.sleep(for: Self.quiet)) != nil, self?.wasCrowded == false else { return }
            Heap.giveBack()
        }
    }
}
