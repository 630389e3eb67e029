// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
internal import OnCueCore

/// The fields of the service's interface that a page must not see: where files are, and how long machines were left.
///
/// Every answer passes through here, and only here are fields removed.
package enum PrivateFields {
    /// The fields that are removed everywhere: addresses of media and of pictures, places in the tree, and the times
    /// when the user is away.
    package static let names: Set<String> = [
        "url", "artUrl", "artUrlSmall", "artUrlMedium", "artUrlLarge", "artwork", "path", "icon",
        "absence",
    ]
    /// The fields that identify an item, and those that get the address of its picture here.
    private static let pictures = ["identifier": "art", "item": "art", "nextIdentifier": "nextArt"]

    /// The fields with the names and lyrics of media, even if their text looks like a path.
    private static let media: Set<String> = [
        "title", "subtitle", "album", "artist", "artists", "albumArtists", "composers", "genres", "text", "streamTitle",
        "chapterTitle", "contextTitle", "nextTitle", "nextArtists",
    ]

    /// The value without them, with addresses of pictures that this server answers.
    package static func removed(from value: JSONValue) -> JSONValue { removed(from: value, isOfMedium: false) }

    /// - Parameter isOfMedium: Its texts are those of a medium, in which a path is only one if it is all of the text.
    private static func removed(from value: JSONValue, isOfMedium: Bool) -> JSONValue {
        switch value {
        case .object(let members):
            let shown = members.filter { !names.contains($0.name) }
            return .object(
                shown.map { .init($0.name, removed(from: $0.value, isOfMedium: media.contains($0.name))) }
                    + pictures(of: shown))
        case .array(let elements): return .array(elements.map { removed(from: $0, isOfMedium: isOfMedium) })
        case .string(let text):
            return .string(isOfMedium && !text.contains("file:/") && !isPath(text) ? text : withoutPaths(text))
        default: return value
        }
    }

    /// Whether a whole text is the path of a file, which some programs use as the title of an untitled medium.
    private static func isPath(_ text: String) -> Bool {
        guard text.hasPrefix("/"), let name = text.split(separator: "/").last else { return false }
        return text.hasPrefix("/home/") || name.dropFirst().dropLast().contains(".")
    }

    private static func pictures(of members: [JSONValue.Member]) -> [JSONValue.Member] {
        members.compactMap { member in
            guard let name = pictures[member.name], let text = member.value.stringValue,
                ContentIdentifier(text) != nil, let address = pictureAddress(text)
            else { return nil }
            return .init(name, .string(address))
        }
    }

    /// The address of an item's picture on this server.
    package static func pictureAddress(_ identifier: String) -> String? {
        let text = identifier.utf8.map { byte -> String in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                return String(UnicodeScalar(byte))
            default:
                return "%" + String(byte >> 4, radix: 16, uppercase: true)
                    + String(byte & 15, radix: 16, uppercase: true)
            }
        }
        return "/api/1/art/" + text.joined()
    }

    /// Shortens paths and addresses of files in a text to their last names: "cannot open /home/anna/Music/x.flac"
    /// becomes "cannot open x.flac".
    package static func withoutPaths(_ text: String) -> String {
        guard text.contains("/") else { return text }
        var result = ""
        var (copied, index) = (text.startIndex, text.startIndex)
        while let start = text[index...].firstIndex(where: { "/fF".contains($0) }) {
            guard let path = path(at: start, in: text) else {
                index = text.index(after: start)
                continue
            }
            result += text[copied..<start] + lastName(path)
            (copied, index) = (path.endIndex, path.endIndex)
        }
        return result + text[copied...]
    }

    /// Returns the path of a file that begins at an index: `file://…` up to the next space, or `/…/…` up to its
    /// delimiter.
    private static func path(at start: String.Index, in text: String) -> Substring? {
        let rest = text[start...]
        // Also directly after a word.
        if rest.prefix(6).lowercased() == "file:/" { return part(of: rest) { $0.isWhitespace || "\"'<>".contains($0) } }
        let isAtWord = start == text.startIndex || !isWordCharacter(text[text.index(before: start)])
        guard isAtWord, rest.hasPrefix("/") else { return nil }
        // A slash followed by a space separates words, and two slashes belong to an address. This is checked first, so
        // that each part is examined only once.
        guard let second = rest.dropFirst().first, !second.isWhitespace, second != "/" else { return nil }
        // Names of folders may have spaces, so a path continues as long as another slash follows in the same part.
        let whole = part(of: rest) { "\"'<>\n:;".contains($0) }
        guard let last = whole.dropFirst().lastIndex(of: "/") else { return nil }
        let end = whole[last...].firstIndex { $0.isWhitespace || $0 == "," || $0 == ")" } ?? whole.endIndex
        return rest[..<end]
    }

    /// Returns the part before a mark; an apostrophe between letters is not a mark.
    private static func part(of text: Substring, _ isMark: (Character) -> Bool) -> Substring {
        var previous: Character?
        var index = text.startIndex
        while index < text.endIndex {
            let character = text[index]
            let next = text.index(after: index)
            let isInName =
                character == "'" && previous?.isLetter == true && next < text.endIndex && text[next].isLetter
            if !isInName, isMark(character) { break }
            (previous, index) = (character, next)
        }
        return text[..<index]
    }

    private static func isWordCharacter(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "/.~%".contains(character)
    }

    private static func lastName(_ path: Substring) -> Substring {
        let trimmed = path.hasSuffix("/") ? path.dropLast() : path
        return trimmed.lastIndex(of: "/").map { trimmed[trimmed.index(after: $0)...] } ?? trimmed
    }
}
