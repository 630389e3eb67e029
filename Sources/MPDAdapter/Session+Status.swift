// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import MPDProtocol
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime

/// The commands for playback and the state of the server.
extension Session {
    static let statusHandlers: [String: Handler] = [
        "status": { session, _ in try await session.status() },
        "currentsong": { session, _ in try await session.currentSong() },
        "stats": { session, _ in try await session.statistics() },
        "getvol": { session, _ in
            session.reply.add("volume", Session.volume(of: try await session.mirror.nowPlaying().report))
        },
        "replay_gain_status": { session, _ in
            let mode = try await session.mirror.soundSettings().loudness
            session.reply.add("replay_gain_mode", mode.rawValue)
        },
        "outputs": { session, _ in try await session.outputs() },
    ]

    static func volume(of report: NowPlayingReport) -> Int {
        report.isMuted ? 0 : Int((report.volume * 100).rounded())
    }

    static func position(of report: NowPlayingReport, _ age: Duration) -> Duration? {
        guard let entry = report.entry else { return nil }
        let position = entry.position + (report.isAdvancing ? age * report.rate : .zero)
        return max(.zero, entry.duration.map { min(position, $0) } ?? position)
    }

    private func status() async throws {
        let (report, age) = try await mirror.nowPlaying()
        let queue = try await mirror.currentQueue()
        let crossfade = try await mirror.soundSettings().crossfade
        reply.add("volume", Self.volume(of: report))
        reply.add("repeat", report.repeatMode != .off)
        reply.add("random", report.shuffleMode != .off)
        let isSingle = report.isSingle || report.repeatMode == .one
        let isOnce = report.stopsAfterEntry || mirror.wantsOneshot
        reply.add("single", isSingle ? "1" : isOnce ? "oneshot" : "0")
        reply.add("consume", report.isConsuming)
        reply.add("partition", "default")
        reply.add("playlist", queue.version)
        reply.add("playlistlength", queue.entries.count)
        reply.add("mixrampdb", hub.mixRampLevel)
        reply.add("state", Self.state(of: report))
        if crossfade > .zero { reply.add("xfade", ReplyText.wholeSeconds(crossfade)) }
        current(report, age, queue)
        if mirror.scan != nil { reply.add("updating_db", max(1, mirror.updates)) }
        if let failure = mirror.error(in: report) { reply.add("error", failure.message) }
        next(report, queue)
    }

    private static func state(of report: NowPlayingReport) -> String {
        switch report.status {
        case .stopped: "stop"
        case .playing: "play"
        case .paused: "pause"
        }
    }

    private func current(_ report: NowPlayingReport, _ age: Duration, _ queue: QueueView) {
        guard let entry = report.entry else { return }
        let number = Int(truncatingIfNeeded: entry.id.number)
        reply.add("song", queue.position(of: number) ?? entry.queueIndex)
        reply.add("songid", number)
        guard report.status != .stopped else { return }
        let elapsed = Self.position(of: report, age) ?? .zero
        reply.add(
            "time",
            "\(ReplyText.wholeSeconds(elapsed)):\(ReplyText.wholeSeconds(entry.duration ?? .zero))")
        reply.add("elapsed", ReplyText.seconds(elapsed))
        reply.add("bitrate", (entry.format?.bitRate ?? 0) / 1000)
        if let duration = entry.duration { reply.add("duration", ReplyText.seconds(duration)) }
        if let format = entry.format, let rate = format.sampleRate {
            reply.add("audio", "\(rate):\(format.bitDepth.map(String.init) ?? "f"):\(format.channelCount ?? 2)")
        }
    }

    private func next(_ report: NowPlayingReport, _ queue: QueueView) {
        guard let next = report.next else { return nextInOrder(report, queue) }
        let number = Int(truncatingIfNeeded: next.id.number)
        guard let position = queue.position(of: number) else { return }
        reply.add("nextsong", position)
        reply.add("nextsongid", number)
    }

