// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The few file system queries that a client needs.
package enum FileQuestions {
    /// Returns whether a path is a regular file that this user may execute.
    static func isProgram(_ path: String) -> Bool {
        var info = stat()
        return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    /// Returns at most `limit` bytes from `offset`; empty if the file cannot be read.
    package static func read(_ path: String, from offset: Int, limit: Int) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, offset) }
        return Array(bytes.prefix(max(0, count)))
    }

    /// Returns the names in a folder; none if it cannot be read.
    package static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            // An entry may be shorter than its type, so the name is read in place, up to its zero byte.
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { continue }
            let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            names.append(String(cString: name))
        }
        return names
    }

    /// Returns the content of a file of unknown size, such as those under /proc.
    static func readAll(_ path: String) -> [UInt8] {
        var result: [UInt8] = []
        while true {
            let part = read(path, from: result.count, limit: 65_536)
            if part.isEmpty { return result }
            result += part
        }
    }
}
