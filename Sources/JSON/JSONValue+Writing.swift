// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

extension JSONValue {
    /// The layout of written JSON.
    package enum Form: Sendable, Equatable {
        /// One line without spaces.
        case compact
        /// One member or element per line, two spaces per level.
        case pretty
    }

    /// The value as JSON text without a line break at its end.
    ///
    /// Control characters and turns of direction are escaped, so the text is safe to print
    /// and the compact form has exactly one line. Members are written in their order.
    package func text(_ form: Form = .compact) -> String {
        var output: [UInt8] = []
        write(to: &output, form, depth: 0)
        return String(decoding: output, as: UTF8.self)
    }

    private func write(to output: inout [UInt8], _ form: Form, depth: Int) {
        switch self {
        case .null: output += "null".utf8
        case .bool(let truth): output += (truth ? "true" : "false").utf8
        case .int(let number): output += String(number).utf8
        case .double(let number): output += (number.isFinite ? number.description : "null").utf8
        case .string(let text): Self.write(text, to: &output)
        case .array(let elements):
            Self.writeList(elements, between: "[", "]", to: &output, form, depth: depth) { element, output in
                element.write(to: &output, form, depth: depth + 1)
            }
        case .object(let members):
            Self.writeList(members, between: "{", "}", to: &output, form, depth: depth) { member, output in
                Self.write(member.name, to: &output)
                output += (form == .pretty ? ": " : ":").utf8
                member.value.write(to: &output, form, depth: depth + 1)
            }
        }
    }

    private static func writeList<Item>(
        _ items: [Item], between open: Unicode.Scalar, _ close: Unicode.Scalar, to output: inout [UInt8],
        _ form: Form, depth: Int, _ writeItem: (Item, inout [UInt8]) -> Void
    ) {
        output.append(UInt8(ascii: open))
        for (index, item) in items.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            if form == .pretty { breakLine(depth + 1, &output) }
            writeItem(item, &output)
        }
        if form == .pretty && !items.isEmpty { breakLine(depth, &output) }
        output.append(UInt8(ascii: close))
    }

    private static func breakLine(_ depth: Int, _ output: inout [UInt8]) {
        output.append(UInt8(ascii: "\n"))
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }

    private static func write(_ text: String, to output: inout [UInt8]) {
        let bytes = Array(text.utf8)
        output.append(UInt8(ascii: "\""))
        // Unescaped characters are written in stretches, since texts may be long, such as pieces of files.
        var (start, index) = (0, 0)
        while index < bytes.count {
            let byte = bytes[index]
            if byte >= 0x20, byte < 0x7F, byte != 0x22, byte != 0x5C {
                index += 1
                continue
            }
            let (scalar, length) = scalar(in: bytes, at: index)
            if let escape = escape(scalar) {
                output += bytes[start..<index]
                output += escape.utf8
                start = index + length
            }
            index += length
        }
        output += bytes[start...]
        output.append(UInt8(ascii: "\""))
    }

    /// Returns the escape sequence of a scalar in a text; `nil` if it needs none.
    private static func escape(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x22: #"\""#
        case 0x5C: #"\\"#
        case 0x08: #"\b"#
        case 0x0C: #"\f"#
        case 0x0A: #"\n"#
        case 0x0D: #"\r"#
        case 0x09: #"\t"#
        case _ where scalar.isSteering: scalar.jsonEscape
        default: nil
        }
    }

    /// Returns the scalar that begins at a byte of the text of a string, which is valid, and the number of its bytes.
    private static func scalar(in bytes: [UInt8], at index: Int) -> (Unicode.Scalar, length: Int) {
        let first = bytes[index]
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        var value = UInt32(first) & (length == 1 ? 0x7F : 0xFF >> UInt32(length + 1))
        for byte in bytes[(index + 1)..<(index + length)] { value = value << 6 | UInt32(byte & 0x3F) }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
    }
}
