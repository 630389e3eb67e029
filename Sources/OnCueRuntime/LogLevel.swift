// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The importance of a log line.
package enum LogLevel: Int, Sendable, Comparable, CaseIterable {
    /// The user loses something.
    case error
    /// Something went wrong, but the program coped.
    case warning
    /// Lifecycle.
    case info
    /// Decisions with reasons.
    case debug
    /// Every message.
    case trace

    package init?(name: String) {
        guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = level
    }

    package var name: String {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .info: "info"
        case .debug: "debug"
        case .trace: "trace"
        }
    }

    /// The priority that journald reads from `<N>` at the beginning of a line (sd-daemon(3)).
    var journalPriority: Int {
        switch self {
        case .error: 3
        case .warning: 4
        case .info: 6
        case .debug, .trace: 7
        }
    }

    package static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}
