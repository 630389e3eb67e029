// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueTestSupport
import PairedMachines
import Testing

@Suite("Frames on a link")
struct LinkFrameTests {
    @Test("Messages come out as they went in, however they are cut")
    func whole() throws {
        let texts = ["{}", "{\"do\":\"queue\"}", "ä", String(repeating: "x", count: 300)]
        let bytes = texts.flatMap { LinkFrame.bytes(of: $0) }
        for size in [1, 2, 3, 7, 64, bytes.count] {
            var reader = FrameReader(limit: 1_000)
            var found: [String] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                reader.add(bytes[start..<min(start + size, bytes.count)])
                while let text = try reader.next() { found.append(text) }
            }
            #expect(found == texts)
            #expect(!reader.isAmidst)
        }
    }

    @Test("What a message lacks is known as soon as its length is, and is no more than it may have")
    func missing() throws {
        var reader = FrameReader(limit: 10)
        #expect(reader.missing == 0)
        reader.add([0, 0, 0])
        #expect(reader.missing == 0)
        reader.add([5, 65])
        #expect(reader.missing == 4)
        reader.add([66, 67, 68, 69, 0])
        #expect(reader.missing == 0)
        #expect(try reader.next() == "ABCDE")
        #expect(reader.missing == 0)
        reader.add([255, 255, 255])
        #expect(reader.missing == 10)
    }

    @Test("A message that is too long is refused by its length alone, before anything of it is kept")
    func tooLong() {
        var reader = FrameReader(limit: 10)
        reader.add([0, 0, 0, 11])
        #expect(throws: FrameReader.Fault.tooLong(bytes: 11, limit: 10)) { _ = try reader.next() }
        reader = FrameReader(limit: 16 << 20)
        reader.add([0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: FrameReader.Fault.tooLong(bytes: 0xFFFF_FFFF, limit: 16 << 20)) { _ = try reader.next() }
    }

    @Test("What is empty, is no text, or is more than a line is refused")
    func noText() {
        for (bytes, fault) in [
            ([0, 0, 0, 0], FrameReader.Fault.empty), ([0, 0, 0, 1, 0xFF], .notText),
            ([0, 0, 0, 3, 65, 10, 66], .notText),
        ] as [([UInt8], FrameReader.Fault)] {
            var reader = FrameReader(limit: 10)
            reader.add(bytes)
            #expect(throws: fault) { _ = try reader.next() }
        }
    }

    @Test("Nothing that comes makes the reader fail, and it keeps no more than has come")
    func noise() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<500 {
            var reader = FrameReader(limit: 64)
            var isBroken = false
            for _ in 0..<20 where !isBroken {
                reader.add(
                    (0..<Int.random(in: 0..<40, using: &random)).map { _ in
                        UInt8.random(in: 0...255, using: &random) & UInt8.random(in: 0...255, using: &random) & 0x0F
                    })
                do { while try reader.next() != nil {} } catch { isBroken = true }
            }
        }
    }
}
