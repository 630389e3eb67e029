// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore
internal import TextOutput

/// The entries named by words such as `3-7 12`, each once and in order.
struct EntryNumbers: Sendable, Equatable {
    /// Runs of indices from 0 that do not touch, in order.
    let ranges: [Range<Int>]

    /// - Parameter command: The command that shows the numbers.
    static func argument(_ command: String, isOptional: Bool = false) -> ArgumentDefinition {
        ArgumentDefinition(
            ValueDefinition(
                "N", kind: "an entry number",
                expected: "a number from 1, or a range such as 3-7, as \(command) shows them"),
            isOptional ? .any : .oneOrMore, description: "Numbers and ranges of entries, such as 3-7 12.",
            acceptsNegativeNumbers: true)
    }

    /// Returns the definition of the one argument for the entries to move.
    static func movedArgument(_ command: String) -> ArgumentDefinition {
        ArgumentDefinition(
            ValueDefinition(
                "N", kind: "an entry number",
                expected: "a number from 1, or a range such as 3-7, as \(command) shows them"),
            description: "The number of the entry, a range, or several divided by commas: 3-7,12.",
            acceptsNegativeNumbers: true)
    }

    /// - Throws: `UsageError` for a word that is neither a number nor a range.
    init(_ parsed: ParsedCommand) throws(UsageError) { self.init(try Self.words(parsed)) }

    /// Returns the numbers and ranges in the order in which they were typed.
    ///
    /// - Throws: `UsageError` for a word that is neither a number nor a range.
    static func words(_ parsed: ParsedCommand) throws(UsageError) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for word in parsed.arguments("N").flatMap({ $0.split(separator: ",").map(String.init) }) {
            guard let range = Self.range(word) else { throw parsed.invalid("N", word) }
            ranges.append(range)
        }
        guard !ranges.isEmpty else { throw parsed.invalid("N", "") }
        return ranges
    }

    init(_ ranges: [Range<Int>]) {
        var merged: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        self.ranges = merged
    }

    /// Parses `3`, or `3-7` with the smaller number first.
    static func range(_ word: String) -> Range<Int>? {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false).map { Values.positive(String($0)) }
        guard (1...2).contains(parts.count), let first = parts.first ?? nil, let last = parts.last ?? nil,
            first <= last
        else { return nil }
        return (first - 1)..<last
    }

    /// The indices from 0, in order.
    var indexes: [Int] { ranges.flatMap { Array($0) } }

    /// The largest number.
    var last: Int { ranges.last?.upperBound ?? 0 }

    /// - Throws: ``CommandFailure`` if there are fewer entries.
    func check(total: Int, of list: String) throws(CommandFailure) {
        guard last > total else { return }
        let has = total == 0 ? "is empty" : "has \(total)"
        throw CommandFailure(.nothingFound, "no entry \(last): \(list) \(has)")
    }

    /// `"So What"` or `"So What" and 4 more`.
    static func phrase(_ titles: [String]) -> String {
        let first = "\"\(TextLayout.printable(titles.first ?? ""))\""
        return titles.count > 1 ? "\(first) and \(titles.count - 1) more" : first
    }
}
