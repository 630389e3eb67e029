// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The path to a value in JSON, to report the place of a mistake: `intents[0].parameters[1].type`.
package struct JSONPath: Sendable, Equatable {
    enum Step: Sendable, Equatable {
        case name(String)
        case index(Int)
    }

    var steps: [Step] = []

    func name(_ name: String) -> JSONPath { JSONPath(steps: steps + [.name(name)]) }
    func index(_ index: Int) -> JSONPath { JSONPath(steps: steps + [.index(index)]) }

    package var text: String {
        steps.reduce("") { text, step in
            switch step {
            case .name(let name): text.isEmpty ? name : text + "." + name
            case .index(let index): text + "[\(index)]"
            }
        }
    }

    /// Returns the line and the column, both from 1, at which the value begins, or its name in an object.
    ///
    /// - Parameter text: JSON that was read without an error.
    /// - Complexity: O(bytes before it).
    func position(in text: String) -> (line: Int, column: Int) {
        var walk = JSONWalk(bytes: Array(text.utf8))
        return Self.position(of: walk.offset(of: steps), in: walk.bytes)
    }

    /// Returns the line and the column, in characters, of a byte.
    static func position(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
        let before = bytes.prefix(max(0, offset))
        let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        return (line, String(decoding: before[start...], as: UTF8.self).count + 1)
    }
}

/// Walks through valid JSON without making values of it.
private struct JSONWalk {
    let bytes: [UInt8]
    var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    mutating func offset(of steps: [JSONPath.Step]) -> Int {
        skipSpace()
        var found = index
        for step in steps {
            guard let next = enter(step) else { return found }
            found = next
        }
        return found
    }

    /// Moves to a value inside the one that begins here.
    ///
    /// - Returns: The index at which the value, or its name, begins; `nil` if it does not exist.
    private mutating func enter(_ step: JSONPath.Step) -> Int? {
        let isObject: Bool
        switch (step, byte) {
        case (.name, UInt8(ascii: "{")?): isObject = true
        case (.index, UInt8(ascii: "[")?): isObject = false
        default: return nil
        }
        index += 1
        var number = 0
        while true {
            skipSpace()
            guard let byte, byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]") else { return nil }
            let start = index
            if isObject {
                let name = string()
                skipSpace()
                index += 1
                skipSpace()
                if case .name(name) = step { return start }
            } else if case .index(number) = step {
                return start
            }
            skip()
            number += 1
            skipSpace()
            if self.byte == UInt8(ascii: ",") { index += 1 }
        }
    }

    /// Moves past a value.
    private mutating func skip() {
        var depth = 0
        repeat {
            skipSpace()
            switch byte {
            case nil: return
            case UInt8(ascii: "\"")?: _ = string()
            case UInt8(ascii: "{")?, UInt8(ascii: "[")?:
                depth += 1
                index += 1
            case UInt8(ascii: "}")?, UInt8(ascii: "]")?:
                depth -= 1
                index += 1
            case UInt8(ascii: ",")?, UInt8(ascii: ":")?: index += 1
            default: word()
            }
        } while depth > 0
    }

    /// Moves past a number, `true`, `false` or `null`.
    private mutating func word() {
        while let byte, !" \t\r\n,]}:".utf8.contains(byte) { index += 1 }
    }

    private mutating func string() -> String {
        index += 1
        let start = index
        while let byte, byte != UInt8(ascii: "\"") { index += byte == UInt8(ascii: "\\") ? 2 : 1 }
        let end = min(index, bytes.count)
        index = end + 1
        return String(decoding: bytes[start..<max(start, end)], as: UTF8.self)
    }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
    }
}
