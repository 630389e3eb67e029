// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCuePlayback

@Suite("Serial numbers in the bytes of an Ogg file")
struct OggSerialsTests {
    private enum Kind: UInt8 {
        case begin = 2
        case body = 0
        case end = 4
    }

    private static func page(_ kind: Kind, _ serial: UInt8) -> [UInt8] {
        Array("OggS".utf8) + [0, kind.rawValue] + Array(repeating: 0, count: 8) + [serial, 0, 0, 0]
            + Array(repeating: 0, count: 32)
    }

    @Test("Several streams that begin together are no chain, also when their beginning is read once more")
    func multiplexed() {
        let file = Self.page(.begin, 1) + Self.page(.begin, 2) + Self.page(.body, 1) + Self.page(.body, 2)
        let end = Self.page(.end, 1) + Self.page(.end, 2)
        var serials = OggSerials()

        serials.note(file, at: 0)
        serials.note(end, at: 100_000)
        serials.note(file, at: 0)

        #expect(!serials.isChain)
    }

    @Test("A stream that begins later makes a chain, with a serial number of its own or the same")
    func chained() {
        for serial: UInt8 in [1, 7] {
            var serials = OggSerials()
            serials.note(Self.page(.begin, 1) + Self.page(.body, 1), at: 0)
            serials.note(Self.page(.begin, serial) + Self.page(.body, serial), at: 50_000)
            #expect(serials.isChain)
        }
    }
}
