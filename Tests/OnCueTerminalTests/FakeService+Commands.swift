// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore

extension FakeService {
    /// A command as tests name it.
    static func words(_ command: PlaybackCommand) -> String {
        switch command {
        case .pause: "Pause"
        case .resume: "Resume"
        case .toggle: "Toggle"
        case .stop: "Stop"
        case .next: "Next"
        case .previous: "Previous"
        case .seek(let position): "seek to \(position / .seconds(1))"
        case .seekBy(let offset): "seek by \(offset / .seconds(1))"
        case .setVolume(let volume): "volume \(volume)"
        case .adjustVolume(let difference): "volume by \(difference)"
        case .setMuted(let isMuted): "muted \(isMuted)"
        case .setRate(let rate): "rate \(rate)"
        case .adjustRate(let difference): "rate by \(difference)"
        case .setSleep(let wish): "sleep " + (wish.map { "\($0)" } ?? "off")
        case .stopAfterEntry(let isWanted): "stop after \(isWanted)"
        case .setLoop(let change): "loop \(change)"
        case .setRepeatMode(let mode): "repeat \(mode.rawValue)"
        case .setShuffleMode(let mode): "shuffle \(mode)"
        case .setSimilar(let isWanted): "similar \(isWanted)"
        case .playEntry(let id): "play entry \(id)"
        case .removeEntry(let id): "remove \(id)"
        case .removeEntries(let ids): "remove " + ids.map { "\($0)" }.joined(separator: " ")
        case .keepEntries(let ids): "keep " + ids.map { "\($0)" }.joined(separator: " ")
        case .removeDuplicates: "remove duplicates"
        case .moveEntry(let id, let position): "move \(id) to \(position)"
        case .moveEntries(let ids, let position):
            "move " + ids.map { "\($0)" }.joined(separator: " ") + " to \(position)"
        case .rearrangeEntries(let ids): "rearrange " + ids.map { "\($0)" }.joined(separator: " ")
        case .playNext(let ids): "play next " + ids.map { "\($0)" }.joined(separator: " ")
        case .playFirst(let ids): "play first " + ids.map { "\($0)" }.joined(separator: " ")
        case .sortQueue(let sorting): "sort by \(sorting.rawValue)"
        case .setSingle(let isWanted): "single \(isWanted)"
        case .setConsuming(let isWanted): "consume \(isWanted)"
        case .clearQueue: "clear"
        case .takeOver: "take over"
        case .handOver: "hand over"
        case .goBack: "back"
        default: "\(command)"
        }
    }
}
