// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

extension KeyFile {
    /// Sets the value of a key in place; a missing key is added below its own comment, or at the end of its group.
    ///
    /// Further lines with the same key are removed. Neither text may contain a line break.
    /// - Complexity: O(n).
    package mutating func set(_ key: String, in group: String, to value: String) {
        let line = key + "=" + value
        let present = entries.filter { $0.group == group && $0.key == key }.map(\.line)
        guard let last = present.last else { return insert(line, key: key, in: group) }
        lines[last - 1] = line
        for number in present.dropLast().reversed() { lines.remove(at: number - 1) }
    }

    /// Removes a key; comments around it stay.
    ///
    /// - Returns: `false` if the key does not exist.
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

    /// Returns the number of the line that has the key commented out, as in the example file.
    private func commentedOut(_ key: String, in group: String) -> Int? {
        walk { inside, line, number -> Int? in
            guard inside == group, case .comment(let text) = line, case .entry(key, _) = Line(text) else { return nil }
            return number
        }.last
    }

    /// Returns the number of the last line of a group that is not blank.
    private func lastLine(of group: String) -> Int? {
        walk { inside, line, number in inside == group && line != .blank ? number : nil }.last
    }
}
