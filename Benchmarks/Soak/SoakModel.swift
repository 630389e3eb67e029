// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
import OnCueInterface

/// What must be so after everything that was done, whatever plays meanwhile.
struct SoakModel {
    var volume = 0.5
    var isMuted = false
    var repeatMode = RepeatMode.off
    var shuffleMode = ShuffleMode.off
    var queueLength = 0
    /// What it may be doing; what plays may have come to the end of the queue.
    var statuses: Set<PlaybackStatus> = [.stopped]
    /// By identifier, with the number of their entries.
    var playlists: [String: Int] = [:]
    var favourites: Set<String> = []

    /// What a report says that cannot be; nothing where all is as it must be.
    func contradictions(_ report: NowPlayingReport) -> [String] {
        var found: [String] = []
        func compare<Value: Equatable>(_ name: String, _ value: Value, _ wanted: Value) {
            if value != wanted { found.append("\(name) is \(value), not \(wanted)") }
        }
        if abs(report.volume - volume) > 0.006 { compare("the volume", report.volume, volume) }
        compare("mute", report.isMuted, isMuted)
        compare("repeat", report.repeatMode, repeatMode)
        compare("shuffle", report.shuffleMode, shuffleMode)
        compare("the length of the queue", report.queueLength, queueLength)
        if !statuses.contains(report.status) {
            found.append("it is \(report.status), not \(statuses.map { "\($0)" }.sorted().joined(separator: " or "))")
        }
        if let failure = report.failure { found.append("it failed: \(failure.message)") }
        return found
    }
}
