// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The result of reading a configuration file.
package struct ConfigurationReading: Sendable, Equatable {
    /// The values set in the file; faulty entries keep their defaults.
    package private(set) var configuration = Configuration()
    /// The most problems that are listed; further ones are only counted.
    package static let longestList = 20

    /// The problems, ordered by line.
    package private(set) var problems: [ConfigurationProblem] = []

    /// Whether the file takes effect, whatever else is wrong with it.
    package private(set) var isUsable = true

    /// Reads a file of any content.
    ///
    /// An entry that cannot be parsed, is out of bounds, or is a duplicate is fatal. An unknown key is not, so that an
    /// older OnCue accepts a file written for a newer one.
    /// - Complexity: O(n).
    package init(_ text: String) {
        let file = KeyFile(text)
        problems = file.faults.map { ConfigurationProblem(line: $0.line, message: $0.message) }
        for heading in file.headings where !ConfigurationKey.groups.contains(heading.group) {
            note(heading.line, Self.unknown(group: heading.group), isFatal: false)
        }
        var lines: [String: Int] = [:]
        for entry in file.entries where ConfigurationKey.groups.contains(entry.group) {
            guard let key = ConfigurationKey.named(entry.group + "." + entry.key) else {
                note(entry.line, Self.unknown(key: entry.key, in: entry.group), isFatal: false)
                continue
            }
            if let first = lines[key.name] {
                note(entry.line, "\(key.name) is already set in line \(first); remove one of them")
            } else if !configuration.set(key, to: entry.value, source: .file) {
                note(entry.line, key.refusal(of: entry.value))
            }
            lines[key.name] = lines[key.name] ?? entry.line
        }
        problems.sort { ($0.line ?? 0) < ($1.line ?? 0) }
        isUsable = !problems.contains(where: \.isFatal)
        shorten()
    }

    /// A file that is something else altogether has a problem in each line.
    private mutating func shorten() {
        let more = problems.count - Self.longestList
        guard more > 0 else { return }
        problems.removeLast(more)
        let text = more == 1 ? "and one more line is wrong" : "and \(more) more are wrong"
        problems.append(ConfigurationProblem(line: nil, message: text, isFatal: !isUsable))
    }

    private mutating func note(_ line: Int, _ message: String, isFatal: Bool = true) {
        problems.append(ConfigurationProblem(line: line, message: message, isFatal: isFatal))
    }

    /// Returns a message about an unknown name of a key, with the nearest known one.
    package static func unknown(_ name: String) -> String {
        let names = ConfigurationKey.all.map(\.name)
        let nearest =
            EditDistance.nearest(name, among: names) ?? ConfigurationKey.all.first { $0.key == name }?.name
        // Of the keys of the program, the plain list has only those that are changed.
        let list = name.hasPrefix("keys.") ? "oncue config --json" : "oncue config"
        return "there is no key \"\(name.inShort)\"; "
            + (nearest.map { "did you mean \($0)?" } ?? "list them with: \(list)")
    }

    private static func unknown(key: String, in group: String) -> String {
        if let other = ConfigurationKey.all.first(where: { $0.key == key }) {
            return "\(key) belongs below [\(other.group)], not [\(group)]"
        }
        let siblings = ConfigurationKey.all.filter { $0.group == group }.map(\.key)
        guard let nearest = EditDistance.nearest(key, among: siblings) else { return unknown(group + "." + key) }
        return "there is no key \"\(key.inShort)\" below [\(group)]; did you mean \(nearest)?"
    }

    private static func unknown(group: String) -> String {
        let nearest = EditDistance.nearest(group, among: ConfigurationKey.groups)
        let groups = ConfigurationKey.groups.map { "[\($0)]" }.joined(separator: ", ")
        return "there is no group [\(group.inShort)]; "
            + (nearest.map { "did you mean [\($0)]?" } ?? "expected one of \(groups)")
    }
}
