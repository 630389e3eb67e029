// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The calls of each caller that are under way on a connection: from their arrival until their answer is sent.
///
/// - Complexity: O(1) for each call.
struct CallLedger {
    /// What becomes of a call.
    enum Verdict: Equatable {
        case taken
        /// It is to be answered with an error at once, which is under way until it is sent.
        case refused
        /// It is not to be answered at all.
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
    }

    /// So many times the limit may be under way when those are counted that are being refused.
    private static let patience = 16

    private let limit: Int
    private let byteLimit: Int
    private var callers: [String: Caller] = [:]

    /// - Parameters:
    ///   - limit: The most calls of one caller.
    ///   - byteLimit: The most bytes of one caller; a single call may have more.
    init(limit: Int, byteLimit: Int) {
        self.limit = limit
        self.byteLimit = byteLimit
    }

    /// How many callers have calls under way.
    var callerCount: Int { callers.count }

    /// Notes a call that has arrived, unless it is dropped.
    ///
    /// - Parameter isSilent: The caller wants no answer.
    mutating func arrive(from name: String, serial: UInt32, bytes: Int, isSilent: Bool) -> Verdict {
        var caller = callers[name] ?? Caller()
        let isOver = caller.count >= limit || caller.count > 0 && caller.bytes + bytes > byteLimit
        guard !isOver || !isSilent && caller.count < limit * Self.patience else { return .dropped }
        let kept = isOver ? 0 : bytes
        caller.count += 1
        caller.bytes += kept
        caller.calls[serial, default: Call()].count += 1
        caller.calls[serial]?.bytes += kept
        caller.calls[serial]?.isSilent = isSilent
        callers[name] = caller
        return isOver ? .refused : .taken
    }

    /// Notes that an answer is about to be sent.
    ///
    /// - Returns: False for an answer that nobody wants.
    mutating func answer(to name: String, serial: UInt32) -> Bool {
        guard var caller = callers[name], var call = caller.calls[serial] else { return true }
        caller.count -= 1
        call.count -= 1
        if call.count == 0 { caller.bytes -= call.bytes }
        caller.calls[serial] = call.count == 0 ? nil : call
        callers[name] = caller.count == 0 ? nil : caller
        return !call.isSilent
    }
}
