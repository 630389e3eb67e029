// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The calls of each caller that are in progress on a connection, from their arrival until their answer is sent.
///
/// - Complexity: O(1) for each call.
struct CallLedger {
    /// The decision on a call.
    enum Verdict: Equatable {
        case taken
        /// It must be answered with an error at once, since unanswered calls make the bus slower for everyone.
        case refused
        /// The same without a message, for a caller that continues: the bus reads few bytes from this program per turn.
        case refusedBriefly
        /// It must not be answered at all.
        case dropped
    }

    /// A call or signal that has arrived.
    struct Arrival {
        var caller: String
        var serial: UInt32
        var bytes: Int
        /// Whether the caller does not want an answer.
        var isSilent: Bool
        var isSignal = false
        /// The number of the piece in which it was read; calls that were read together were in progress together.
        var piece: UInt32
        /// The number of the time span in which it arrived: 10 ms, or longer while more arrives than is accepted.
        var span: UInt32
        /// Whether the bus has not yet read all that was sent to it.
        var isBusBehind = false
    }

    private struct Call {
        /// A misbehaving caller may use one number for several calls.
        var count = 0
        var bytes = 0
        var isSilent = false
    }

    private struct Caller {
        var count = 0
        var bytes = 0
        var calls: [UInt32: Call] = [:]

        mutating func add(_ serial: UInt32, bytes: Int, isSilent: Bool) {
            count += 1
            self.bytes += bytes
            calls[serial, default: Call()].count += 1
            calls[serial]?.bytes += bytes
            calls[serial]?.isSilent = isSilent
        }

        /// Removes a call that is answered.
        ///
        /// - Returns: `false` if the caller does not want the answer.
        mutating func remove(_ serial: UInt32) -> Bool {
            guard let call = calls[serial] else { return true }
            count -= 1
            calls[serial]?.count -= 1
            if call.count == 1 {
                bytes -= call.bytes
                calls[serial] = nil
            }
            return !call.isSilent
        }
    }

    /// The refusals of a caller in 100 ms, plus half of those in the 100 ms before. A single span is too short if the
    /// bus is slow, since it then delivers some calls of each program in turn.
    private struct Pressure {
        private static let length: UInt32 = 10
        private var refused = 0
        private var start: UInt32

        init(at span: UInt32) { start = span }

        mutating func add(at span: UInt32) {
            let age = span &- start
            if age >= Self.length {
                refused = age < 2 * Self.length ? refused / 2 : 0
                start = span
            }
            refused += 1
        }

        func isRecent(at span: UInt32) -> Bool { span &- start < 2 * Self.length }

        func isFlood(at span: UInt32, _ limit: Int) -> Bool { isRecent(at: span) && refused > limit }
    }

    /// The calls or signals in a short span of time.
    private struct Span {
        var number: UInt32 = 0
        var taken: [String: Int] = [:]
        var turnedAway: [String: Int] = [:]
        var floods: Set<String> = []

        mutating func advance(to next: UInt32, _ limit: Int) {
            guard next != number else { return }
            let isRecent = next &- number <= CallLedger.memory
            self = Span(number: next, floods: isRecent ? Set(turnedAway.filter { $0.value > limit }.keys) : [])
        }
    }

    /// The number of spans after which a silent sender of signals is no longer treated as a flood: one second.
    private static let memory: UInt32 = 100
    /// The largest number of calls accepted from a caller in a span.
    private static let spanLimit = 256
    /// The largest number accepted in a span from a caller or sender that recently had more refusals than its limit.
    /// Calls of such a caller are accepted one at a time: reading and answering one takes as long as the bus needs to
    /// deliver several more, so others would wait longer and longer.
    private static let floodLimit = 4
    /// The largest number of signals accepted from a sender in a span.
    private static let signalLimit = 256
    /// The number of callers with refusals from which those that have become silent are forgotten.
    private static let pressureLimit = 64

    private let limit: Int
    private let byteLimit: Int
    private var callers: [String: Caller] = [:]
    private var span = Span()
    private var pressures: [String: Pressure] = [:]
    private var signalSpan = Span()
    /// The number of calls accepted from the piece that was read last.
    private var piece: (number: UInt32, taken: [String: Int]) = (0, [:])

    /// - Parameters:
    ///   - limit: The largest number of calls in progress for one caller.
    ///   - byteLimit: The largest number of bytes for one caller; a single call may have more.
    init(limit: Int, byteLimit: Int) {
        self.limit = limit
        self.byteLimit = byteLimit
    }

    /// The number of callers with calls in progress.
    var callerCount: Int { callers.count }

    /// Decides on a call or signal that has arrived, and notes it if it is accepted.
    mutating func judge(_ arrival: Arrival) -> Verdict {
        let name = arrival.caller
        if arrival.isSignal { return judgeSignal(arrival) }
        span.advance(to: arrival.span, limit)
        if arrival.piece != piece.number { piece = (arrival.piece, [:]) }
        guard !isOver(arrival) else {
            press(arrival)
            guard !arrival.isSilent else { return .dropped }
            return isFlood(arrival) ? .refusedBriefly : .refused
        }
        span.taken[name, default: 0] += 1
        piece.taken[name, default: 0] += 1
        callers[name, default: Caller()].add(arrival.serial, bytes: arrival.bytes, isSilent: arrival.isSilent)
        return .taken
    }

    private mutating func press(_ arrival: Arrival) {
        if pressures[arrival.caller] == nil, pressures.count >= Self.pressureLimit {
            pressures = pressures.filter { $0.value.isRecent(at: arrival.span) }
        }
        pressures[arrival.caller, default: Pressure(at: arrival.span)].add(at: arrival.span)
    }

    private func isFlood(_ arrival: Arrival) -> Bool {
        pressures[arrival.caller]?.isFlood(at: arrival.span, limit) ?? false
    }

    private mutating func judgeSignal(_ arrival: Arrival) -> Verdict {
        signalSpan.advance(to: arrival.span, limit)
        let most = signalSpan.floods.contains(arrival.caller) ? Self.floodLimit : Self.signalLimit
        guard signalSpan.taken[arrival.caller, default: 0] < most else {
            signalSpan.turnedAway[arrival.caller, default: 0] += 1
            return .dropped
        }
        signalSpan.taken[arrival.caller, default: 0] += 1
        return .taken
    }

    private func isOver(_ arrival: Arrival) -> Bool {
        let name = arrival.caller
        let (count, kept) = callers[name].map { ($0.count, $0.bytes) } ?? (0, 0)
        let taken = span.taken[name, default: 0]
        if isFlood(arrival) {
            return count > 0 || taken >= Self.floodLimit || arrival.isBusBehind
        }
        return count >= limit || count > 0 && kept + arrival.bytes > byteLimit || taken >= Self.spanLimit
            || piece.taken[name, default: 0] >= limit
    }

    /// Notes that an answer is about to be sent.
    ///
    /// - Returns: `false` if the caller does not want the answer.
    mutating func answer(to name: String, serial: UInt32) -> Bool {
        guard let caller = callers.index(forKey: name) else { return true }
        let isWanted = callers.values[caller].remove(serial)
        if callers.values[caller].count == 0 { callers.remove(at: caller) }
        return isWanted
    }
}
