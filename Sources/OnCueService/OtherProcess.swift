// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The kernel's information on another process (proc(5)).
enum OtherProcess {
    /// `PF_EXITING` and `PF_SIGNALED` of the kernel; the second one also while a core is written.
    private static let exiting: UInt = 0x4 | 0x400
    /// The bit of `SIGKILL` in a set of signals.
    private static let killed = UInt64(1) << UInt64(SIGKILL - 1)

    /// Returns whether a process was killed or is ending, although it still exists. On a busy machine it may take
    /// seconds until it gets the processor and closes its files.
    static func isEnding(_ process: Int) -> Bool {
        // The state follows the name of the program, which is in parentheses and may have any characters.
        let fields = text("/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 6 else { return false }
        if fields[0] == "Z" || fields[0] == "X" || (UInt(fields[6]) ?? 0) & exiting != 0 { return true }
        return text("/proc/\(process)/status").split(separator: "\n").contains { line in
            guard line.hasPrefix("SigPnd:") || line.hasPrefix("ShdPnd:") else { return false }
            return (UInt64(line.split(separator: "\t").last ?? "", radix: 16) ?? 0) & killed != 0
        }
    }

    /// Returns the contents of a file of the kernel; empty when it cannot be read. Blocks no longer than a system call.
    private static func text(_ path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        // A user may be in thousands of groups, which are listed before the signals.
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
