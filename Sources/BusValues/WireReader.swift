// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Bytes that are not a value, or not a message, of the bus.
package struct WireFault: Error, Equatable {
    package init() {}
}

/// Reads values in the form of the bus (D-Bus specification, marshalling), with the lowest byte first. Any sequence of
/// bytes ends with a value or a fault.
struct WireReader {
    /// The deepest nesting of values.
    private static let deepest = 64
    private static let longestArray = 64 << 20
    /// The most values of a message; each takes many times its bytes.
    private static let mostValues = 1 << 20

    private let bytes: [UInt8]
    private(set) var offset: Int
    private let end: Int
    /// The offset from which alignment is counted.
    private let origin: Int
    private var depth = 0
    private var count = 0
    /// The types of elements in the signature being read, by the index of their first letter: an array that is an
    /// element of another one is read many times.
    private var elementTypes: [Int: (end: Int, text: String)] = [:]

    /// - Parameter origin: The first byte of the message.
    init(_ bytes: [UInt8], from offset: Int, to end: Int, origin: Int) {
        (self.bytes, self.offset, self.end, self.origin) = (bytes, offset, end, origin)
    }

    var isAtEnd: Bool { offset == end }

    mutating func align(to size: Int) throws(WireFault) {
        let over = (offset - origin) & (size - 1)
        if over > 0 { try skip(size - over) }
    }

