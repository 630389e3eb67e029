// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueTerminal
import Synchronization

/// Remembers what was written.
final class RecordingSink: TextSink {
    let screen: Screen
    private let written = Mutex("")
    private let watched = Mutex(false)

    init(_ screen: Screen = Screen()) {
        self.screen = screen
    }

    func write(_ text: String) {
        written.withLock { $0 += text }
    }

    func write(bytes: [UInt8]) {
        write(String(decoding: bytes, as: UTF8.self))
    }

    func endWhenUnread() {
        watched.withLock { $0 = true }
    }

    /// Whether the program is to end with its reader.
    var isWatched: Bool { watched.withLock { $0 } }

    var text: String { written.withLock { $0 } }
    var lines: [String] { text.split(separator: "\n").map(String.init) }
}
