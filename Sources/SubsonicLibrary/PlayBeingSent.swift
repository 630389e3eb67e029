// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import SubsonicProtocol

/// A play that was sent to a server, until the server's answer is stored.
struct PlayBeingSent: Sendable, Equatable {
    /// The play's entry in the journal: the log and the number in it.
    var log: String
    var number: Int64
    /// The time of the last attempt to send it, in seconds since 1970.
    var asked: Int64
    /// The number of times it was sent, not counting those that, according to the server, did not arrive.
    var times = 1
    /// The server's play count of the song before the play was last sent; `nil` if unknown.
    var count: Int?

    enum Answer: Equatable {
        case taken
        case notTaken
        /// The server does not report it.
        case unknown
    }

    /// The allowed difference, in seconds, between this machine's clock and the time noted by a server that uses its
    /// own clock: less than half the length of most songs, since some servers also note when a song began.
    private static let before: Int64 = 5
    private static let after: Int64 = 30

    /// Determines from the server's data on the song whether it has taken the play.
    ///
    /// - Parameters:
    ///   - song: The server's answer for the song; `nil` if there is none.
    ///   - time: When the song was heard, in seconds since 1970.
    func answer(of song: SubsonicAnswer?, for time: Int64) -> Answer {
        guard let song else { return .unknown }
        if let count, let now = song.playCount { return now > count ? .taken : .notTaken }
        guard let played = song.lastPlay else { return .unknown }
        let sent = min(time, asked)
        // Some servers store the time that they are sent, others the time of arrival.
        let isIt = abs(played - sent) <= 1 || (asked - Self.before...asked + Self.after).contains(played)
        return isIt ? .taken : .notTaken
    }

    // MARK: JSON

    init(log: String, number: Int64, asked: Int64) { (self.log, self.number, self.asked) = (log, number, asked) }

    init?(_ json: JSONValue) {
        guard let log = json["log"]?.stringValue, let number = json["number"]?.intValue,
            let asked = json["asked"]?.intValue
        else { return nil }
        self.init(log: log, number: Int64(number), asked: Int64(asked))
        (times, count) = (json["times"]?.intValue ?? 1, json["count"]?.intValue)
    }

    var json: JSONValue {
        [
            "log": .string(log), "number": .int(Int(number)), "asked": .int(Int(asked)), "times": .int(times),
            "count": .int(orNull: count),
        ]
    }
}
