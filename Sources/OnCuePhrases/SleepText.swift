// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The sleep timer, in words.
package enum SleepText {
    /// `in 29:58`, `at the end of the track` or `at the end of the queue`
    package static func long(_ sleep: SleepWish) -> String {
        switch sleep {
        case .time(let time): "in " + TimeText.clock(time)
        case .track: "at the end of the track"
        case .queue: "at the end of the queue"
        }
    }

    /// `in 29:58`, `after this` or `after the queue`
    package static func short(_ sleep: SleepWish) -> String {
        switch sleep {
        case .time: long(sleep)
        case .track: "after this track"
        case .queue: "after the queue"
        }
    }
}
