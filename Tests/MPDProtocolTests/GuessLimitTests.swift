// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import MPDProtocol
import Testing

@Suite("Guessed passwords")
struct GuessLimitTests {
    private let here: [UInt8] = [127, 0, 0, 1]
    private let there: [UInt8] = [192, 168, 1, 4]
    private let begin = ContinuousClock.now

    @Test("An origin may guess some at once, and then one each second; others are not delayed")
    func limit() {
        var limit = GuessLimit()
        for _ in 0..<GuessLimit.credit {
            #expect(limit.wait(of: here, at: begin) == nil)
            limit.noteWrong(from: here, at: begin)
        }

        #expect(limit.wait(of: here, at: begin) == .seconds(1))
        #expect(limit.wait(of: there, at: begin) == nil)
        #expect(limit.wait(of: here, at: begin + .seconds(1)) == nil)
        limit.noteWrong(from: here, at: begin + .seconds(1))
        #expect(limit.wait(of: here, at: begin + .seconds(1)) == .seconds(1))
        #expect(limit.wait(of: here, at: begin + .seconds(100)) == nil)
    }

    @Test("Origins without end take little memory")
    func manyOrigins() {
        var limit = GuessLimit()
        for _ in 0..<GuessLimit.credit + 1 { limit.noteWrong(from: here, at: begin) }

        for number in 0..<4_500 {
            limit.noteWrong(from: [UInt8(number >> 8), UInt8(number & 0xFF), 0, 1], at: begin)
        }

        #expect(limit.wait(of: here, at: begin) == .seconds(2), "whoever owes most is not forgotten")
    }

    @Test("The addresses of a network of version 6 are one origin, and those of version 4 in it each its own")
    func origins() {
        let six: [UInt8] = [0x20, 1, 0xD, 0xB8, 0, 0, 0, 7, 1, 2, 3, 4, 5, 6, 7, 8]

        #expect(GuessLimit.origin(six) == Array(six.prefix(8)))
        #expect(GuessLimit.origin([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 192, 168, 1, 4]) == there)
        #expect(GuessLimit.origin(there) == there)
    }
}
