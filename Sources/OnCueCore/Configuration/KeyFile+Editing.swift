// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension KeyFile {
    /// Gives a key a value, where it stands; a key that is not there goes below its own comment or to the end of its group.
    ///
    /// Further lines with the same key are taken out. Neither text may have an end of a line.
    /// - Complexity: O(n).
    package mutating func set(_ key: String, in group: String, to value: String) {
        let line = key + "=" + value
        let present = entries.filter { $0.group == group && $0.key == key }.map(\.line)
        guard let last = present.last else { return insert(line, key: key, in: group) }
        lines[last - 1] = line
        for number in present.dropLast().reversed() { lines.remove(at: number - 1) }
    }

    /// Takes a key out; comments around it stay.
    ///
    /// - Returns: `false` when it is not there.
    /// - Complexity: O(n).
    @discardableResult
    package mutating func remove(_ key: String, in group: String) -> Bool {
        let present = entries.filter { $0.group == group && $0.key == key }.map(\.line)
        for number in present.reversed() { lines.remove(at: number - 1) }
        return !present.isEmpty
    }

    private mutating func insert(_ line: String, key: String, in group: String) {
        if let number = commentedOut(key, in: group) ?? lastLine(of: group) {
            return lines.insert(line, at: number)
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        if !lines.isEmpty { lines.append("") }
        lines += ["[\(group)]", line, ""]
    }

    /// The number of the line in which the key stands as a comment, as in the example.
    private func commentedOut(_ key: String, in group: String) -> Int? {
        walk { inside, line, number -> Int? in
            guard inside == group, case .comment(let text) = line, case .entry(key, _) = Line(text) else { return nil }
            return number
        }.last
    }

    /// The number of the last line of a group that is not blank.
    private func lastLine(of group: String) -> Int? {
        walk { inside, line, number in inside == group && line != .blank ? number : nil }.last
    }
}
