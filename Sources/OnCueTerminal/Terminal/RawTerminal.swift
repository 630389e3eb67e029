// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The terminal of the process while the full-screen program uses it: every key is read individually, on a separate
/// screen.
struct RawTerminal {
    /// Releases focus and mouse, enables wrapping, shows the cursor, and restores the former screen.
    static let leaving: StaticString = "\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    private let saved: termios
    private let output = DescriptorSink(descriptor: 1)

    /// Returns `nil` without a keyboard or a screen: in a pipe, or on a terminal that cannot move its cursor.
    init?() {
        var settings = termios()
        guard isatty(1) == 1, tcgetattr(0, &settings) == 0 else { return nil }
        let kind = getenv("TERM").map { String(cString: $0) } ?? "dumb"
        guard kind != "dumb" else { return nil }
        saved = settings
    }

    /// Prepares the terminal for the program.
    func enter() {
        TerminalGuard.begin()
        var settings = saved
        cfmakeraw(&settings)
        tcsetattr(0, TCSADRAIN, &settings)
        // A separate screen, without cursor and wrapping. Presses, releases and drags of the mouse arrive like keys, as
        // do changes of the focus.
        output.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?1004h\u{1B}[2J")
    }

    /// Restores the terminal.
    func leave() {
        // Restore the keys first: typing may begin as soon as the former screen appears.
        var settings = saved
        tcsetattr(0, TCSADRAIN, &settings)
        output.write("\(Self.leaving)")
        TerminalGuard.end()
    }

    /// Restores the terminal and stops the job; SIGCONT reports that it continues. If no shell could continue it, it
    /// continues immediately, as the kernel requires (POSIX, orphaned process group).
    func suspend() {
        let group = getpgrp()
        leave()
        guard isWatched(getppid()) || isWatched(parent(of: group)) else {
            kill(getpid(), SIGCONT)
            return
        }
        // If a script has started it, the script is in its shell's list of jobs.
        if group != getpid() { kill(group, SIGTSTP) }
        kill(getpid(), SIGSTOP)
    }

    /// Returns whether a parent belongs to another job of the same session, so that it may be a shell.
    private func isWatched(_ parent: pid_t?) -> Bool {
        guard let parent, parent > 1 else { return false }
        return getsid(parent) == getsid(0) && getpgid(parent) != getpgrp()
    }

    private func parent(of process: pid_t) -> pid_t? {
        guard let file = fopen("/proc/\(process)/stat", "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = fread(&bytes, 1, bytes.count, file)
        // The name, in parentheses, may contain any characters.
        let fields = bytes[..<count].split(separator: UInt8(ascii: ")")).last?.split(separator: UInt8(ascii: " ")) ?? []
        return fields.count > 1 ? pid_t(String(decoding: fields[1], as: UTF8.self)) : nil
    }

    var screen: Screen { output.screen.real }

    func write(_ text: String) { output.write(text) }
}
