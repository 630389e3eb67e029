// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// What runs on this machine, as the kernel tells it.
package enum RunningProcesses {
    /// The numbers of the processes that were started with a variable, as `NAME=value`, in their environment.
    package static func numbers(with variable: String) -> [Int32] {
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        let mark = Array(variable.utf8)
        // One for all: a test that waits for the end of something looks at every process again and again.
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var found: [Int32] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let number = Int32(name), has(mark, number, &buffer) else { continue }
            found.append(number)
        }
        return found
    }

    /// Reads to the end, also what the kernel makes, which has no size and comes in portions.
    package static func read(_ path: String) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4 << 10)
        let count = read(path, into: &buffer)
        return Array(buffer[..<count])
    }

    /// - Returns: How many bytes there were; the buffer grows with them.
    private static func read(_ path: String, into buffer: inout [UInt8]) -> Int {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        var end = 0
        while true {
            if end == buffer.count { buffer += [UInt8](repeating: 0, count: end) }
            let count = buffer.withUnsafeMutableBytes { bytes in
                Glibc.read(file, bytes.baseAddress.map { $0 + end }, bytes.count - end)
            }
            guard count > 0 else { return end }
            end += count
        }
    }

    private static func has(_ mark: [UInt8], _ number: Int32, _ buffer: inout [UInt8]) -> Bool {
        let count = read("/proc/\(number)/environ", into: &buffer)
        return buffer.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return false }
            var place = 0
            while place < count {
                let end = memchr(start + place, 0, count - place).map { start.distance(to: $0) } ?? count
                if end - place == mark.count, memcmp(start + place, mark, mark.count) == 0 { return true }
                place = end + 1
            }
            return false
        }
    }
}
