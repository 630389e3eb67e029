// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueRuntime

/// Files with which packages and users declare programs, in the form of desktop entries.
enum InstalledFiles {
    private static let usual = 65_536

    /// Returns the values of a group, by their keys.
    ///
    /// - Parameter group: The line with which it begins, in brackets.
    static func values(of group: String, in text: String) -> [Substring: Substring] {
        var values: [Substring: Substring] = [:]
        var isInside = false
        for line in text.split(whereSeparator: \.isNewline).prefix(1000) {
            if line.hasPrefix("[") {
                isInside = line == group
            } else if isInside, !line.hasPrefix("#"), let sign = line.firstIndex(of: "=") {
                values[trimmed(line[..<sign])] = trimmed(line[line.index(after: sign)...])
            }
        }
        return values
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0 == " " || $0 == "\t" }
        return start.lastIndex { $0 != " " && $0 != "\t" }.map { start[...$0] } ?? ""
    }

    /// Returns the names of the files in a folder, in order. Blocks.
    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory), names.count < 1000 {
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { continue }
            let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            names.append(String(cString: name))
        }
        return names.sorted()
    }

    /// Returns the text of a file, or `nil` if it cannot be read or has more than `largest` bytes. Blocks.
    static func contents(_ path: String, largest: Int = usual) -> String? {
        // This does not wait for a pipe.
        guard let bytes = try? WholeFile.read(path, limit: largest) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
