// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A text of groups, keys, values and comments, in the format of GLib key files and desktop entries.
///
/// ```
/// # a comment
/// [group]
/// key=value
/// ```
///
/// It records the line of every element, and keeps everything that is not edited as written, including comments and
/// faults.
package struct KeyFile: Sendable, Equatable {
    /// A key with its value.
    package struct Entry: Sendable, Equatable {
        package var group: String
        package var key: String
        package var value: String
        /// The line, counted from 1.
        package var line: Int
    }

    /// The beginning of a group; a group may have several.
    package struct Heading: Sendable, Equatable {
        package var group: String
        /// The line, counted from 1.
        package var line: Int
    }

    /// A line that is not valid.
    package struct Fault: Sendable, Equatable {
        /// The line, counted from 1.
        package var line: Int
        /// A description of a valid line.
        package var message: String
    }

    /// The lines, without their line breaks.
    var lines: [String]

    /// Reads any text; lines may also end as on Windows.
    ///
    /// - Complexity: O(n).
    package init(_ text: String) {
        lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
            String(Substring($0))
        }
    }

    /// The whole text.
    package var text: String { lines.joined(separator: "\n") }

    /// All keys in order, including duplicates; keys outside of a group are left out.
    package var entries: [Entry] {
        walk { group, line, number in
            guard let group, case .entry(let key, let value) = line else { return nil }
            return Entry(group: group, key: key, value: value, line: number)
        }
    }

    /// The beginnings of groups, in order.
    package var headings: [Heading] {
        walk { _, line, number in
            guard case .heading(let group) = line else { return nil }
            return Heading(group: group, line: number)
        }
    }

    /// The invalid lines, in order.
    package var faults: [Fault] {
        walk { group, line, number in
            switch line {
            case .nothing(let message): Fault(line: number, message: message)
            case .entry(let key, _) where group == nil:
                Fault(line: number, message: "\"\(key.inShort)\" comes before the first [group]")
            default: nil
            }
        }
    }

    /// Calls `look` for each line, with the group that contains it.
    func walk<T>(_ look: (_ group: String?, _ line: Line, _ number: Int) -> T?) -> [T] {
        var group: String?
        var found: [T] = []
        for (index, text) in lines.enumerated() {
            let line = Line(text)
            if case .heading(let name) = line { group = name }
            if let one = look(group, line, index + 1) { found.append(one) }
        }
        return found
    }
}
