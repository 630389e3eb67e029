// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore

/// The sleep timer, in words.
enum SleepText {
    /// `in 29:58`, `at the end of the track` or `at the end of the queue`
    static func long(_ sleep: SleepTimer.Wish) -> String {
        switch sleep {
        case .after(let time): "in " + TimeText.clock(time)
        case .track: "at the end of the track"
        case .queue: "at the end of the queue"
        }
    }

    /// `in 29:58`, `after this` or `after the queue`
    static func short(_ sleep: SleepTimer.Wish) -> String {
        switch sleep {
        case .after: long(sleep)
        case .track: "after this track"
        case .queue: "after the queue"
        }
    }

    static func json(_ sleep: SleepTimer.Wish) -> JSONValue {
        switch sleep {
        case .after(let time): ["mode": "time", "remaining": .seconds(time)]
        case .track: ["mode": "track", "remaining": .null]
        case .queue: ["mode": "queue", "remaining": .null]
        }
    }

    /// No timer.
    static let none: JSONValue = ["mode": .null, "remaining": .null]
}