    private mutating func skip(_ count: Int) throws(WireFault) {
        guard count <= end - offset else { throw WireFault() }
        offset += count
    }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) throws(WireFault) -> Number {
        let size = MemoryLayout<Number>.size
        try align(to: size)
        let start = offset
        try skip(size)
        var number = Number.zero
        for index in 0..<size {
            number |= Number(truncatingIfNeeded: bytes[start + index]) &<< Number(truncatingIfNeeded: 8 * index)
        }
        return number
    }

    private mutating func text(of length: Int) throws(WireFault) -> String {
        let start = offset
        try skip(length)
        let content = bytes[start..<offset]
        try skip(1)
        guard bytes[offset - 1] == 0, !content.contains(0), let text = String(validating: content, as: UTF8.self) else {
            throw WireFault()
        }
        return text
    }

    mutating func text() throws(WireFault) -> String { try text(of: Int(try number(UInt32.self))) }

    /// The letters of a signature.
    mutating func signature() throws(WireFault) -> [UInt8] {
        let length = Int(try number(UInt8.self))
        return Array(try text(of: length).utf8)
    }

    /// The values of complete types, one after the other.
    mutating func values(_ signature: [UInt8]) throws(WireFault) -> [BusValue] {
        var (values, letter): ([BusValue], Int) = ([], 0)
        while letter < signature.count { values.append(try value(signature, &letter)) }
        return values
    }

    /// Reads the value of the type at a letter, and moves past that type.
    private mutating func value(_ signature: [UInt8], _ letter: inout Int) throws(WireFault) -> BusValue {
        guard letter < signature.count, count < Self.mostValues else { throw WireFault() }
        count += 1
        let type = signature[letter]
        letter += 1
        switch type {
        case UInt8(ascii: "b"):
            let number = try number(UInt32.self)
            guard number < 2 else { throw WireFault() }
            return .bool(number == 1)
        case UInt8(ascii: "y"): return .byte(try number(UInt8.self))
        case UInt8(ascii: "q"): return .uint16(try number(UInt16.self))
        case UInt8(ascii: "i"): return .int32(Int32(bitPattern: try number(UInt32.self)))
        case UInt8(ascii: "u"): return .uint32(try number(UInt32.self))
        case UInt8(ascii: "x"): return .int64(Int64(bitPattern: try number(UInt64.self)))
        case UInt8(ascii: "t"): return .uint64(try number(UInt64.self))
        case UInt8(ascii: "d"): return .double(Double(bitPattern: try number(UInt64.self)))
        case UInt8(ascii: "s"): return .string(try text())
        case UInt8(ascii: "o"):
            let path = try text()
            guard Self.isObjectPath(path) else { throw WireFault() }
            return .objectPath(path)
        case UInt8(ascii: "n"):
            _ = try number(UInt16.self)
            return .unsupported("n")
        case UInt8(ascii: "h"):
            _ = try number(UInt32.self)
            return .unsupported("h")
        case UInt8(ascii: "g"):
            _ = try self.signature()
            return .unsupported("g")
        case UInt8(ascii: "v"): return .variant(try variant())
        case UInt8(ascii: "("):
            try align(to: 8)
            return .structure(try members(signature, &letter, until: UInt8(ascii: ")")))
        case UInt8(ascii: "a"): return try array(signature, &letter)
        default: throw WireFault()
        }
    }

    /// Enters a nested value; after a fault nothing more is read.
    private mutating func enter() throws(WireFault) {
        guard depth < Self.deepest else { throw WireFault() }
        depth += 1
    }

    private mutating func variant() throws(WireFault) -> BusValue {
        try enter()
        let signature = try signature()
        var letter = 0
        let outer = elementTypes
        elementTypes = [:]
        let value = try value(signature, &letter)
        elementTypes = outer
        guard letter == signature.count else { throw WireFault() }
        depth -= 1
        return value
    }

    private mutating func members(
        _ signature: [UInt8], _ letter: inout Int, until last: UInt8
    ) throws(WireFault) -> [BusValue] {
        try enter()
        var members: [BusValue] = []
        while letter < signature.count, signature[letter] != last { members.append(try value(signature, &letter)) }
        guard letter < signature.count, !members.isEmpty else { throw WireFault() }
        letter += 1
        depth -= 1
        return members
    }

    private mutating func array(_ signature: [UInt8], _ letter: inout Int) throws(WireFault) -> BusValue {
        let first = letter
        let (end, element) = try elementType(signature, first)
        letter = end
        let length = Int(try number(UInt32.self))
        try align(to: WireType.alignment(of: signature[first]))
        guard length <= Self.longestArray, length <= self.end - offset else { throw WireFault() }
        let stop = offset + length
        if element == "y" {
            defer { offset = stop }
            return .bytes(Array(bytes[offset..<stop]))
        }
        try enter()
        defer { depth -= 1 }
        if element == "{sv}" { return .dictionary(try entries(until: stop)) }
        var elements: [BusValue] = []
        while offset < stop {
            var next = first
            elements.append(
                signature[first] == UInt8(ascii: "{") ? try entry(signature, &next) : try value(signature, &next))
        }
        guard offset == stop else { throw WireFault() }
        return .array(elements, of: element)
    }

    private mutating func elementType(
        _ signature: [UInt8], _ first: Int
    ) throws(WireFault) -> (end: Int, text: String) {
        if let known = elementTypes[first] { return known }
        let end = try Self.endOfType(signature, first, depth: depth)
        let type = (end: end, text: String(decoding: signature[first..<end], as: UTF8.self))
        // The text of a short one needs no allocation, and determining it is faster than a lookup.
        if end - first > 15 { elementTypes[first] = type }
        return type
    }

    /// An entry of a dictionary that is not `a{sv}`.
    private mutating func entry(_ signature: [UInt8], _ letter: inout Int) throws(WireFault) -> BusValue {
        try align(to: 8)
        letter += 1
        let members = try members(signature, &letter, until: UInt8(ascii: "}"))
        guard members.count == 2 else { throw WireFault() }
        return .structure(members)
    }

    private mutating func entries(until stop: Int) throws(WireFault) -> [String: BusValue] {
        var values: [String: BusValue] = [:]
        while offset < stop {
            try align(to: 8)
            let key = try text()
            values[key] = try variant().unwrapped
        }
        guard offset == stop else { throw WireFault() }
        return values
    }

    private static func isObjectPath(_ text: String) -> Bool {
        guard text.utf8.first == UInt8(ascii: "/") else { return false }
        var previous: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "/"): if previous == byte { return false }
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
                break
            default: return false
            }
            previous = byte
        }
        return previous != UInt8(ascii: "/") || text.utf8.count == 1
    }

    /// The end of the complete type that begins at a letter.
    private static func endOfType(_ signature: [UInt8], _ first: Int, depth: Int) throws(WireFault) -> Int {
        guard first < signature.count, depth < deepest else { throw WireFault() }
        switch signature[first] {
        case UInt8(ascii: "a"): return try endOfType(signature, first + 1, depth: depth + 1)
        case UInt8(ascii: "("), UInt8(ascii: "{"):
            let last = signature[first] == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "}")
            var letter = first + 1
            while letter < signature.count, signature[letter] != last {
                letter = try endOfType(signature, letter, depth: depth + 1)
            }
            guard letter < signature.count, letter > first + 1 else { throw WireFault() }
            return letter + 1
        case let letter where "bynqiuxtdsoghv".utf8.contains(letter): return first + 1
        default: throw WireFault()
        }
    }
}
