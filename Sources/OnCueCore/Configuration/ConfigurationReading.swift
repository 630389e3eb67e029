// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The result of reading a configuration file.
package struct ConfigurationReading: Sendable, Equatable {
    /// The values set in the file; faulty entries keep their defaults.
    package private(set) var configuration = Configuration()
    /// The maximum number of problems that are listed; further ones are only counted.
    package static let longestList = 20

    /// The problems, ordered by line.
    package private(set) var problems: [ConfigurationProblem] = []

    /// Whether the file takes effect, even if it has other problems.
    package private(set) var isUsable = true

    /// Reads a file of any content.
    ///
    /// An entry that cannot be parsed or is out of bounds is fatal. An unknown key is not, so that an older OnCue accepts
    /// a file written for a newer one. Of lines that set the same key, and of those that give the same stroke to several
    /// actions of the full-screen program, the last counts; the others are problems that are not fatal.
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
            if let earlier = lines.updateValue(entry.line, forKey: key.name) {
                note(entry.line, "\(key.name) is set in line \(earlier), too; this line counts", isFatal: false)
            }
            if !configuration.set(key, to: entry.value, source: .file, line: entry.line) {
                note(entry.line, key.refusal(of: entry.value))
            }
        }
        noteSharedStrokes()
        problems.sort { ($0.line ?? 0) < ($1.line ?? 0) }
        isUsable = !problems.contains(where: \.isFatal)
        shorten()
    }

    /// Notes each stroke that several lines assign to actions, at the last of these lines.
    private mutating func noteSharedStrokes() {
        for (stroke, actions) in KeyTable.claims(configuration).sorted(by: { $0.key.name < $1.key.name }) {
            guard actions.count > 1, let winner = actions.last, let line = configuration.line(winner.configurationKey)
            else { continue }
            let others = actions.dropLast().map { action in
                action.rawValue + (configuration.line(action.configurationKey).map { " in line \($0)" } ?? "")
            }
            note(
                line,
                "the key \(stroke.name) is set for \(others.joined(separator: " and ")), too; "
                    + "\(winner.rawValue) has it", isFatal: false)
        }
    }

    /// Shortens the list of problems: a file of an entirely different kind has a problem in each line.
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
        // The plain list shows only those keys of the full-screen program that were changed.
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
