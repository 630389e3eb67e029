// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// One step through a web page.
package enum HTMLEvent: Sendable, Equatable {
    /// Names are in lower case. Of attributes with one name the first counts.
    case start(name: String, attributes: [String: String])
    case end(name: String)
    /// The text between two tags; never empty. Scripts and styles are not decoded.
    case text(String)
}

/// Reads the tags of a web page, even if it is malformed.
///
/// Written in Swift, without a tree: tags are reported as they occur, and the caller must pair them. Every byte
/// sequence ends with events, in time and memory linear in its size.
package enum HTMLReader {
    /// The attributes of a tag beyond this number are left out.
    private static let attributeLimit = 64

    /// Calls `handle` with each event until it returns false.
    ///
    /// - Parameter charset: The encoding according to the server, which comes before that in the page.
    package static func read(_ bytes: [UInt8], charset: String? = nil, _ handle: (HTMLEvent) -> Bool) {
        var run = HTMLRun(XMLEncoding.decode(html: bytes, charset: charset), attributeLimit: attributeLimit)
        while let event = run.next(), handle(event) {}
    }
}

private struct HTMLRun {
    private let bytes: [UInt8]
    private let attributeLimit: Int
    private var index = 0
    /// The element whose content is text up to its end tag, such as a script.
    private var rawElement: String?

    init(_ bytes: [UInt8], attributeLimit: Int) {
        self.bytes = bytes
        self.attributeLimit = attributeLimit
    }

    mutating func next() -> HTMLEvent? {
        while index < bytes.count {
            if let raw = rawElement {
                rawElement = nil
                if let text = rawText(of: raw) { return text }
            } else if bytes[index] == UInt8(ascii: "<"), let kind = kindOfTag() {
                switch kind {
                case .start: return startTag()
                case .end: return endTag()
                case .other: skipOther()
                }
            } else {
                return text()
            }
        }
        return nil
    }

    private enum Kind { case start, end, other }

    /// Returns the kind of markup that the `<` here begins; `nil` if that is text.
    private func kindOfTag() -> Kind? {
        guard index + 1 < bytes.count else { return nil }
        switch bytes[index + 1] {
        case UInt8(ascii: "!"), UInt8(ascii: "?"): return .other
        case UInt8(ascii: "/"): return index + 2 < bytes.count && isLetter(bytes[index + 2]) ? .end : .other
        case let byte: return isLetter(byte) ? .start : nil
        }
    }

    private func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private mutating func text() -> HTMLEvent {
        let start = index
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "<") || kindOfTag() == nil { index += 1 }
        return .text(HTMLText.decoded(bytes[start..<index]))
    }

    /// The text up to the end tag of a raw element; `nil` if it is empty.
    private mutating func rawText(of name: String) -> HTMLEvent? {
        let start = index
        let end = Array("</\(name)".utf8)
        while index < bytes.count, !begins(with: end, at: index) { index += 1 }
        guard index > start else { return nil }
        let isDecoded = name == "title" || name == "textarea"
        let text = bytes[start..<index]
        return .text(isDecoded ? HTMLText.decoded(text) : String(decoding: text, as: UTF8.self))
    }

    private func begins(with word: [UInt8], at start: Int) -> Bool {
        guard bytes[start] == word[0], start + word.count <= bytes.count else { return false }
        for offset in word.indices {
            let byte = bytes[start + offset]
            if (isLetter(byte) ? byte | 0x20 : byte) != word[offset] { return false }
        }
        return start + word.count == bytes.count || !isLetter(bytes[start + word.count])
    }

    /// Skips a comment, a declaration or an instruction.
    private mutating func skipOther() {
        if begins(with: Array("<!--".utf8), at: index) {
            let end = Array("-->".utf8)
            index += 4
            while index < bytes.count, !begins(with: end, at: index) { index += 1 }
            index = min(index + end.count, bytes.count)
        } else {
            while index < bytes.count, bytes[index] != UInt8(ascii: ">") { index += 1 }
            index = min(index + 1, bytes.count)
        }
    }

    private mutating func name() -> String {
        let start = index
        while index < bytes.count, !isSpace(bytes[index]), bytes[index] != UInt8(ascii: ">"),
            bytes[index] != UInt8(ascii: "/")
        { index += 1 }
        return String(decoding: bytes[start..<index].prefix(100), as: UTF8.self).lowercased()
    }

    private mutating func endTag() -> HTMLEvent {
        index += 2
        let name = name()
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") { index += 1 }
        index = min(index + 1, bytes.count)
        return .end(name: name)
    }

    private mutating func startTag() -> HTMLEvent {
        index += 1
        let name = name()
        var attributes: [String: String] = [:]
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
            if isSpace(bytes[index]) || bytes[index] == UInt8(ascii: "/") {
                index += 1
            } else {
                let (key, value) = attribute()
                if attributes[key] == nil, attributes.count < attributeLimit { attributes[key] = value }
            }
        }
        index = min(index + 1, bytes.count)
        if ["script", "style", "title", "textarea", "xmp", "noembed", "noframes"].contains(name) { rawElement = name }
        return .start(name: name, attributes: attributes)
    }

    /// The attribute that begins here; at least one byte is taken.
    private mutating func attribute() -> (String, String) {
        let start = index
        index += 1
        while index < bytes.count, !isSpace(bytes[index]), bytes[index] != UInt8(ascii: ">"),
            bytes[index] != UInt8(ascii: "/"), bytes[index] != UInt8(ascii: "=")
        { index += 1 }
        let key = String(decoding: bytes[start..<index].prefix(100), as: UTF8.self).lowercased()
        skipSpace()
        guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return (key, "") }
        index += 1
        skipSpace()
        return (key, HTMLText.decoded(value()))
    }

    private mutating func value() -> ArraySlice<UInt8> {
        guard index < bytes.count else { return [] }
        let quote = bytes[index]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let start = index
            while index < bytes.count, !isSpace(bytes[index]), bytes[index] != UInt8(ascii: ">") { index += 1 }
            return bytes[start..<index]
        }
        index += 1
        let start = index
        while index < bytes.count, bytes[index] != quote { index += 1 }
        defer { index = min(index + 1, bytes.count) }
        return bytes[start..<index]
    }

    private mutating func skipSpace() {
        while index < bytes.count, isSpace(bytes[index]) { index += 1 }
    }
}
