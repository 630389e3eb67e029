// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Distinguishes the start of the machine from that of a program.
package struct MachineStart: Sendable {
    /// The time after a start of the machine within which a program counts as started with it.
    package static let window: Duration = .seconds(120)

    /// The number of this start, which is different each time; empty if the system provides none.
    package var number: String
    /// The time since the start, including sleep.
    package var age: Duration

    package init(number: String, age: Duration) {
        self.number = number
        self.age = age
    }

    /// The start of this machine. Blocks.
    package static var current: MachineStart {
        var now = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &now)
        return MachineStart(
            number: line(in: "/proc/sys/kernel/random/boot_id"),
            age: .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec))
    }

    /// Returns `true` at the first call after a start of the machine, if the program was started with it. Blocks.
    ///
    /// - Parameter path: The file that stores the last start of the machine; its folder must exist.
    package func isNew(rememberedIn path: String) -> Bool {
        guard !number.isEmpty, Self.line(in: path) != number else { return false }
        // A start that cannot be stored would be new each time.
        return Self.write(number + "\n", to: path) && age < Self.window
    }

    private static func line(in path: String) -> String {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(file, &buffer, buffer.count)
        guard count > 0 else { return "" }
        return String(decoding: buffer.prefix(count).prefix { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
    }

    private static func write(_ text: String, to path: String) -> Bool {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        return unsafe Glibc.write(file, text, text.utf8.count) == text.utf8.count
    }
}
