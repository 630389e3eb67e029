// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueRuntime

/// Reads keys and signals on a thread that may block.
struct TerminalInput: Sendable {
    /// The time in milliseconds to wait for the rest of a sequence; short enough to go unnoticed after Esc.
    private static let patience: Int32 = 30

    private let executor = BlockingExecutor(label: "oncue.terminal.input")

    /// Delivers every key and signal until the terminal disappears or a wake-up without a signal arrives.
    func run(_ tell: @escaping @Sendable (TerminalEvent) -> Void) async {
        await executor.run {
            var decoder = KeyDecoder()
            while let events = Self.next(&decoder) { events.forEach(tell) }
            tell(.quit)
        }
    }

    /// Blocks until there are events; returns `nil` at the end.
    private static func next(_ decoder: inout KeyDecoder) -> [TerminalEvent]? {
        var sources = [
            pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
            pollfd(fd: TerminalSignals.pipe.reading, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&sources, 2, decoder.isUndecided ? patience : -1)
        if count < 0 { return errno == EINTR ? [] : nil }
        if count == 0 { return decoder.flush().map(event) }
        var events: [TerminalEvent] = []
        if sources[1].revents != 0 {
            for number in TerminalSignals.take() {
                guard number != 0 else { return nil }
                events.append(event(of: number))
            }
        }
        if sources[0].revents != 0 {
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = read(0, &bytes, bytes.count)
            if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) { return nil }
            events += decoder.take(bytes.prefix(max(0, count))).map(event)
        }
        return events
    }

    private static func event(_ key: Key) -> TerminalEvent {
        switch key {
        case .focus(let isIn): .focused(isIn)
        default: .key(key)
        }
    }

    private static func event(of number: Int32) -> TerminalEvent {
        switch number {
        case SIGWINCH: .resized(DescriptorSink(descriptor: 1).screen.real)
        case SIGCONT: .exposed
        case SIGTSTP: .suspend
        default: .quit
        }
    }
}
