// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The calls of each caller that are under way on a connection: from their arrival until their answer is sent.
///
/// - Complexity: O(1) for each call.
struct CallLedger {
    /// The decision on a call.
    enum Verdict: Equatable {
        case taken
        /// It must be answered with an error at once, and counts as under way until that is sent.
        case refused
        /// It must not be answered at all.
        case dropped
    }

    private struct Call {
        /// Callers that are up to no good send several calls with one number.
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

        /// - Returns: `false` for an answer that is not expected.
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

    /// The calls of a short span of time, by which callers are recognised that continue although they are refused.
    private struct Span {
        var number: UInt32 = 0
        var taken: [String: Int] = [:]
        var turnedAway: [String: Int] = [:]
        var floods: Set<String> = []
    }

    /// The most calls of a caller that are taken in a span.
    private static let spanLimit = 256
    /// The limit for a caller of which more than the limit were refused in the span before: reading and answering a
    /// call takes as long as the bus needs to bring several more, so others would wait ever longer behind them.
    private static let floodLimit = 4
    /// The number of times that the limit may be under way, including the calls being refused.
    private static let patience = 16

    private let limit: Int
    private let byteLimit: Int
    private var callers: [String: Caller] = [:]
    private var span = Span()

    /// - Parameters:
    ///   - limit: The most calls of one caller.
    ///   - byteLimit: The most bytes of one caller; a single call may have more.
    init(limit: Int, byteLimit: Int) {
        self.limit = limit
        self.byteLimit = byteLimit
    }

    /// The number of callers with calls under way.
    var callerCount: Int { callers.count }

    /// Notes a call that has arrived, unless it is dropped.
    ///
    /// - Parameters:
    ///   - isSilent: The caller wants no answer.
    ///   - number: The span of time in which it came: 10 ms.
    mutating func arrive(
        from name: String, serial: UInt32, bytes: Int, isSilent: Bool, inSpan number: UInt32
    ) -> Verdict {
        if number != span.number {
            let floods = span.turnedAway.filter { $0.value > limit }.keys
            span = Span(number: number, floods: Set(floods))
        }
        let (count, kept) = callers[name].map { ($0.count, $0.bytes) } ?? (0, 0)
        let most = span.floods.contains(name) ? Self.floodLimit : Self.spanLimit
        let isOver = count >= limit || count > 0 && kept + bytes > byteLimit || span.taken[name, default: 0] >= most
        if isOver { span.turnedAway[name, default: 0] += 1 } else { span.taken[name, default: 0] += 1 }
        guard !isOver || !isSilent && count < limit * Self.patience else { return .dropped }
        callers[name, default: Caller()].add(serial, bytes: isOver ? 0 : bytes, isSilent: isSilent)
        return isOver ? .refused : .taken
    }

    /// Notes that an answer is about to be sent.
    ///
    /// - Returns: `false` for an answer that is not expected.
    mutating func answer(to name: String, serial: UInt32) -> Bool {
        guard let caller = callers.index(forKey: name) else { return true }
        let isWanted = callers.values[caller].remove(serial)
        if callers.values[caller].count == 0 { callers.remove(at: caller) }
        return isWanted
    }
}
