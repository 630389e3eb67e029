// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import SubsonicProtocol

/// A play that a server was sent, as long as its answer is not kept.
struct PlayBeingSent: Sendable, Equatable {
    /// The place of the play in the journal.
    var log: String
    var number: Int64
    /// When it was sent last, in seconds since 1970.
    var asked: Int64
    /// How often it was sent, without those times of which the server tells that nothing came.
    var times = 1
    /// How often the server had counted the song before it was sent last; `nil` if that is not known.
    var count: Int?

    enum Answer: Equatable {
        case taken
        case notTaken
        /// The server does not tell.
        case unknown
    }

    /// How far the time of a server that notes when it was told may be from that of this machine, in seconds: less than
    /// half of most songs, since some servers also note when a song began.
    private static let before: Int64 = 5
    private static let after: Int64 = 30

    /// The server's answer to the question for the song.
    ///
    /// - Parameters:
    ///   - song: `nil` if it has no answer.
    ///   - time: When the song was heard, in seconds since 1970.
    func answer(of song: SubsonicAnswer?, for time: Int64) -> Answer {
        guard let song else { return .unknown }
        if let count, let now = song.playCount { return now > count ? .taken : .notTaken }
        guard let played = song.lastPlay else { return .unknown }
        let sent = min(time, asked)
        // Some keep the time that they are sent, others their own.
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
