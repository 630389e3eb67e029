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

    private var answers: [String: SharedVariant] = [:]
    /// The paths for which GLib is generating a description.
    private var asked: [Question: String] = [:]

    /// Returns the body of the answer to a call; `nil` if GLib must generate it.
    mutating func answer(about path: String, to caller: String, serial: UInt32) -> SharedVariant? {
        if let answer = answers[path] { return answer }
        asked[Question(caller: caller, serial: serial)] = path
        return nil
    }

    /// Keeps an answer that is about to be sent if it is a description; `makeBody` returns `nil` for an error.
    mutating func keep(for caller: String, serial: UInt32, _ makeBody: () -> SharedVariant?) {
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
