// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueInterface
internal import OnCueSession

extension NowPlayingReport {
    /// Creates the report of what is playing, for front ends.
    ///
    /// - Parameters:
    ///   - position: The position of the current entry.
    ///   - time: The time of the position, on the clock that runs while the machine sleeps.
    init(_ now: NowPlaying, position: Duration, at time: Duration) {
        let playback = now.playback
        self.init(
            status: playback.status, volume: playback.volume, isMuted: playback.isMuted,
            repeatMode: playback.repeatMode, shuffleMode: playback.shuffleMode, rate: playback.rate,
            sleep: playback.sleep?.wish, stopsAfterEntry: playback.stopsAfterEntry,
            queueLength: playback.queueLength, isLoading: playback.isLoading,
            entry: NowPlayingEntry(now, position: position, at: time), output: playback.output,
            failure: playback.error.map { ServiceError($0) })
        state = PlaybackState(playback)
        stateReason = playback.stateReason
        buffering = playback.buffering
        goesOnWithSimilar = playback.goesOnWithSimilar
        (isSingle, isConsuming) = (playback.isSingle, playback.isConsuming)
        loop = playback.loop
        context = playback.context.map { ContextMark($0) }
        context?.number = playback.entry?.contextNumber
        interrupted = playback.waiting.map { InterruptedMark(title: $0.title, count: $0.count, depth: $0.depth) }
        token = playback.token?.number
        interruption = playback.interruption
        next = playback.entry == nil ? nil : playback.next.map { NextMark($0) }
    }
}

extension ContextMark {
    init(_ context: PlaybackContext) {
        self.init(
            title: context.title, identifier: context.identifier?.description, kind: context.kind?.rawValue,
            count: context.count)
    }
}

extension NextMark {
    fileprivate init(_ entry: PlaybackQueue.Entry) {
        self.init(
            id: entry.id, identifier: entry.track.identifier.description, title: entry.track.title,
            artists: entry.track.artists)
    }
}

extension SleepTimer {
    /// The wish that would set the timer to its current state.
    fileprivate var wish: SleepWish { map { max(.zero, $0 - ContinuousClock.now) } }
}

extension NowPlayingEntry {
    /// `nil` without a current entry.
    fileprivate init?(_ now: NowPlaying, position: Duration, at time: Duration) {
        let playback = now.playback
        guard let entry = playback.entry else { return nil }
        let track = entry.track
        self.init(
            id: entry.id, queueIndex: playback.entryIndex ?? 0, identifier: track.identifier.description,
            title: track.title, artists: track.artists, albumArtists: track.albumArtists, album: track.album,
            composers: track.composers, genres: track.genres, trackNumber: track.trackNumber,
            trackTotal: track.trackTotal, discNumber: track.discNumber, discTotal: track.discTotal, date: track.date,
            url: track.location.shownURI, artURL: now.artwork?.shownURI, streamTitle: playback.streamTitle,
            position: position, duration: playback.duration, isSeekable: playback.isSeekable,
            chapter: now.chapter.map { ChapterMark(index: $0.index, count: $0.count, title: $0.title) })
        artURLs = ArtworkAddresses(
            small: now.pictures?.sizes[.small]?.uri, medium: now.pictures?.sizes[.medium]?.uri,
            large: now.pictures?.sizes[.large]?.uri)
        collection = track.albumIdentifier?.description
        provider = track.identifier.provider
        mediaType = MediaType(track, hasVideo: playback.hasVideo)
        isLive = track.isStation
        isExplicit = track.isExplicit
        format = playback.format
        (isFavourite, isDisliked) = (now.liking == .liked, now.liking == .disliked)
        stars = now.stars
        timestamp = time
        playbackRate = playback.position.isAdvancing ? playback.rate : 0
    }
}

extension ContentIdentifier {
    /// The bus name of the program that provides the item.
    fileprivate var provider: String {
        guard kind == .provided else { return ServiceNames.busName }
        return String(key.prefix { $0 != "/" })
    }
}
