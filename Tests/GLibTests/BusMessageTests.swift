// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import OnCueCore
import Testing

@Suite("Messages as bytes")
struct BusMessageTests {
    private func message(_ body: [BusValue]) -> BusMessage {
        var message = BusMessage(.call, serial: 7)
        (message.path, message.interface, message.member) = ("/a/b", "org.example.One1", "Do")
        (message.destination, message.sender) = (":direct.0", ":direct.12")
        message.body = body
        return message
    }

    private func read(_ bytes: [UInt8], from start: Int = 0) throws -> BusMessage {
        let size = try #require(try BusMessage.size(in: bytes, from: start))
        return try BusMessage(bytes, from: start, size: size)
    }

    @Test(
        "Random values come back as they were written, wherever a message begins", arguments: [1, 20, 2026] as [UInt64])
    func roundTrip(seed: UInt64) throws {
        var random = RandomValues(seed: seed)
        for count in 0..<200 {
            let message = message((0..<(count % 5)).map { _ in random.value(depth: 3) })
            let before = [UInt8](repeating: 0xFF, count: count)

            let read = try read(before + message.bytes + [1, 2, 3], from: count)

            #expect(read == message, "seed \(seed), \(count)")
        }
    }

    @Test("A small call has the bytes of the specification")
    func bytes() throws {
        var message = BusMessage(.call, serial: 1)
        (message.path, message.member) = ("/a", "B")
        message.body = [.byte(5), .uint16(258), .string("é")]

        #expect(
            message.bytes == [
                0x6C, 1, 0, 1, 11, 0, 0, 0, 1, 0, 0, 0, 41, 0, 0, 0,
                1, 1, 0x6F, 0, 2, 0, 0, 0, 0x2F, 0x61, 0, 0, 0, 0, 0, 0,
                3, 1, 0x73, 0, 1, 0, 0, 0, 0x42, 0, 0, 0, 0, 0, 0, 0,
                8, 1, 0x67, 0, 3, 0x79, 0x71, 0x73, 0, 0, 0, 0, 0, 0, 0, 0,
                5, 0, 2, 1, 2, 0, 0, 0, 0xC3, 0xA9, 0,
            ])
    }

    @Test("While too little of a message is there, its size is not known or larger")
    func parts() throws {
        let bytes = message([.string("x")]).bytes

        for count in bytes.indices {
            let size = try BusMessage.size(in: Array(bytes[..<count]), from: 0)
            #expect(count < 16 ? size == nil : size == bytes.count)
        }
    }

    @Test("A zero in a text is sent as the sign for what cannot be shown")
    func zero() throws {
        #expect(try read(message([.string("a\0b")]).bytes).body == [.string("a\u{FFFD}b")])
    }

    @Test("Whatever bytes come, they are a message or a fault")
    func damage() throws {
        var random = SplitMix64(seed: 3)
        var values = RandomValues(seed: 4)
        var faults = 0
        for _ in 0..<20_000 {
            var bytes = message([values.value(depth: 3), values.value(depth: 2)]).bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            do throws(WireFault) {
                guard let size = try BusMessage.size(in: bytes, from: 0), size <= bytes.count else { continue }
                _ = try BusMessage(bytes, from: 0, size: size)
            } catch {
                faults += 1
            }
        }

        #expect(faults > 1000)
    }

    @Test("More values than any message has are a fault, and many bytes are none")
    func count() throws {
        let many = BusValue.array([BusValue](repeating: .array([], of: "s"), count: (1 << 20) + 1), of: "as")

        #expect(throws: WireFault.self) { try read(message([many]).bytes) }
        #expect(try read(message([.bytes([UInt8](repeating: 1, count: 5 << 20))]).bytes).body.count == 1)
    }

    @Test("Arrays of arrays have the types that they were sent with, in variants, too")
    func types() throws {
        let inner = "(" + String(repeating: "t", count: 40) + ")"
        let row = BusValue.array([.array([], of: inner), .array([], of: inner)], of: "a" + inner)
        let other = BusValue.array([.array([], of: "(susb)")], of: "a(susb)")
        let body: [BusValue] = [row, .variant(other), row, .array([.variant(row), .variant(other)], of: "v")]

        #expect(try read(message(body).bytes).body == body)
    }

    @Test("A field of the header has the type of the specification, or the message is none")
    func fieldTypes() throws {
        var bytes = message([]).bytes
        // The type of the path, behind the fixed part and the field's number.
        let place = try #require(bytes.firstIndex(of: UInt8(ascii: "o")))
        bytes[place] = UInt8(ascii: "s")

        #expect(throws: WireFault.self) { try read(bytes) }
    }

    @Test("What lies too deep is a fault, in values as in types")
    func depth() throws {
        let deep = (0..<100).reduce(BusValue.byte(1)) { value, _ in .variant(value) }
        let arrays = BusValue.array([], of: String(repeating: "a", count: 100) + "y")

        #expect(throws: WireFault.self) { try read(message([deep]).bytes) }
        #expect(throws: WireFault.self) { try read(message([arrays]).bytes) }
    }
}
