// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import MPDProtocol
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// Playback, and its modes.
extension Session {
    static let playbackHandlers: [String: Handler] = [
        "play": { session, words in try await session.play(words.first) },
        "playid": { session, words in
            guard let text = words.first, text != "-1" else { return try await session.play(nil) }
            try await session.playEntry(try await session.entry(id: text).id)
        },
        "pause": { session, words in try await session.pause(words.first) },
        "stop": { session, _ in
            // A daemon that has ended plays nothing.
            if !session.mirror.isAbsent { try await session.end(.stop) }
        },
        "next": { session, _ in try await session.step(.next) },
        "previous": { session, _ in try await session.step(.previous) },
        "seek": { session, words in
            let (entry, time) = (try await session.entry(position: words[0]), try ArgumentNumber.time(words[1]))
            try await session.seek(entry, to: time)
        },
        "seekid": { session, words in
            let (entry, time) = (try await session.entry(id: words[0]).id, try ArgumentNumber.time(words[1]))
            try await session.seek(entry, to: time)
        },
        "seekcur": { session, words in
            let time = try ArgumentNumber.time(words[0])
            guard try await session.mirror.nowPlaying().report.status != .stopped else {
                throw CommandRefusal(.playerSync, "Not playing")
            }
            let isRelative = words[0].hasPrefix("+") || words[0].hasPrefix("-")
            try await session.seek(to: time, isRelative: isRelative)
        },
        "setvol": { session, words in
            try await session.setVolume(try ArgumentNumber.count(words[0], upTo: 100))
        },
        "volume": { session, words in
            let change = try ArgumentNumber.integer(words[0], in: -100...100)
            let volume = Session.volume(of: try await session.mirror.nowPlaying().report)
            try await session.setVolume(min(100, max(0, volume + change)))
        },
        "random": { session, words in
            let isOn = try ArgumentNumber.flag(words[0])
            let mode = try await session.mirror.nowPlaying().report.shuffleMode
            try await session.perform(.setShuffleMode(mode.switched(isOn)))
            if isOn { try await session.orderByPriority() }
        },
        "repeat": { session, words in
            let isOn = try ArgumentNumber.flag(words[0])
            let report = try await session.mirror.nowPlaying().report
            try await session.setModes(repeats: isOn, isSingle: report.isSingle || report.repeatMode == .one, report)
        },
        "single": { session, words in
            let report = try await session.mirror.nowPlaying().report
            guard let isOn = ["0": false, "1": true, "oneshot": false][words[0]] else {
                throw CommandRefusal(.argument, "Unrecognized single mode, expected 0, 1, or oneshot")
            }
            try await session.setModes(repeats: report.repeatMode != .off, isSingle: isOn, report)
            try await session.setOneshot(words[0] == "oneshot", report)
        },
        "consume": { session, words in try await session.perform(.setConsuming(try ArgumentNumber.flag(words[0]))) },
        "crossfade": { session, words in
            let wish = Duration.seconds(try ArgumentNumber.count(words[0]))
            try await session.mirror.setSound(SoundChanges(crossfade: min(wish, SoundSettings.crossfadeLimit)))
        },
        "replay_gain_mode": { session, words in
            guard let mode = SoundSettings.LoudnessMode(rawValue: words[0]) else {
                throw CommandRefusal(.argument, "Unrecognized replay gain mode")
            }
            try await session.mirror.setSound(SoundChanges(loudness: mode))
        },
        "mixrampdb": { session, words in
            _ = try ArgumentNumber.time(words[0])
            session.hub.mixRampLevel = words[0]
            session.hub.note(.options)
        },
        "mixrampdelay": { _, words in
            guard words[0] == "nan" || (Double(words[0]) ?? 0) < 0 else {
                throw CommandRefusal(.permission, "OnCue has no MixRamp; it has crossfade")
            }
        },
        "clearerror": { session, _ in try await session.mirror.clearError() },
        "enableoutput": { session, words in try await session.switchOutput(words[0]) { _ in true } },
        "disableoutput": { session, words in try await session.switchOutput(words[0]) { _ in false } },
        "toggleoutput": { session, words in try await session.switchOutput(words[0]) { !$0 } },
    ]

