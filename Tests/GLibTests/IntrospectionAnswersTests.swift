// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import OnCueRuntime
import Testing

@testable import GLib

@Suite("Descriptions that wait for the bus")
struct IntrospectionAnswersTests {
    /// A register that knows the description of `/a`, of so many bytes.
    private func answers(size: Int) -> IntrospectionAnswers {
        var answers = IntrospectionAnswers()
        _ = answers.judge("/a", from: ":1.1", serial: 1)
        answers.note(1, to: ":1.1") {
            unsafe SharedVariant(
                retaining: BusValue.string(String(repeating: "x", count: size - 1)).makeVariant())
        }
        return answers
    }

    private func isKnown(_ verdict: IntrospectionAnswers.Verdict) -> Bool {
        if case .known = verdict { true } else { false }
    }

    private func isRefused(_ verdict: IntrospectionAnswers.Verdict) -> Bool {
        if case .refused = verdict { true } else { false }
    }

    @Test("A caller gets one large description at a time, and others get theirs meanwhile")
    func large() {
        var answers = answers(size: 28_000)

        #expect(isKnown(answers.judge("/a", from: ":1.2", serial: 7)))
        #expect(isRefused(answers.judge("/a", from: ":1.2", serial: 8)))
        #expect(isKnown(answers.judge("/a", from: ":1.3", serial: 7)))
        answers.note(7, to: ":1.2") { nil }
        #expect(isKnown(answers.judge("/a", from: ":1.2", serial: 9)))
    }

    @Test("Of small ones several may wait, and one that is too large for the bound is sent alone")
    func sizes() {
        var (small, huge) = (answers(size: 10_000), answers(size: 100_000))

        #expect((1...5).filter { isKnown(small.judge("/a", from: ":1.2", serial: $0)) } == [1, 2, 3])
        #expect((1...2).filter { isKnown(huge.judge("/a", from: ":1.2", serial: $0)) } == [1])
    }

    @Test("A number that a caller uses twice is refused, so that its sum returns to nothing")
    func twice() {
        var answers = answers(size: 2_000)

        #expect(isKnown(answers.judge("/a", from: ":1.2", serial: 3)))
        #expect(isRefused(answers.judge("/a", from: ":1.2", serial: 3)))
        answers.note(3, to: ":1.2") { nil }
        answers.note(3, to: ":1.2") { nil }
        #expect((4...18).allSatisfy { isKnown(answers.judge("/a", from: ":1.2", serial: $0)) })
    }
}
