// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The commands in a document with what they print, as they are shown to people.
///
/// A transcript is an indented block in which each command stands behind `$ `, or behind `desk$ ` where there are several
/// machines. A block is run when the line `<!-- run -->` stands before it. `…` in the output stands for any text within
/// its line.
struct Transcript {
    struct Step: CustomStringConvertible {
        /// The name of the machine, which is empty where there is only one.
        var machine: String
        var command: String
        var output: [String]

        var description: String { "\(machine)$ \(command)" }
    }

    var steps: [Step] = []
    /// Commands that nobody runs.
    var unmarked: [String] = []

    /// Reads a document.
    init(document: String) {
        var isMarked = false
        var isInside = false
        for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
            let isIndented = line.hasPrefix("    ")
            if line == "<!-- run -->" {
                isMarked = true
            } else if isMarked, isIndented {
                isInside = true
                add(line.dropFirst(4))
            } else if let step = Self.command(isIndented ? line.dropFirst(4) : line) {
                // A block between fences is no transcript, and nobody would run it.
                unmarked.append(step.description)
            } else if !isIndented, !line.isEmpty, isInside {
                (isMarked, isInside) = (false, false)
            }
        }
    }

    private mutating func add(_ line: Substring) {
        if let step = Self.command(line) {
            steps.append(step)
        } else if !steps.isEmpty {
            steps[steps.count - 1].output.append(String(line))
        }
    }

    /// The step that a line begins.
    private static func command(_ line: Substring) -> Step? {
        let machine = line.prefix { ("a"..."z").contains($0) }
        let rest = line.dropFirst(machine.count)
        guard rest.hasPrefix("$ ") else { return nil }
        return Step(machine: String(machine), command: String(rest.dropFirst(2)), output: [])
    }

    /// Whether text is what a step shows; blank lines at the end and spaces at the ends of lines do not count.
    ///
    /// A line with nothing but the ellipsis stands for one line or more, whose number the machine decides.
    ///
    /// - Parameter mayLackLines: Such a line may also stand for none.
    static func matches(_ text: String, _ expected: [String], mayLackLines: Bool = false) -> Bool {
        let lines = trimmed(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        let wanted = trimmed(expected)
        return matches(lines[...], wanted[...], mayLackLines)
    }

    private static func matches(
        _ lines: ArraySlice<String>, _ wanted: ArraySlice<String>, _ mayLackLines: Bool
    ) -> Bool {
        guard let pattern = wanted.first else { return lines.isEmpty }
        if pattern == "…", mayLackLines, matches(lines, wanted.dropFirst(), mayLackLines) { return true }
        guard let line = lines.first else { return false }
        if pattern == "…", matches(lines.dropFirst(), wanted, mayLackLines) { return true }
        return matches(line: line, pattern) && matches(lines.dropFirst(), wanted.dropFirst(), mayLackLines)
    }

    private static func trimmed(_ lines: [String]) -> [String] {
        let bare = lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
        return Array(bare.reversed().drop { $0.isEmpty }.reversed()).filter { !$0.isEmpty }
    }

    private static func matches(line: String, _ pattern: String) -> Bool {
        let parts = pattern.split(separator: "…", omittingEmptySubsequences: false).map(String.init)
        guard let first = parts.first, let last = parts.last, line.hasPrefix(first) else { return false }
        if parts.count == 1 { return line == pattern }
        var rest = line.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}
