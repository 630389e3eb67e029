// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import TextOutput

/// Asks for input that is not on the command line: confirmations of operations that cannot be undone, and secrets that
/// must not appear in the list of processes.
package protocol Questioner: Sendable {
    /// Whether questions can be answered.
    var canAsk: Bool { get }
    /// Waits for the answer; anything but a yes is a no.
    func confirms(_ question: String) -> Bool
    /// Waits for a line of standard input; the question is displayed only on a terminal.
    ///
    /// - Returns: `nil` at the end of the input.
    func answer(to question: String) -> String?
    /// Waits for a line of standard input like ``answer(to:)``; on a terminal, the typed text is not shown.
    func secret(for question: String) -> String?
    /// Reads standard input to its end; if it has more than `limit` bytes, returns one byte more than `limit`.
    func input(limit: Int) -> [UInt8]
}

extension Questioner {
    package func answer(to question: String) -> String? { nil }
    package func secret(for question: String) -> String? { answer(to: question) }
    package func input(limit: Int) -> [UInt8] { [] }
}

/// A questioner without a terminal.
package struct NoQuestioner: Questioner {
    package let canAsk = false

    package init() {}

    package func confirms(_ question: String) -> Bool { false }
}

/// Asks on the terminal of the process.
struct TerminalQuestioner: Questioner {
    var canAsk: Bool { isatty(0) == 1 && isatty(2) == 1 }

    func confirms(_ question: String) -> Bool {
        DescriptorSink(descriptor: 2).write(TextLayout.printable(question) + " [y/N] ")
        let answer = readLine()?.lowercased().split(separator: " ").first ?? ""
        return answer == "y" || answer == "yes"
    }

    func answer(to question: String) -> String? {
        if canAsk { DescriptorSink(descriptor: 2).write(TextLayout.printable(question) + " ") }
        return readLine()
    }

    func secret(for question: String) -> String? {
        guard canAsk else { return readLine() }
        DescriptorSink(descriptor: 2).write(TextLayout.printable(question) + " ")
        var shown = termios()
        guard tcgetattr(0, &shown) == 0 else { return readLine() }
        var hidden = shown
        // Character by character, so that an interruption does not leave a terminal without echo.
        hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        tcsetattr(0, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(0, TCSAFLUSH, &shown)
            DescriptorSink(descriptor: 2).write("\n")
        }
        var (line, byte): ([UInt8], UInt8) = ([], 0)
        while true {
            let count = read(0, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return line.isEmpty ? nil : String(decoding: line, as: UTF8.self) }
            switch byte {
            case 0x0A, 0x0D: return String(decoding: line, as: UTF8.self)
            // Interrupt, and the end of the input.
            case 0x03, 0x04: return nil
            case 0x08, 0x7F:
                // Removes a whole character.
                while let last = line.popLast(), last & 0xC0 == 0x80 {}
            case 0x15: line = []
            default: line.append(byte)
            }
        }
    }

    func input(limit: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let room = min(1 << 16, limit + 1 - bytes.count)
            let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                repeat { count = unsafe read(0, buffer.baseAddress, room) } while count < 0 && errno == EINTR
                count = max(0, count)
            }
            guard !part.isEmpty else { break }
            bytes += part
        }
        return bytes
    }
}
