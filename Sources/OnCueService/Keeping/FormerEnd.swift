// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import OnCueCore
internal import OnCueSession

/// The end of the previous daemon, if it was killed or its machine went down.
struct FormerEnd: Sendable, Equatable {
    /// The time when it was last active, in seconds since 1970, according to its files.
    var time: Int64

    /// Finds out when any of the files was last written. Blocks.
    ///
    /// - Parameter files: Absolute paths; files that do not exist are ignored.
    /// - Returns: `nil` if none exists.
    init?(files: [String]) {
        let times = files.compactMap { path -> Int64? in
            var facts = stat()
            return stat(path, &facts) == 0 ? Int64(facts.st_mtim.tv_sec) : nil
        }
        guard let last = times.max() else { return nil }
        time = last
    }
}

/// Reports, for as long as a daemon runs, that the previous one ended unexpectedly.
struct FormerEndHealth: HealthProbing {
    let name = "daemon.former"
    private let end: FormerEnd?
    /// The path of the log of a daemon that a command started.
    private let log: String

    init(_ end: FormerEnd?, log: String) { (self.end, self.log) = (end, log) }

    func checks() async -> [HealthCheck] {
        guard let end else { return [] }
        let local = end.time + LocalClock.offset(at: end.time)
        let day = CivilDate(days: local / CivilDate.secondsOfDay)
        let clock = [local / 3_600 % 24, local / 60 % 60].map { CivilDate.filled($0, 2) }.joined(separator: ":")
        return [
            HealthCheck(
                name, .warning,
                "the oncued before this one ended unexpectedly and was active last on \(day.text) at \(clock); the "
                    + "position in what played is at most 5 s old",
                advice: "look for the reason in journalctl --user -u oncued, or in \(log)")
        ]
    }
}