    /// Asks the service for commands, one after the other.
    func perform(_ commands: PlaybackCommand...) async throws(ServiceError) {
        for command in commands {
            switch command {
            case .playEntry, .resume: mirror.noteStart()
            default: break
            }
        }
        mirror.begin(commands)
        defer { mirror.end(commands) }
        for command in commands { try await service.perform(command) }
        mirror.noteAnswer()
    }

    private func play(_ position: String?) async throws {
        if let position, position != "-1" {
            return try await playEntry(try await entry(position: position))
        }
        let report = try await mirror.nowPlaying().report
        switch report.status {
        case .playing: return
        case .paused: try await perform(.resume)
        case .stopped:
            let queue = try await mirror.currentQueue()
            let current = report.entry.flatMap { queue.position(of: Int(truncatingIfNeeded: $0.id.number)) }
            guard !queue.entries.isEmpty else { return }
            try await playEntry(queue.entries.id(at: current ?? 0))
        }
    }

    /// Stops playback; `single oneshot` then applies to the next song that plays.
    func end(_ command: PlaybackCommand) async throws {
        let isOnce = try await mirror.nowPlaying().report.stopsAfterEntry
        try await perform(command)
        if isOnce { mirror.wantOneshot(true) }
    }

    /// Sets whether playback stops after this song, or, if none is playing, after the next one that plays.
    private func setOneshot(_ isOnce: Bool, _ report: NowPlayingReport) async throws {
        var isLater = isOnce && report.status == .stopped
        if !isLater, isOnce != report.stopsAfterEntry {
            do throws(ServiceError) { try await perform(.stopAfterEntry(isOnce)) } catch {
                // The song has ended meanwhile.
                guard isOnce, error.code == .nothingPlaying else { throw error }
                isLater = true
            }
        }
        mirror.wantOneshot(isLater)
    }

    private func playEntry(_ entry: PlaybackQueue.EntryID) async throws { try await perform(.playEntry(entry)) }

    private func pause(_ text: String?) async throws {
        let wish = try text.map { try ArgumentNumber.flag($0) }
        switch (try await mirror.nowPlaying().report.status, wish) {
        case (.playing, nil), (.playing, true?): try await perform(.pause)
        case (.paused, nil), (.paused, false?): try await perform(.resume)
        default: break
        }
    }

    private func step(_ command: PlaybackCommand) async throws {
        guard try await mirror.nowPlaying().report.status != .stopped else {
            throw CommandRefusal(.playerSync, "Not playing")
        }
        try await perform(command)
    }

    private func seek(_ entry: PlaybackQueue.EntryID, to time: Duration) async throws {
        guard time >= .zero else { throw CommandRefusal(.argument, "Negative value not allowed") }
        let report = try await mirror.nowPlaying().report
        if report.entry?.id != entry || report.status == .stopped { try await playEntry(entry) }
        try await seek(to: time, isRelative: false)
    }

    /// Seeks to a position in the current song; beyond its end, playback continues with the next song.
    private func seek(to time: Duration, isRelative: Bool) async throws {
        let (report, age) = try await mirror.nowPlaying()
        let target = isRelative ? (Self.position(of: report, age) ?? .zero) + time : time
        if let duration = report.entry?.duration, target > duration {
            try await perform(.seek(to: duration))
        } else {
            try await perform(isRelative ? .seekBy(time) : .seek(to: target))
        }
    }

    private func setVolume(_ percent: Int) async throws {
        let report = try await mirror.nowPlaying().report
        let volume = PlaybackCommand.setVolume(Double(percent) / 100)
        if report.isMuted, percent > 0 {
            try await perform(volume, .setMuted(false))
        } else {
            try await perform(volume)
        }
    }

    /// Sets two modes of the protocol, which correspond to three repeat modes and another setting here.
    private func setModes(repeats: Bool, isSingle: Bool, _ report: NowPlayingReport) async throws {
        let mode: RepeatMode = repeats ? (isSingle ? .one : .all) : .off
        let stops = isSingle && !repeats
        switch (mode != report.repeatMode, stops != report.isSingle) {
        case (true, true): try await perform(.setRepeatMode(mode), .setSingle(stops))
        case (true, false): try await perform(.setRepeatMode(mode))
        case (false, true): try await perform(.setSingle(stops))
        case (false, false): break
        }
    }
}
