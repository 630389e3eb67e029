// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A recursive descent parser over the scalars of a template; recursion ends at ``SentenceLimits/depth``.
struct TemplateParser {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var depth = 0

    init(_ text: String) throws(TemplateError) {
        guard text.utf8.count <= SentenceLimits.templateBytes else {
            throw TemplateError(
                .tooLarge, at: 0,
                "the template has more than \(SentenceLimits.templateBytes) bytes; divide it into several")
        }
        scalars = Array(text.unicodeScalars)
    }

    mutating func template() throws(TemplateError) -> SentenceExpression {
        let result = try content(until: nil, from: 0)
        guard result.hasContent else { throw TemplateError(.empty, at: 0, "the template is empty; write words in it") }
        return result
    }

    // MARK: Groups

    /// Reads alternatives, a permutation or a sequence, up to the closing bracket, which is consumed.
    private mutating func content(
        until close: Unicode.Scalar?, from start: Int
    ) throws(TemplateError) -> SentenceExpression {
        var parts: [[SentenceExpression]] = [[]]
        var separator: Unicode.Scalar?
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == close {
                index += 1
                return try group(parts, separator, at: start)
            }
            switch scalar {
            case "|", ";":
                guard separator == nil || separator == scalar else {
                    throw TemplateError(
                        .mixedSeparators, at: index, "a group has \"|\" or \";\", not both; put one part in parentheses"
                    )
                }
                separator = scalar
                parts.append([])
                index += 1
            case ")", "]", "}", ">":
                throw TemplateError(
                    .unopened, at: index, "\"\(scalar)\" closes nothing; remove it, or write \"\\\(scalar)\"")
            default:
                parts[parts.count - 1].append(try item(scalar))
            }
        }
        if let close {
            throw TemplateError(.unclosed, at: start, "\"\(scalars[start])\" is never closed; add \"\(close)\"")
        }
        return try group(parts, separator, at: start)
    }

    private func group(
        _ parts: [[SentenceExpression]], _ separator: Unicode.Scalar?, at start: Int
    ) throws(TemplateError) -> SentenceExpression {
        let sequences = parts.map { $0.count == 1 ? $0[0] : .sequence($0) }
        guard let separator else { return sequences[0] }
        guard separator == ";" else { return .alternatives(sequences) }
        guard sequences.count <= SentenceLimits.permutation else {
            throw TemplateError(
                .tooLarge, at: start,
                "\(sequences.count) parts in any order are too many; use at most \(SentenceLimits.permutation)")
        }
        guard sequences.allSatisfy(\.hasContent) else {
            throw TemplateError(.emptyGroup, at: start, "a part between \";\" is empty; write words there")
        }
        return .permutation(sequences)
    }

    private mutating func item(_ scalar: Unicode.Scalar) throws(TemplateError) -> SentenceExpression {
        switch scalar {
        case "(": return try nested(until: ")")
        case "[": return .alternatives([try nested(until: "]"), .sequence([])])
        case "{": return try list()
        case "<":
            let start = index
            return .rule(name: try name(until: ">"), offset: start)
        case _ where isSpace(scalar):
            while index < scalars.count, isSpace(scalars[index]) { index += 1 }
            return .space
        default: return .text(try text())
        }
    }

    private mutating func nested(until close: Unicode.Scalar) throws(TemplateError) -> SentenceExpression {
        let start = index
        guard depth < SentenceLimits.depth else {
            throw TemplateError(
                .tooLarge, at: start,
                "groups nest more than \(SentenceLimits.depth) levels deep; use a rule for the inner ones")
        }
        depth += 1
        index += 1
        let result = try content(until: close, from: start)
        depth -= 1
        guard result != .sequence([]) else {
            throw TemplateError(.emptyGroup, at: start, "the group is empty; write words in it, or remove it")
        }
        return result
    }

    // MARK: Names and words

    private mutating func list() throws(TemplateError) -> SentenceExpression {
        let start = index
        let text = try name(until: "}")
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let slot = parts.count == 2 ? parts[1] : parts[0]
        guard !parts[0].isEmpty, !slot.isEmpty, !slot.contains(":") else {
            throw TemplateError(.badName, at: start, "\"{\(text)}\" is not a list; write {list} or {list:slot}")
        }
        return .list(SentenceListReference(list: parts[0], slot: slot, offset: start))
    }

    private mutating func name(until close: Unicode.Scalar) throws(TemplateError) -> String {
        let start = index
        index += 1
        guard let end = scalars[index...].firstIndex(of: close) else {
            throw TemplateError(.unclosed, at: start, "\"\(scalars[start])\" is never closed; add \"\(close)\"")
        }
        defer { index = end + 1 }
        guard end > index else { throw TemplateError(.emptyGroup, at: start, "the name is missing; write it here") }
        for offset in index..<end where !isNamePart(scalars[offset]) {
            throw TemplateError(
                .badName, at: offset,
                "a name has letters, digits and _ - . , : only; close it with \"\(close)\" before this character")
        }
        return String(String.UnicodeScalarView(scalars[index..<end]))
    }

    private func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", ",", ":": true
        default: !scalar.isASCII && scalar.properties.isAlphabetic
        }
    }

    private func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "(", ")", "[", "]", "{", "}", "<", ">", "|", ";": true
        default: false
        }
    }

    /// Unicode properties are only looked up outside ASCII, because that takes longer than everything else.
    private func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar == " " || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace
    }

    private mutating func text() throws(TemplateError) -> String {
        var text = String.UnicodeScalarView()
        while index < scalars.count {
            let scalar = scalars[index]
            if isMark(scalar) || isSpace(scalar) { break }
            if scalar == "\\" {
                index += 1
                guard index < scalars.count else {
                    throw TemplateError(
                        .strayEscape, at: index - 1, "\"\\\" escapes nothing; remove it, or write it twice")
                }
            }
            text.append(scalars[index])
            index += 1
        }
        return String(text)
    }
}

extension SentenceExpression {
    /// Whether there is anything besides white space.
    var hasContent: Bool {
        switch self {
        case .space: false
        case .text(let text): !text.isEmpty
        case .list, .rule: true
        case .sequence(let parts), .alternatives(let parts), .permutation(let parts):
            parts.contains(where: \.hasContent)
        }
    }
}
