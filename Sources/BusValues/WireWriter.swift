// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Writes values in the form of the bus (D-Bus specification, marshalling), with the lowest byte first.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    /// Writes zeros up to a multiple of a power of two.
    mutating func align(to size: Int) {
        let over = bytes.count & (size - 1)
        if over > 0 { bytes.append(contentsOf: repeatElement(0, count: size - over)) }
    }

    mutating func add(byte: UInt8) { bytes.append(byte) }

    mutating func add<Number: FixedWidthInteger>(_ number: Number) {
        align(to: MemoryLayout<Number>.size)
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// U+0000, which texts of the bus cannot have, becomes U+FFFD.
    mutating func add(_ text: String) {
        add(UInt32(0))
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        if bytes[start...].contains(0) {
            bytes.removeSubrange(start...)
            for byte in text.utf8 { bytes.append(contentsOf: byte == 0 ? [0xEF, 0xBF, 0xBD] : [byte]) }
        }
        set(UInt32(bytes.count - start), at: start - 4)
        bytes.append(0)
    }

    mutating func add(signature: String) {
        bytes.append(UInt8(truncatingIfNeeded: signature.utf8.count))
        bytes.append(contentsOf: signature.utf8)
        bytes.append(0)
    }

    mutating func add(_ value: BusValue) {
        switch value {
        case .bool(let value): add(UInt32(value ? 1 : 0))
        case .byte(let value): bytes.append(value)
        case .uint16(let value): add(value)
        case .int32(let value): add(value)
        case .uint32(let value): add(value)
        case .int64(let value): add(value)
        case .uint64(let value): add(value)
        case .double(let value): add(value.bitPattern)
        case .string(let text), .objectPath(let text): add(text)
        case .bytes(let content):
            add(UInt32(content.count))
            bytes.append(contentsOf: content)
        case .array(let elements, let element):
            addArray(of: WireType.alignment(of: element.utf8.first ?? 0)) { writer in
                for element in elements { writer.add(element) }
            }
        case .dictionary(let values):
            addArray(of: 8) { writer in
                for (key, value) in values {
                    writer.align(to: 8)
                    writer.add(key)
                    writer.add(.variant(value.unwrapped))
                }
            }
        case .structure(let members):
            align(to: 8)
            for member in members { add(member) }
        case .variant(let inner):
            add(signature: inner.signature)
            add(inner)
        case .unsupported(let signature): preconditionFailure("a value of type \(signature) cannot be sent")
        }
    }

    /// Overwrites a number that was written as zero before it was known.
    mutating func set(_ number: UInt32, at offset: Int) {
        for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * UInt32(index))) }
    }

    private mutating func addArray(of alignment: Int, _ body: (inout WireWriter) -> Void) {
        add(UInt32(0))
        let offset = bytes.count - 4
        align(to: alignment)
        let start = bytes.count
        body(&self)
        set(UInt32(bytes.count - start), at: offset)
    }
}

/// The types of the bus by their letters.
enum WireType {
    /// Returns the number of bytes at a multiple of which a value of the type begins.
    static func alignment(of letter: UInt8) -> Int {
        switch letter {
        case UInt8(ascii: "y"), UInt8(ascii: "g"), UInt8(ascii: "v"): 1
        case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
        case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "("), UInt8(ascii: "{"): 8
        default: 4
        }
    }
}
