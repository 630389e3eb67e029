// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import GLib

@Suite("Calls that are under way")
struct CallLedgerTests {
    private final class Book {
        private var ledger: CallLedger
        private var lastSpan: UInt32 = 0
        private var lastPiece: UInt32 = 0

        init(limit: Int, byteLimit: Int) {
            ledger = CallLedger(limit: limit, byteLimit: byteLimit)
        }

        var callerCount: Int { ledger.callerCount }

        /// Each call is in a span and a piece of its own if none is given.
        func arrive(
            from name: String, serial: UInt32, bytes: Int, isSilent: Bool, inSpan span: UInt32? = nil,
            inPiece piece: UInt32? = nil, isBusBehind: Bool = false
        ) -> CallLedger.Verdict {
            lastSpan = span ?? lastSpan + 1
            lastPiece = piece ?? lastPiece + 1
            return ledger.judge(
                CallLedger.Arrival(
                    caller: name, serial: serial, bytes: bytes, isSilent: isSilent, piece: lastPiece, span: lastSpan,
                    isBusBehind: isBusBehind))
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

    @Test("one that goes on in spite of refusals is refused each time, which costs nothing that is kept")
    func refusals() {
        let ledger = Book(limit: 2, byteLimit: 1000)

        let verdicts = (1...10_000).map { ledger.arrive(from: ":1.1", serial: $0, bytes: 1, isSilent: false) }
        let isSent = (1...2).map { ledger.answer(to: ":1.1", serial: $0) }

        #expect(verdicts.count { $0 == .taken } == 2)
        #expect(verdicts.count { $0 != .taken } == 9_998)
        #expect(!verdicts.contains(.dropped))
        #expect(isSent == [true, true])
        #expect(ledger.callerCount == 0)
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

    @Test("one that goes on although it is turned away has few calls taken, until it keeps still for a while")
    func spans() {
        let ledger = Book(limit: 64, byteLimit: 1000)

        /// How many of so many calls that come in a span are taken; all are answered at once.
        func taken(_ name: String, _ span: UInt32, of count: UInt32 = 1000) -> Int {
            (1...count).count { serial in
                let verdict = ledger.arrive(from: name, serial: serial, bytes: 1, isSilent: true, inSpan: span)
                if verdict == .taken { _ = ledger.answer(to: name, serial: serial) }
                return verdict == .taken
            }
        }

        #expect([taken(":1.1", 1), taken(":1.1", 2), taken(":1.1", 3)] == [256, 4, 4])
        #expect(taken(":1.2", 3, of: 300) == 256, "others are not touched")
        #expect(taken(":1.2", 4, of: 300) == 256, "a few too many are no flood")
        #expect(taken(":1.1", 5) == 4, "a moment is no while")
        #expect(taken(":1.1", 25) == 256)
        #expect(taken(":1.1", 26) == 4)
        #expect(taken(":1.1", 1_000) == 256, "also where nobody else called meanwhile")
    }

    /// `dbus-daemon` hands on some thirty calls of one program, then some of the next one.
    @Test("programs whose calls a slow bus brings by turns are recognised as well")
    func turns() {
        let ledger = Book(limit: 64, byteLimit: 1_000_000)

        var verdicts: [CallLedger.Verdict] = []
        var serial: UInt32 = 0
        for span: UInt32 in 1...20 {
            for _ in 0..<30 {
                serial += 1
                verdicts.append(
                    ledger.arrive(
                        from: span % 2 == 0 ? ":1.1" : ":1.2", serial: serial, bytes: 1, isSilent: false, inSpan: span))
            }
        }

        #expect(verdicts.count { $0 == .taken } == 128)
        #expect(verdicts.suffix(60).allSatisfy { $0 == .refusedBriefly })
    }

    @Test("one that is refused now and then is no flood")
    func rarely() {
        let ledger = Book(limit: 2, byteLimit: 1000)

        for serial: UInt32 in 1...2 { _ = ledger.arrive(from: ":1.1", serial: serial, bytes: 1, isSilent: false) }
        let verdicts = (1...50).map { (turn: UInt32) in
            ledger.arrive(from: ":1.1", serial: 2 + turn, bytes: 1, isSilent: false, inSpan: 10 * turn)
        }

        #expect(verdicts.allSatisfy { $0 == .refused })
    }

    @Test("what is read together was under way together, however fast it is answered")
    func pieces() {
        let ledger = Book(limit: 2, byteLimit: 1000)

        func verdicts(_ piece: UInt32) -> [CallLedger.Verdict] {
            (1...3).map { (serial: UInt32) in
                let verdict = ledger.arrive(
                    from: ":1.1", serial: serial, bytes: 1, isSilent: false, inSpan: 1, inPiece: piece)
                if verdict == .taken { _ = ledger.answer(to: ":1.1", serial: serial) }
                return verdict
            }
        }

        #expect([verdicts(1), verdicts(2)] == Array(repeating: [.taken, .taken, .refused], count: 2))
    }

    @Test("of one that goes on although it is turned away, one call is taken at a time, if the bus reads the answers")
    func oneAtATime() {
        let ledger = Book(limit: 2, byteLimit: 1000)
        func arrive(_ serial: UInt32, _ span: UInt32, isBusBehind: Bool = false) -> CallLedger.Verdict {
            ledger.arrive(
                from: ":1.1", serial: serial, bytes: 1, isSilent: false, inSpan: span, isBusBehind: isBusBehind)
        }

        for serial in 1...9 { _ = arrive(UInt32(serial), 1) }
        for serial in 1...2 { _ = ledger.answer(to: ":1.1", serial: UInt32(serial)) }

        let verdicts = [arrive(10, 2, isBusBehind: true), arrive(11, 2), arrive(12, 2)]
        #expect(verdicts == [.refusedBriefly, .taken, .refusedBriefly])
        #expect(ledger.answer(to: ":1.1", serial: 11))
        #expect(arrive(13, 2) == .taken)
    }

    @Test("of signals of one sender a few hundred are taken at once, and few when it goes on")
    func signals() {
        var ledger = CallLedger(limit: 64, byteLimit: 1000)

        func taken(_ span: UInt32, of count: UInt32) -> Int {
            (1...count).count { (serial: UInt32) in
                let signal = CallLedger.Arrival(
                    caller: ":1.1", serial: serial, bytes: 1, isSilent: true, isSignal: true, piece: serial, span: span)
                return ledger.judge(signal) == .taken
            }
        }

        let counts = [taken(1, of: 5000), taken(2, of: 5000), taken(3, of: 50), taken(4, of: 200)]
        #expect(counts == [256, 4, 4, 200])
        #expect(ledger.callerCount == 0)
        let call = CallLedger.Arrival(caller: ":1.1", serial: 1, bytes: 1, isSilent: false, piece: 1, span: 2)
        #expect(ledger.judge(call) == .taken, "calls are counted by themselves")
    }

    @Test("a call costs no more the more are under way", .timeLimit(.minutes(5)))
    func cost() {
        let ledger = Book(limit: 200_000, byteLimit: 1)

        for serial in 1...200_000 { _ = ledger.arrive(from: ":1.1", serial: UInt32(serial), bytes: 0, isSilent: false) }
        for serial in 1...200_000 { _ = ledger.answer(to: ":1.1", serial: UInt32(serial)) }

        #expect(ledger.callerCount == 0)
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
