// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// The terminal of the process while it belongs to the full-screen program: every key by itself, a screen of our own.
struct RawTerminal {
    /// Lets focus and mouse go, wraps lines, shows the cursor, and brings the screen from before.
    static let leaving: StaticString = "\u{1B}[?1004l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    private let saved: termios
    private let output = DescriptorSink(descriptor: 1)

    /// `nil` where keys or screen are missing: in a pipe, or on a terminal that cannot move its cursor.
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
        // A screen of our own, no cursor, and no line that goes on in the next.
        // Presses, releases and drags of the mouse come as keys do, and so does the focus.
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

    /// Restores the terminal and stops the process; SIGCONT reports that it continues.
    func suspend() {
        leave()
        // Like SIGTSTP, but also without a shell that could continue the program.
        kill(getpid(), SIGSTOP)
    }

    var screen: Screen { output.screen.real }

    func write(_ text: String) { output.write(text) }
}