    /// Adds the song that would be next: MPD reports it even if playback stops after the current song.
    private func nextInOrder(_ report: NowPlayingReport, _ queue: QueueView) {
        guard report.stopsAfterEntry || report.isSingle, report.shuffleMode == .off, let entry = report.entry,
            let current = queue.position(of: Int(truncatingIfNeeded: entry.id.number))
        else { return }
        let position = report.repeatMode == .all ? current : current + 1
        guard position < queue.entries.count else { return }
        reply.add("nextsong", position)
        reply.add("nextsongid", queue.entries.number(at: position))
    }

    private func currentSong() async throws {
        let (report, _) = try await mirror.nowPlaying()
        guard let entry = report.entry else { return }
        let number = Int(truncatingIfNeeded: entry.id.number)
        let (queue, positions, songs) = try await mirror.currentQueue { [$0.position(of: number)].compactMap(\.self) }
        guard let position = positions.first else { return }
        let known = songs.song(identifier: queue.entries.identifier(at: position))
        if let known, entry.streamTitle == nil {
            reply.add(known, mask)
            return addPlace(position, number)
        }
        var song = song(at: position, of: queue, songs)
        if let title = entry.streamTitle {
            let name = song.first(.name) ?? song.first(.title) ?? entry.title
            song.tags.removeAll { $0.kind == .title || $0.kind == .name }
            song.tags += [Song.Tag(.title, title), Song.Tag(.name, name)]
        }
        add(song, at: position, number)
    }

    /// Adds a song of the queue.
    func add(_ song: Song, at position: Int, _ number: Int) {
        reply.add(song, mask)
        addPlace(position, number)
    }

    /// Adds the position of a song in the queue, its id and its priority.
    func addPlace(_ position: Int, _ number: Int) {
        reply.add("Pos", position)
        reply.add("Id", number)
        let priority = mirror.priority(of: number)
        if priority > 0 { reply.add("Prio", priority) }
    }

    private func statistics() async throws {
        let library = try await mirror.songs()
        reply.add("uptime", ReplyText.wholeSeconds(ContinuousClock.now - mirror.startTime))
        reply.add("playtime", ReplyText.wholeSeconds(mirror.playtime))
        reply.add("artists", library.contents.artistCount)
        reply.add("albums", library.contents.albumCount)
        reply.add("songs", library.tree.songs.count)
        reply.add("db_playtime", ReplyText.cutSeconds(library.contents.playtime))
        reply.add("db_update", Int(library.contents.changeTime))
    }

    // MARK: Outputs

    private func outputs() async throws {
        let listing = try await mirror.outputs()
        if listing.outputs.isEmpty, let name = listing.fixed {
            reply.add("outputid", mirror.numbers(of: listing)[0])
            reply.add("outputname", name)
            reply.add("plugin", "fixed")
            reply.add("outputenabled", true)
        }
        for (number, output) in zip(mirror.numbers(of: listing), listing.outputs) {
            reply.add("outputid", number)
            reply.add("outputname", output.title)
            reply.add("plugin", output.kind)
            reply.add("outputenabled", output.isCurrent)
        }
    }

    /// Switches an output.
    ///
    /// - Parameter change: Takes whether the output is on, and returns whether it should be.
    func switchOutput(_ text: String, _ change: (Bool) -> Bool) async throws {
        let listing = try await mirror.outputs()
        let number = try ArgumentNumber.count(text)
        guard let place = mirror.numbers(of: listing).firstIndex(of: number) else {
            throw CommandRefusal(.notThere, "No such audio output")
        }
        if listing.outputs.isEmpty {
            if change(true) { return }
            throw CommandRefusal(.argument, "the only output cannot be disabled")
        }
        let output = listing.outputs[place]
        let isWanted = change(output.isCurrent)
        guard isWanted != output.isCurrent else { return }
        if isWanted {
            // Sound goes to one output, or to several if several were selected.
            let together = listing.together.isEmpty ? [] : listing.together
            if together.isEmpty {
                try await service.setOutput(output.identifier)
            } else {
                try await service.setOutputs(together + [output.identifier])
            }
        } else if listing.together.count > 1 {
            try await service.setOutputs(listing.together.filter { $0 != output.identifier })
        } else {
            throw CommandRefusal(
                .argument, "the last output cannot be disabled; enable another one, and the sound goes there")
        }
        mirror.noteOutputs()
    }
}
