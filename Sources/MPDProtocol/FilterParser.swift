// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A parser of expressions such as `((artist == 'A') AND (!(album contains "B")))`.
struct FilterParser {
    private var rest: ArraySlice<UInt8>
    private let foldsCase: Bool
    private let patterns: SongFilter.PatternMaker
    private var depth = 0
    private var patternCount = 0

    init(_ text: String, foldsCase: Bool, patterns: @escaping SongFilter.PatternMaker) {
        rest = Array(text.utf8)[...]
        (self.foldsCase, self.patterns) = (foldsCase, patterns)
    }

    /// Parses the whole text.
    ///
    /// - Parameter patternCount: The number of regular expressions so far.
    mutating func whole(_ patternCount: inout Int) throws(CommandRefusal) -> SongFilter.Condition {
        self.patternCount = patternCount
        let condition = try expression()
        patternCount = self.patternCount
        guard rest.isEmpty else { throw CommandRefusal(.argument, "Unparsed garbage after expression") }
        return condition
    }

    /// Parses an expression in parentheses.
    private mutating func expression() throws(CommandRefusal) -> SongFilter.Condition {
        depth += 1
        defer { depth -= 1 }
        guard depth <= SongFilter.nestingLimit else {
            throw CommandRefusal(.argument, "Expression is nested too deeply")
        }
        try expect("(")
        switch rest.first {
        case UInt8(ascii: "("):
            var conditions = [try expression()]
            while rest.first != UInt8(ascii: ")") {
                guard try word() == "AND" else { throw CommandRefusal(.argument, "'AND' expected") }
                conditions.append(try expression())
            }
            try expect(")")
            return conditions.count == 1 ? conditions[0] : .all(conditions)
        case UInt8(ascii: "!"):
            rest.removeFirst()
            skipSpace()
            guard rest.first == UInt8(ascii: "(") else { throw CommandRefusal(.argument, "'(' expected") }
            let inner = try expression()
            try expect(")")
            return .not(inner)
        default:
            let condition = try test(FilterType(word()))
            try expect(")")
            return condition
        }
    }

    private mutating func test(_ type: FilterType) throws(CommandRefusal) -> SongFilter.Condition {
        switch type {
        case .base:
            let path = try quoted()
            guard SongFilter.isSafe(path) else { throw CommandRefusal(.argument, "Bad URI") }
            return .base(path)
        case .modifiedSince: return .modifiedSince(try SongFilter.timestamp(try quoted()))
        case .audioFormat:
            let isMask = take("=~")
            guard isMask || take("==") else { throw CommandRefusal(.argument, "'==' or '=~' expected") }
            let text = try quoted()
            guard text.split(separator: ":").count == 3 else {
                throw CommandRefusal(.argument, "Failed to parse the sample rate")
            }
            return .format(AudioFormatTest(text: text, isMask: isMask))
        case .text(let field): return .text(field, try textTest())
        }
    }

    private mutating func textTest() throws(CommandRefusal) -> TextTest {
        for (name, isPrefix) in [("contains", false), ("starts_with", true)] {
            let isNegated = take("!" + name, before: 0x20)
            if isNegated || take(name, before: 0x20) {
                return TextTest(
                    try quoted(), foldsCase: foldsCase, isPart: !isPrefix, isNegated: isNegated, isPrefix: isPrefix)
            }
        }
        let isNegatedPattern = take("!~")
        if isNegatedPattern || take("=~") {
            let text = try quoted()
            patternCount += 1
            guard patternCount <= SongFilter.mostPatterns else {
                throw CommandRefusal(.argument, "Too many regular expressions")
            }
            guard let pattern = patterns(text, foldsCase) else {
                throw CommandRefusal(.argument, "Error in regular expression: \(text)")
            }
            return TextTest(pattern, isNegated: isNegatedPattern)
        }
        let isNegated = take("!=")
        guard isNegated || take("==") else { throw CommandRefusal(.argument, "'==' or '!=' expected") }
        return TextTest(try quoted(), foldsCase: foldsCase, isPart: false, isNegated: isNegated)
    }

    // MARK: Words

    private mutating func word() throws(CommandRefusal) -> String {
        let word = rest.prefix { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x5F || $0 == 0x2D }
        guard !word.isEmpty else { throw CommandRefusal(.argument, "Word expected") }
        rest = rest[word.endIndex...]
        skipSpace()
        return String(decoding: word, as: UTF8.self)
    }

    private mutating func quoted() throws(CommandRefusal) -> String {
        guard let quote = rest.first, quote == 0x22 || quote == 0x27 else {
            throw CommandRefusal(.argument, "Quoted string expected")
        }
        rest.removeFirst()
        var text: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == quote {
                skipSpace()
                return String(decoding: text, as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") {
                guard let next = rest.popFirst() else { break }
                text.append(next)
            } else {
                text.append(byte)
            }
        }
        throw CommandRefusal(.argument, "Closing quote not found")
    }

    private mutating func expect(_ sign: Character) throws(CommandRefusal) {
        guard let byte = sign.asciiValue, rest.first == byte else {
            throw CommandRefusal(.argument, "'\(sign)' expected")
        }
        rest.removeFirst()
        skipSpace()
    }

    /// Consumes an operator if it is next; case does not matter.
    private mutating func take(_ sign: String, before next: UInt8? = nil) -> Bool {
        let count = sign.utf8.count
        guard rest.count >= count, zip(rest, sign.utf8).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 && $1 >= 0x61 }) else {
            return false
        }
        if let next, rest.dropFirst(count).first != next { return false }
        rest = rest.dropFirst(count)
        skipSpace()
        return true
    }

    private mutating func skipSpace() { rest = rest.drop { $0 == 0x20 || $0 == 0x09 } }
}
