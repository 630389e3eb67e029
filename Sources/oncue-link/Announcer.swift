// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Runs a process that announces this machine, and replaces it when it has ended, at most once in five seconds.
struct Announcer {
    private static let pause: Duration = .seconds(5)

    private let type: String
    private let port: Int
    private var process: pid_t?
    private var begin: ContinuousClock.Instant?

    /// See ``Discovery/announce(_:_:_:port:)``.
    init(_ type: String, port: Int) { (self.type, self.port) = (type, port) }

    /// The time in milliseconds after which to call ``start()``; negative while a process is running.
    var patienceInMilliseconds: Int32 {
        guard process == nil else { return -1 }
        guard let begin else { return 0 }
        return Int32(max(0, (begin + Self.pause - .now) / .milliseconds(1)).rounded(.up))
    }

    /// Starts a process if none is running and the pause is over.
    mutating func start() {
        guard patienceInMilliseconds == 0 else { return }
        (process, begin) = (Discovery.startAnnouncing(type, port: port), .now)
    }

    /// Notes that a process has ended, which may or may not be the one that announces.
    mutating func noteEnd(of other: pid_t) {
        if other == process { process = nil }
    }
}
