// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension JSONValue {
    /// Reads JSON text strictly: one value, no comments, no trailing commas, no name twice in an object.
    ///
    /// Whole numbers that fit become `int`, all others `double`.
    /// - Parameters:
    ///   - maximumDepth: The most levels of arrays and objects.
    ///   - maximumCount: The most values, those in arrays and objects too: a value takes many times the memory of its text.
    ///   - allowsRepeatedNames: Keeps the first of several members with the same name, instead of throwing an error.
    /// - Throws: `JSONError` with the byte that is wrong.
    /// - Complexity: linear in the text.
    package init(
        parsing text: String, maximumDepth: Int = 64, maximumCount: Int = 1 << 18, allowsRepeatedNames: Bool = false
    ) throws(JSONError) {
        var parser = JSONParser(
            bytes: Array(text.utf8), depthLeft: maximumDepth, countLeft: maximumCount,
            allowsRepeatedNames: allowsRepeatedNames)
        self = try parser.document()
    }
}

/// A recursive descent over UTF-8 bytes; recursion ends at the allowed depth.
private struct JSONParser {
    let bytes: [UInt8]
    let allowsRepeatedNames: Bool
    var depthLeft: Int
    var countLeft: Int
    var index = 0

    init(bytes: [UInt8], depthLeft: Int, countLeft: Int, allowsRepeatedNames: Bool) {
        self.bytes = bytes
        self.depthLeft = depthLeft
        self.countLeft = countLeft
        self.allowsRepeatedNames = allowsRepeatedNames
    }

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func failure(_ code: JSONError.Code, at offset: Int? = nil) -> JSONError {
        JSONError(code: code, offset: offset ?? index)
    }

    mutating func document() throws(JSONError) -> JSONValue {
        skipSpace()
        let result = try value()
        skipSpace()
        guard byte == nil else { throw failure(.trailingText) }
        return result
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        guard countLeft > 0 else { throw failure(.tooMany) }
        countLeft -= 1
        switch byte {
        case UInt8(ascii: "{"): return try nested { parser throws(JSONError) in try parser.object() }
        case UInt8(ascii: "["): return try nested { parser throws(JSONError) in try parser.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func nested(
        _ body: (inout JSONParser) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONValue {
        guard depthLeft > 0 else { throw failure(.tooDeep) }
        depthLeft -= 1
        index += 1
        let result = try body(&self)
        depthLeft += 1
        return result
    }

    private mutating func object() throws(JSONError) -> JSONValue {
        var members: [JSONValue.Member] = []
        // Compared as bytes: in Swift, two spellings of an accented letter are equal strings.
        var names: Set<[UInt8]> = []
        skipSpace()
        if take("}") { return .object([]) }
        repeat {
            skipSpace()
            let start = index
            let name = try string()
            let isNew = names.insert(Array(name.utf8)).inserted
            guard isNew || allowsRepeatedNames else { throw failure(.repeatedName, at: start) }
            skipSpace()
            try expect(":")
            skipSpace()
            let member = JSONValue.Member(name, try value())
            if isNew { members.append(member) }
            skipSpace()
        } while take(",")
        try expect("}")
        return .object(members)
    }

    private mutating func array() throws(JSONError) -> JSONValue {
        var elements: [JSONValue] = []
        skipSpace()
        if take("]") { return .array([]) }
        repeat {
            skipSpace()
            elements.append(try value())
            skipSpace()
        } while take(",")
        try expect("]")
        return .array(elements)
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        for expected in word.description.utf8 {
            guard byte == expected else { throw failure(.syntax) }
            index += 1
        }
        return value
    }

    // MARK: Numbers

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = index
        var isWhole = true
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") {
            isWhole = false
            try digits()
        }
        if take("e") || take("E") {
            isWhole = false
            if !take("+") { _ = take("-") }
            try digits()
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isWhole, let number = Int(text) { return .int(number) }
        guard let number = Double(text), number.isFinite else { throw failure(.numberOutOfRange, at: start) }
        return .double(number)
    }

    private mutating func digits() throws(JSONError) {
        let start = index
        while let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        guard index > start else { throw failure(.syntax) }
    }

    // MARK: Strings

    private mutating func string() throws(JSONError) -> String {
        try expect("\"")
        var content: [UInt8] = []
        while true {
            // Unescaped characters are taken in stretches, since texts may be long, such as pieces of files.
            let start = index
            while index < bytes.count, Self.standsForItself(bytes[index]) { index += 1 }
            let stretch = bytes[start..<index]
            switch byte {
            case UInt8(ascii: "\"")? where content.isEmpty:
                index += 1
                return String(decoding: stretch, as: UTF8.self)
            case UInt8(ascii: "\"")?:
                index += 1
                return String(decoding: content + stretch, as: UTF8.self)
            case UInt8(ascii: "\\")?:
                index += 1
                content += stretch
                try escape(&content)
            default: throw failure(.syntax)
            }
        }
    }

    private static func standsForItself(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private mutating func escape(_ content: inout [UInt8]) throws(JSONError) {
        guard let byte else { throw failure(.syntax) }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"): content += String(try escapedScalar()).utf8
        default: throw failure(.syntax, at: index - 1)
        }
    }

    /// The scalar after `\u`, where a high surrogate must be followed by a low one.
    private mutating func escapedScalar() throws(JSONError) -> Character {
        let start = index
        var value = UInt32(try fourDigits())
        if (0xD800...0xDBFF).contains(value) {
            guard take("\\"), take("u") else { throw failure(.syntax) }
            let low = UInt32(try fourDigits())
            guard (0xDC00...0xDFFF).contains(low) else { throw failure(.syntax, at: start) }
            value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else { throw failure(.syntax, at: start) }
        return Character(scalar)
    }

    private mutating func fourDigits() throws(JSONError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw failure(.syntax) }
            value = value << 4 | UInt16(digit)
            index += 1
        }
        return value
    }

    // MARK: Bytes

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard byte == UInt8(ascii: scalar) else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ scalar: Unicode.Scalar) throws(JSONError) {
        guard take(scalar) else { throw failure(.syntax) }
    }
}
