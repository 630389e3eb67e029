// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// A process that announces this machine, and another one in its place when it has ended: at most one in five seconds.
struct Announcer {
    private static let pause: Duration = .seconds(5)

    private let type: String
    private let port: Int
    private var process: pid_t?
    private var begin: ContinuousClock.Instant?

    /// See ``Discovery/announce(_:_:_:port:)``.
    init(_ type: String, port: Int) { (self.type, self.port) = (type, port) }

    /// The time after which ``start()`` is to be called, in milliseconds; negative while a process announces.
    var patienceInMilliseconds: Int32 {
        guard process == nil else { return -1 }
        guard let begin else { return 0 }
        return Int32(max(0, (begin + Self.pause - .now) / .milliseconds(1)).rounded(.up))
    }

    /// Starts a process, if none announces and it is time.
    mutating func start() {
        guard patienceInMilliseconds == 0 else { return }
        (process, begin) = (Discovery.startAnnouncing(type, port: port), .now)
    }

    /// Notes that a process has ended, which need not be the one that announces.
    mutating func noteEnd(of other: pid_t) {
        if other == process { process = nil }
    }
}
