// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// A filter for songs: pairs of a tag and a value, expressions in parentheses, or both.
package struct SongFilter {
    /// A function that compiles a regular expression; it returns `nil` for an invalid one.
    package typealias PatternMaker = (_ text: String, _ foldsCase: Bool) -> ((String) -> Bool)?

    /// The maximum number of regular expressions in a filter.
    package static let mostPatterns = 32
    /// The maximum nesting depth of parentheses.
    package static let nestingLimit = 32

    indirect enum Condition {
        case text(Field, TextTest)
        case base(String)
        case modifiedSince(Int64)
        case format(AudioFormatTest)
        case not(Condition)
        case all([Condition])
    }

    enum Field {
        case tag(TagKind)
        case any
        case file
    }

    let condition: Condition
    /// Whether it has regular expressions, which may make a song take long.
    package let hasPatterns: Bool

    /// Parses arguments.
    ///
    /// - Parameters:
    ///   - foldsCase: Whether case is ignored, and values of pairs may be parts of a text.
    ///   - patterns: The function that compiles regular expressions.
    package init(
        _ arguments: some Sequence<String>, foldsCase: Bool, patterns: @escaping PatternMaker
    ) throws(CommandRefusal) {
        var conditions: [Condition] = []
        var patternCount = 0
        var rest = Array(arguments)[...]
        if rest.isEmpty { throw CommandRefusal(.argument, "Incorrect number of filter arguments") }
        while let first = rest.popFirst() {
            if first.utf8.first == UInt8(ascii: "(") {
                var parser = FilterParser(first, foldsCase: foldsCase, patterns: patterns)
                conditions.append(try parser.whole(&patternCount))
            } else {
                guard let value = rest.popFirst() else {
                    throw CommandRefusal(.argument, "Incorrect number of filter arguments")
                }
                conditions.append(try Self.pair(first, value, foldsCase: foldsCase))
            }
        }
        condition = conditions.count == 1 ? conditions[0] : .all(conditions)
        hasPatterns = patternCount > 0
    }

    /// Creates a filter for songs with exactly this value.
    package init(_ kind: TagKind, _ value: String) {
        condition = .text(.tag(kind), TextTest(value, foldsCase: false, isPart: false, isNegated: false))
        hasPatterns = false
    }

    private static func pair(_ name: String, _ value: String, foldsCase: Bool) throws(CommandRefusal) -> Condition {
        guard let type = try? FilterType(name) else { throw CommandRefusal(.argument, "Unknown filter type") }
        switch type {
        case .base:
            guard isSafe(value) else { throw CommandRefusal(.argument, "Bad URI") }
            return .base(value)
        case .modifiedSince: return .modifiedSince(try timestamp(value))
        case .text(let field):
            return .text(field, TextTest(value, foldsCase: foldsCase, isPart: foldsCase, isNegated: false))
        case .audioFormat:
            throw CommandRefusal(.argument, "Unknown filter type")
        }
    }

    /// The folders that songs must be in; a filter with a folder that does not exist finds nothing.
    package var bases: [String] {
        switch condition {
        case .base(let path): [path]
        case .all(let inner):
            inner.compactMap { condition in
                if case .base(let path) = condition { path } else { nil }
            }
        default: []
        }
    }

    /// Returns whether a path stays below the music folder.
    package static func isSafe(_ path: String) -> Bool {
        !path.split(separator: "/", omittingEmptySubsequences: false)
            .contains { $0.isEmpty || $0 == ".." || $0 == "." }
    }

    static func timestamp(_ text: String) throws(CommandRefusal) -> Int64 {
        if let number = Int64(text) { return number }
        let day = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
        guard day.count == 3, let year = day[0], let month = day[1], let number = day[2],
            (1...9999).contains(year), (1...12).contains(month), (1...31).contains(number),
            let clock = seconds(text.dropFirst(10))
        else { throw CommandRefusal(.argument, "Failed to parse date") }
        return CivilDate(year, month, number).days * CivilDate.secondsOfDay + clock
    }

    /// Parses the seconds of `T10:20:30Z`; 0 for an empty text.
    private static func seconds(_ text: Substring) -> Int64? {
        if text.isEmpty { return 0 }
        guard text.first == "T" || text.first == " " else { return nil }
        let clock = text.dropFirst().prefix { $0 != "Z" }.split(separator: ":").map { Int64($0) }
        guard (1...3).contains(clock.count) else { return nil }
        var seconds: Int64 = 0
        for (number, (last, unit)) in zip(clock, [(Int64(23), Int64(3600)), (59, 60), (60, 1)]) {
            guard let number, (0...last).contains(number) else { return nil }
            seconds += number * unit
        }
        return seconds
    }

    // MARK: Matching songs

    /// The tag and the value that songs must have, if that is the only condition.
    var exactValue: (kind: TagKind, value: [UInt8])? {
        guard case .text(.tag(let kind), let test) = condition, let value = test.exactValue else { return nil }
        return (kind, value)
    }

    /// - Complexity: O(*n*) in the lengths of the tags.
    package func matches(_ song: some TaggedSong) -> Bool { Self.matches(song, condition) }

    private static func matches(_ song: some TaggedSong, _ condition: Condition) -> Bool {
        switch condition {
        case .text(let field, let test): return matches(song, field, test)
        case .base(let path):
            let uri = song.uri
            return path.isEmpty || uri == path
                || uri.utf8.count > path.utf8.count && uri.utf8.starts(with: path.utf8)
                    && uri.utf8.dropFirst(path.utf8.count).first == UInt8(ascii: "/")
        case .modifiedSince(let time): return song.modified >= time
        case .format(let test): return test.matches(song.format)
        case .not(let inner): return !matches(song, inner)
        case .all(let inner): return inner.allSatisfy { matches(song, $0) }
        }
    }

    private static func matches(_ song: some TaggedSong, _ field: Field, _ test: TextTest) -> Bool {
        // A negated test requires that none of several values matches.
        if test.isNegated { return !matches(song, field, test.positive) }
        switch field {
        case .file: return test.matches(song.uri)
        case .any: return song.hasTag { test.matches($1) }
        case .tag(let kind):
            var next: TagKind? = kind
            while let kind = next {
                var isThere = false
                let isFound = song.hasTag {
                    guard $0 == kind else { return false }
                    isThere = true
                    return test.matches($1)
                }
                if isFound || isThere { return isFound }
                next = kind.fallback
            }
            // A missing tag is treated as an empty text.
            return test.matches("")
        }
    }
}

/// An audio format such as `44100:16:2`, of which parts may be `*`.
struct AudioFormatTest {
    let text: String
    let isMask: Bool

    /// Returns whether a format matches. OnCue does not know the bits of a sample before it plays, so they match
    /// anything.
    func matches(_ format: String?) -> Bool {
        guard let format else { return false }
        let (parts, wanted) = (format.split(separator: ":"), text.split(separator: ":"))
        guard parts.count == 3, wanted.count == 3 else { return false }
        return parts.indices.allSatisfy { index in
            isMask && wanted[index] == "*" || index == 1 && parts[1] == "*" || parts[index] == wanted[index]
        }
    }
}

/// The property that a filter compares, by its name.
enum FilterType {
    case base
    case modifiedSince
    case audioFormat
    case text(SongFilter.Field)

    init(_ name: String) throws(CommandRefusal) {
        switch name.lowercased() {
        case "base": self = .base
        case "modified-since": self = .modifiedSince
        case "audioformat": self = .audioFormat
        case "any": self = .text(.any)
        case "file", "filename": self = .text(.file)
        case let name:
            guard let kind = TagKind(named: name) else {
                throw CommandRefusal(.argument, "Unknown filter type: \(name)")
            }
            self = .text(.tag(kind))
        }
    }
}
