// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CGLib

/// The answers to `Introspect` of one connection, kept until an interface is exported or withdrawn.
///
/// GLib generates a description for every call, while it holds the lock of the connection. With thirty interfaces that
/// takes longer than everything else about the call, so GLib generates only one for each object.
struct IntrospectionAnswers {
    private struct Question: Hashable {
        var caller: String
        var serial: UInt32
    }

    /// The smallest answer that is kept. Smaller ones are about paths without interfaces, and callers can make up any
    /// number of these.
    private static let smallest = 1024
    /// The largest number of answers kept, which is more than there are exported objects. The nodes of a tree have any
    /// number of names.
    private static let most = 64
    /// The most bytes of answers to one caller that wait for the bus, unless it is a single one. The bus reads 4 kB of
    /// them in a turn, and the answers to others are behind them.
    private static let longestWait = 32 << 10

    private var answers: [String: SharedVariant] = [:]
    /// The paths for which GLib is generating a description.
    private var asked: [Question: String] = [:]
    /// The sizes of the answers that wait for the bus, and their sums by callers.
    private var waiting: [Question: Int] = [:]
    private var waitingBytes: [String: Int] = [:]

    /// The decision on a call.
    enum Verdict {
        /// The body of the answer, which is to be sent.
        case known(SharedVariant)
        /// GLib must generate the description.
        case unknown
        /// Too much that the caller was answered still waits for the bus.
        case refused
    }

    /// Decides on a call.
    mutating func judge(_ path: String, from caller: String, serial: UInt32) -> Verdict {
        let question = Question(caller: caller, serial: serial)
        guard let answer = answers[path] else {
            asked[question] = path
            return .unknown
        }
        let bytes = waitingBytes[caller, default: 0]
        // A misbehaving caller may use one number for several calls.
        guard waiting[question] == nil, bytes == 0 || bytes + answer.size <= Self.longestWait else { return .refused }
        waiting[question] = answer.size
        waitingBytes[caller] = bytes + answer.size
        return .known(answer)
    }

    /// Notes that an answer is being sent, and keeps it if it is a description that GLib has generated; `makeBody`
    /// returns `nil` for an error.
    mutating func note(_ serial: UInt32, to caller: String, _ makeBody: () -> SharedVariant?) {
        if !waiting.isEmpty, let size = waiting.removeValue(forKey: Question(caller: caller, serial: serial)) {
            let left = waitingBytes[caller, default: 0] - size
            waitingBytes[caller] = left > 0 ? left : nil
        }
        guard !asked.isEmpty, let path = asked.removeValue(forKey: Question(caller: caller, serial: serial)),
            answers.count < Self.most, let body = makeBody(), body.size >= Self.smallest
        else { return }
        answers[path] = body
    }

    /// Forgets all answers, and those being generated.
    mutating func clear() {
        (answers, asked) = ([:], [:])
    }
}

/// A value in the form used on the bus, for any number of messages and threads.
@safe
final class SharedVariant: Sendable {
    private let address: UInt

    @unsafe
    init(retaining variant: OpaquePointer) {
        address = unsafe UInt(bitPattern: g_variant_ref(variant))
    }

    deinit { unsafe g_variant_unref(OpaquePointer(bitPattern: address)) }

    var size: Int { unsafe Int(g_variant_get_size(OpaquePointer(bitPattern: address))) }

    @unsafe var pointer: OpaquePointer? { unsafe OpaquePointer(bitPattern: address) }
}
