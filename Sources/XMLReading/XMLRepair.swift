// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Makes a document out of bytes that are nearly one: one pass, linear in time, never longer than six times the input.
struct XMLRepair {
    private let input: [UInt8]
    private var output: [UInt8] = []
    private var index = 0

    /// - Parameter input: Valid UTF-8.
    init(_ input: [UInt8]) {
        self.input = input
    }

    /// Returns the document without declarations, entities and control characters; empty if there is no tag.
    mutating func run() -> [UInt8] {
        output.reserveCapacity(input.count + 64)
        // Text before the first tag may be blanks, warnings of a script, or the rest of a response header.
        guard let first = input.firstIndex(of: UInt8(ascii: "<")) else { return [] }
        index = first
        while index < input.count { step() }
        return output
    }

    private mutating func step() {
        let byte = input[index]
        switch byte {
        case UInt8(ascii: "<"): openBracket()
        case UInt8(ascii: "&"): ampersand()
        default:
            output.append(Self.isAllowed(byte) ? byte : UInt8(ascii: " "))
            index += 1
        }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool { byte >= 0x20 || byte == 9 || byte == 10 || byte == 13 }

    private func isNext(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard index + count <= input.count else { return false }
        return input[index..<index + count].elementsEqual(word.description.utf8)
    }

    private mutating func openBracket() {
        if isNext("<![CDATA[") {
            copy(through: "]]>")
        } else if isNext("<!--") {
            skip(through: "-->")
        } else if isNext("<?") {
            // Also the XML declaration: its encoding is no longer true.
            skip(through: "?>")
        } else if isNext("<!") {
            skipDeclaration()
        } else {
            output.append(UInt8(ascii: "<"))
            index += 1
        }
    }

    private mutating func copy(through end: StaticString) {
        while index < input.count, !isNext(end) {
            output.append(Self.isAllowed(input[index]) ? input[index] : UInt8(ascii: " "))
            index += 1
        }
        output.append(contentsOf: end.description.utf8)
        index = min(input.count, index + end.utf8CodeUnitCount)
    }

    private mutating func skip(through end: StaticString) {
        while index < input.count, !isNext(end) { index += 1 }
        index = min(input.count, index + end.utf8CodeUnitCount)
    }

    /// Skips a document type declaration with everything that it declares.
    private mutating func skipDeclaration() {
        var depth = 0
        var quote: UInt8?
        while index < input.count {
            let byte = input[index]
            index += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "[") {
                depth += 1
            } else if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "]") {
                depth -= 1
                if depth <= 0 { return }
            }
        }
    }

    // MARK: Entities

    private mutating func ampersand() {
        let rest = input[(index + 1)...].prefix(32)
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")), let scalars = Self.meaning(of: rest[..<end]) else {
            // A bare one, or an unknown entity: it is text.
            write(reference: UInt8(ascii: "&"))
            index += 1
            return
        }
        for byte in String(String.UnicodeScalarView(scalars)).utf8 {
            switch byte {
            case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"):
                write(reference: byte)
            default: output.append(byte)
            }
        }
        index = end + 1
    }

    /// Writes a byte as a numeric reference, because libxml2 drops the names of entities after damage.
    private mutating func write(reference byte: UInt8) {
        output.append(contentsOf: "&#\(byte);".utf8)
    }

    /// Returns the meaning of the text between `&` and `;`: the five entities of XML, those of HTML, and numbers.
    private static func meaning(of name: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
        guard let first = name.first else { return nil }
        if first == UInt8(ascii: "#") { return number(name.dropFirst()).map { [$0] } }
        return HTMLEntities.scalar(named: String(decoding: name, as: UTF8.self)).map { [$0] }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Unicode.Scalar? {
        let isHexadecimal = digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X")
        let text = String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self)
        guard let first = text.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
            let code = UInt32(text, radix: isHexadecimal ? 16 : 10)
        else { return nil }
        // Forbidden in XML in any spelling; replaced by a blank.
        guard code >= 0x20 || code == 9 || code == 10 || code == 13, code != 0xFFFE, code != 0xFFFF else { return " " }
        return Unicode.Scalar(code)
    }
}
