// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import GLib

@Suite("Calls that are under way")
struct CallLedgerTests {
    private final class Book {
        private var ledger: CallLedger

        init(limit: Int, byteLimit: Int) {
            ledger = CallLedger(limit: limit, byteLimit: byteLimit)
        }

        var callerCount: Int { ledger.callerCount }

        func arrive(from name: String, serial: UInt32, bytes: Int, isSilent: Bool) -> CallLedger.Verdict {
            ledger.arrive(from: name, serial: serial, bytes: bytes, isSilent: isSilent)
        }

        func answer(to name: String, serial: UInt32) -> Bool { ledger.answer(to: name, serial: serial) }
    }

    @Test("a caller has as many as the limit, further ones are refused, and others are not touched")
    func limit() {
        let ledger = Book(limit: 2, byteLimit: 1000)

        let first = (1...4).map { ledger.arrive(from: ":1.1", serial: $0, bytes: 1, isSilent: false) }
        let other = ledger.arrive(from: ":1.2", serial: 1, bytes: 1, isSilent: false)
        let isSent = (1...4).map { ledger.answer(to: ":1.1", serial: $0) }
        let next = ledger.arrive(from: ":1.1", serial: 5, bytes: 1, isSilent: false)

        #expect(first == [.taken, .taken, .refused, .refused])
        #expect(other == .taken && next == .taken)
        #expect(isSent == [true, true, true, true])
        #expect(ledger.callerCount == 2)
    }

    @Test("what wants no answer is dropped beyond the limit, and its answer is not sent")
    func silent() {
        let ledger = Book(limit: 1, byteLimit: 1000)

        #expect(ledger.arrive(from: ":1.1", serial: 1, bytes: 1, isSilent: true) == .taken)
        #expect(ledger.arrive(from: ":1.1", serial: 2, bytes: 1, isSilent: true) == .dropped)
        #expect(!ledger.answer(to: ":1.1", serial: 1))
        #expect(ledger.callerCount == 0)
        #expect(ledger.answer(to: ":1.9", serial: 1), "answers that nobody knows are sent")
    }

    @Test("one that goes on in spite of refusals is not answered any more")
    func patience() {
        let ledger = Book(limit: 2, byteLimit: 1000)

        let verdicts = (1...100).map { ledger.arrive(from: ":1.1", serial: $0, bytes: 1, isSilent: false) }

        #expect(verdicts.count { $0 == .taken } == 2)
        #expect(verdicts.count { $0 == .refused } == 30)
        #expect(verdicts.last == .dropped)
    }

    @Test("large arguments count by their bytes, and one call may have any")
    func bytes() {
        let ledger = Book(limit: 10, byteLimit: 1000)

        #expect(ledger.arrive(from: ":1.1", serial: 1, bytes: 5000, isSilent: false) == .taken)
        #expect(ledger.arrive(from: ":1.1", serial: 2, bytes: 1, isSilent: false) == .refused)
        #expect(ledger.answer(to: ":1.1", serial: 1) && ledger.answer(to: ":1.1", serial: 2))
        #expect(ledger.arrive(from: ":1.1", serial: 3, bytes: 600, isSilent: false) == .taken)
        #expect(ledger.arrive(from: ":1.1", serial: 4, bytes: 300, isSilent: false) == .taken)
        #expect(ledger.arrive(from: ":1.1", serial: 5, bytes: 300, isSilent: false) == .refused)
    }

    @Test("calls with one number count each")
    func repeatedNumber() {
        let ledger = Book(limit: 2, byteLimit: 1000)

        let verdicts = (0..<3).map { _ in ledger.arrive(from: ":1.1", serial: 7, bytes: 1, isSilent: false) }
        for _ in 0..<3 { _ = ledger.answer(to: ":1.1", serial: 7) }

        #expect(verdicts == [.taken, .taken, .refused])
        #expect(ledger.callerCount == 0)
    }
}
