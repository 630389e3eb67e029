// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
internal import OnCueQuery
internal import OnCueRuntime
internal import OnCueSession

/// The methods that look up places first.
@MediaActor
extension PlaybackDesk {
    package func play(_ places: [String], _ options: PlayOptions) async throws -> PlayedContent {
        // Noted before any waiting, in the order of the calls: a later request must win, however long this one takes.
        var wish = PlaybackOptions(
            try manager.beginSelection(), shuffleMode: options.shuffleMode, isFromBeginning: options.isFromBeginning,
            patience: options.waits ? Self.outcomeLimit : nil)
        (wish.isInterrupting, wish.skipsDisliked) = (options.isInterrupting, options.skipsDisliked)
        let former = controller.queue.entries.first?.id
        do {
            if let time = options.time {
                wish.shuffleMode = .off
                return try await play(places, filling: time, with: wish)
            }
            return try await play(places, from: options.start, with: wish)
        } catch let error as PlaybackError where hasReplaced(former) {
            throw PlaybackError(error.code, error.message + "; oncue undo brings the former queue back")
        }
    }

    /// Returns whether another queue has replaced the one with this first entry, and that can be undone.
    private func hasReplaced(_ former: PlaybackQueue.EntryID?) -> Bool {
        guard former != nil, controller.queue.entries.first?.id != former else { return false }
        return controller.undoableEdits.first?.edit.kind == .play
    }

    /// Plays tracks that fill a time. Music is faded out at the end; speech ends by itself, and playback with it.
    private func play(
        _ places: [String], filling time: Duration, with wish: PlaybackOptions
    ) async throws -> PlayedContent {
        guard time >= .seconds(1), time <= SleepTimer.limit else {
            throw ServiceError(.invalidValue, "a time to fill is from 1 s to 24 h")
        }
        let named = try places.filter { !$0.isEmpty }.map { place throws(ContentError) in try ContentPlace(place) }
        let fitted = try await manager.selection(
            fitting: time, from: named, suggested: named.isEmpty ? await suggested() : [],
            rate: { [controller] in $0.spokenWork.map(controller.rate(ofWork:)) ?? 1 })
        var content = try await answer(try await manager.initiatePlayback(of: fitted, with: wish))
        try await perform(.setSleep(fitted.fades ? .time(time) : .queue))
        content.fitted = FittedContent(fitted)
        return content
    }

    private func play(
        _ places: [String], from start: Int?, with wish: PlaybackOptions
    ) async throws -> PlayedContent {
        if places.count == 1 {
            let place = try ContentPlace(places[0])
            return try await answer(try await manager.initiatePlayback(of: place, from: start, with: wish))
        }
        let several = try SeveralPlaces(places)
        let (played, failures) = try await manager.initiatePlayback(
            ofAll: several.places, from: start, with: wish)
        var content = if let played { try await answer(played) } else { PlayedContent.blank }
        content.failures = several.all(failures)
        return content
    }

    private func answer(
        _ played: (content: ContentSelection, begun: InitiatedPlayback)
    ) async throws -> PlayedContent {
        try await controller.saved()
        var content = PlayedContent(played.content)
        content.token = played.begun.token?.number
        content.entry = played.begun.entry?.number
        let start = played.content.startPosition
        if start > .zero { content.resumedAt = start }
        content.newOutput = controller.takeNewDevice()?.title
        content.taken = played.content.tracks.first.flatMap { taken[$0.location] }
        return content
    }

    package func enqueue(_ places: [String], _ options: EnqueueOptions) async throws -> PlayedContent {
        if places.count == 1 {
            var selection = try await manager.tracks(
                at: try ContentPlace(places[0]), skipsDisliked: options.skipsDisliked)
            if options.start > 0 { try selection.dropTracks(before: options.start) }
            return try await enqueue(selection, options)
        }
        let several = try SeveralPlaces(places)
        var (selection, failures) = await manager.selection(at: several.places, from: options.start)
        if options.start > 0 { try selection?.dropTracks(before: options.start) }
        var content = if let selection { try await enqueue(selection, options) } else { PlayedContent.blank }
        content.failures = several.all(failures)
        return content
    }

    @MediaActor
    package func tracks(at place: String) async throws -> PlaceTracks {
        let tracks = try await manager.tracks(at: try ContentPlace(place)).tracks
        return PlaceTracks(
            total: tracks.count,
            tracks.prefix(PageLimit.largest).map { track in
                PlaceTracks.Row(
                    track.identifier.description, title: track.title,
                    artist: track.artists.isEmpty ? nil : track.artists.joined(separator: ", "), album: track.album,
                    duration: track.duration, url: track.location.shownURI)
            })
    }

    /// Adds a selection to the queue as one change.
    private func enqueue(_ selection: ContentSelection, _ options: EnqueueOptions) async throws -> PlayedContent {
        let placement = try placement(options)
        let before = controller.queue
        let position =
            switch placement {
            case .last: before.entries.count
            case .next: before.currentIndex.map { $0 + 1 } ?? 0
            case .at(let index): index
            }
        try controller.perform(.enqueue(selection.tracks, at: placement, shuffled: options.isShuffled))
        let total = controller.queue.entries.count
        try await controller.saved()
        var content = PlayedContent(selection)
        (content.count, content.position, content.total) = (total - before.entries.count, position, total)
        if content.count > 0 { content.firstEntry = PlaybackQueue.EntryID(before.nextEntryNumber) }
        return content
    }

    private func placement(_ options: EnqueueOptions) throws(ServiceError) -> PlaybackQueue.Placement {
        guard let index = options.index else { return options.isNext ? .next : .last }
        guard !options.isNext else {
            throw ServiceError(.invalidValue, "at and next cannot be combined; use one of them")
        }
        return .at(min(index, Int(UInt32.max)))
    }
}

extension FittedContent {
    init(_ fitted: FittedSelection) {
        let speech = fitted.parts.filter { !$0.isMusic }.prefix(Self.limit)
        self.init(
            titles: speech.map(\.title), times: speech.map(\.time),
            musicCount: fitted.parts.count { $0.isMusic }, total: fitted.time, fades: fitted.fades)
    }
}
