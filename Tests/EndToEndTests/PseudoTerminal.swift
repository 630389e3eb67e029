// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Dispatch
import Glibc
import OnCueTestSupport
import Synchronization

/// A terminal in which a real program runs, with what a person would see.
final class PseudoTerminal: Sendable {
    /// The program's side.
    let programEnd: Int32
    private let personEnd: Int32
    private let image = SharedImage()
    private let changes = EventLog<Bool>()

    init(width: Int, height: Int) throws {
        // What posix_openpt, unlockpt and ptsname do, which a feature macro of the C library hides from Swift.
        personEnd = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var (lock, number): (Int32, Int32) = (0, 0)
        guard personEnd >= 0, ioctl(personEnd, 0x4004_5431, &lock) == 0, ioctl(personEnd, 0x8004_5430, &number) == 0
        else { throw SupportError("cannot make a terminal") }
        programEnd = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        for end in [personEnd, programEnd] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        resize(width: width, height: height)
        beginReading()
    }

    deinit {
        close(programEnd)
    }

    func resize(width: Int, height: Int) {
        var size = winsize(ws_row: UInt16(height), ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(personEnd, UInt(TIOCSWINSZ), &size)
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(personEnd, bytes, bytes.count)
    }

    /// Everything that was written to it up to now, byte by byte.
    func recording() async throws -> String {
        let mark = Array("end of the recording".utf8)
        _ = write(programEnd, mark, mark.count)
        try await wait("the mark") { $0.hasEnded(with: mark) }
        return String(decoding: screen.recording.dropLast(mark.count), as: UTF8.self)
    }

    var screen: ScreenImage { image.value.withLock { $0 } }

    /// The settings of the terminal.
    var settings: [UInt32] {
        var settings = termios()
        tcgetattr(programEnd, &settings)
        return [settings.c_iflag, settings.c_oflag, settings.c_lflag]
    }

    /// Whether the terminal itself edits lines, as it does while nothing asks for single keys.
    var takesLines: Bool { settings[2] & UInt32(ICANON) != 0 }

    /// Waits until the screen is as `matches` says.
    @discardableResult
    func wait(
        _ what: String, within limit: Duration = .seconds(60), until matches: @Sendable (ScreenImage) -> Bool
    ) async throws -> ScreenImage {
        let deadline = ContinuousClock.now + limit
        while true {
            do {
                let seen = changes.count
                let image = screen
                if matches(image) { return image }
                try await changes.wait(from: seen, within: deadline - .now) { _ in true }
            } catch {
                throw SupportError("not seen within \(limit): \(what); there was:\n\(screen.text)")
            }
        }
    }

    private func beginReading() {
        let descriptor = personEnd
        DispatchQueue(label: "oncue.test.terminal").async { [image, changes] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                image.value.withLock { $0.take(buffer[..<count]) }
                changes.append(true)
            }
            close(descriptor)
        }
    }
}

/// Outlives the terminal by as long as it is read from.
private final class SharedImage: Sendable {
    let value = Mutex(ScreenImage())
}

/// What the bytes of a program make of a screen; it knows the few sequences that the browser uses.
struct ScreenImage: Sendable {
    private(set) var lines: [String] = []
    /// Whether the program has a screen of its own.
    private(set) var isAlternate = false
    private(set) var isCursorHidden = false
    /// How often the program has cleared the screen.
    private(set) var clears = 0
    private var row = 0
    private var pending: [UInt8] = []
    /// Everything that was written.
    private(set) var recording: [UInt8] = []

    func hasEnded(with bytes: [UInt8]) -> Bool { recording.suffix(bytes.count) == bytes[...] }

    /// Whether the program wrote this at any time, seen or not.
    func wasWritten(_ text: String) -> Bool { String(decoding: recording, as: UTF8.self).contains(text) }

    var text: String { lines.joined(separator: "\n") }

    func hasLine(_ part: String) -> Bool { lines.contains { $0.contains(part) } }

    mutating func take(_ bytes: some Sequence<UInt8>) {
        pending += bytes
        recording += bytes
        while let first = pending.first {
            if first == 0x1B {
                guard let end = pending.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else { return }
                steer(String(decoding: pending[2..<end], as: UTF8.self), final: pending[end])
                pending.removeFirst(end + 1)
            } else {
                let end = pending.firstIndex(of: 0x1B) ?? Self.wholeLetters(pending)
                guard end > 0 else { return }
                write(String(decoding: pending[..<end], as: UTF8.self))
                pending.removeFirst(end)
            }
        }
    }

    /// The number of bytes in front of a letter whose last bytes have not come.
    private static func wholeLetters(_ bytes: [UInt8]) -> Int {
        guard let start = bytes.indices.suffix(4).last(where: { bytes[$0] & 0xC0 != 0x80 }) else { return bytes.count }
        let length = max(1, (~bytes[start]).leadingZeroBitCount)
        return start + length > bytes.count ? start : bytes.count
    }

    private mutating func steer(_ parameters: String, final: UInt8) {
        switch (final, parameters) {
        case (UInt8(ascii: "H"), _):
            row = (Int(parameters.prefix { $0 != ";" }) ?? 1) - 1
            while lines.count <= row { lines.append("") }
            lines[row] = ""
        case (UInt8(ascii: "J"), _):
            lines = []
            clears += 1
        case (UInt8(ascii: "h"), "?1049"), (UInt8(ascii: "l"), "?1049"): isAlternate = final == UInt8(ascii: "h")
        case (UInt8(ascii: "h"), "?25"), (UInt8(ascii: "l"), "?25"): isCursorHidden = final == UInt8(ascii: "l")
        default: break
        }
    }

    private mutating func write(_ text: String) {
        while lines.count <= row { lines.append("") }
        lines[row] += text
    }
}
