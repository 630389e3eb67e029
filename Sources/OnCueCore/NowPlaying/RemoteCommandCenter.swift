// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The remote commands that are enabled at one moment, with their options, and the reasons why the others are disabled.
///
/// Offering a command and refusing it depend on the same decision, so that no offered command fails, and none is
/// accepted and ignored.
package struct RemoteCommandCenter: Sendable, Equatable {
    /// The rates that are offered; others within the range are accepted, too.
    package static let rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]
    /// The distances of skips in spoken word, the usual one first.
    package static let forwardIntervals: [Duration] = [.seconds(30), .seconds(15)]
    package static let backwardIntervals: [Duration] = [.seconds(15), .seconds(30)]

    /// An operation that carries out a command.
    package enum Step: Sendable, Equatable {
        case playback(PlaybackCommand)
        case like(ContentIdentifier, Bool)
        case dislike(ContentIdentifier, Bool)
        case bookmark(Track, name: String?)
        case nextChapter
        case previousChapter
    }

    private let playback: PlaybackSnapshot
    private let chapter: CurrentChapter?
    private let like: LikeState

    package init(
        _ playback: PlaybackSnapshot = PlaybackSnapshot(), chapter: CurrentChapter? = nil, like: LikeState = .unknown
    ) {
        self.playback = playback
        self.chapter = chapter
        self.like = like
    }

    /// Returns whether a command is enabled, and the options that it accepts.
    package subscript(kind: RemoteCommand.Kind) -> RemoteCommandState {
        RemoteCommandState(refusal: refusal(of: kind), options: options(of: kind))
    }

    /// All commands, in order.
    package var states: [(kind: RemoteCommand.Kind, state: RemoteCommandState)] {
        RemoteCommand.Kind.allCases.map { ($0, self[$0]) }
    }

    /// Returns the operation that carries out a command.
    ///
    /// - Throws: ``PlaybackCommandError`` with the reason why the command is disabled or its argument is not accepted.
    package func step(for command: RemoteCommand) throws(PlaybackCommandError) -> Step {
        if let refusal = refusal(of: command.kind) { throw refusal }
        switch command {
        case .play: return .playback(.resume)
        case .pause: return .playback(.pause)
        case .toggle: return .playback(.toggle)
        case .stop: return .playback(.stop)
        case .next: return .playback(.next)
        case .previous: return .playback(.previous)
        case .seek(let position): return .playback(.seek(to: position))
        case .seekBy(let offset): return .playback(.seekBy(offset))
        case .skipForward(let interval):
            return .playback(.seekBy(try Self.interval(interval, of: Self.forwardIntervals)))
        case .skipBackward(let interval):
            return .playback(.seekBy(.zero - (try Self.interval(interval, of: Self.backwardIntervals))))
        case .setRate(let rate): return .playback(.setRate(rate))
        case .setShuffleMode(let mode): return .playback(.setShuffleMode(mode))
        case .setRepeatMode(let mode): return .playback(.setRepeatMode(mode))
        case .like(let isLiked):
            guard let entry = playback.entry else { throw Self.nothingPlaying }
            return .like(entry.track.identifier, isLiked)
        case .dislike(let isDisliked):
            guard let entry = playback.entry else { throw Self.nothingPlaying }
            return .dislike(entry.track.identifier, isDisliked)
        case .bookmark(let name):
            guard let entry = playback.entry else { throw Self.nothingPlaying }
            return .bookmark(entry.track, name: name)
        case .nextChapter: return .nextChapter
        case .previousChapter: return .previousChapter
        }
    }

    private static func interval(
        _ wanted: Duration?, of intervals: [Duration]
    ) throws(PlaybackCommandError) -> Duration {
        let wanted = wanted ?? intervals[0]
        guard intervals.contains(wanted) else {
            throw PlaybackCommandError(.invalidValue, "expected a skip of 15 or 30 seconds; use seek for other jumps")
        }
        return wanted
    }
}

// MARK: Refusals

extension RemoteCommandCenter {
    private static let nothingPlaying = PlaybackCommandError(
        .nothingPlaying, "nothing is playing; play something first")

    /// The error if playback cannot begin with an empty queue.
    package static let nothingToBegin = PlaybackCommandError(
        .nothingPlaying,
        "the queue is empty and there is nothing to resume; play something first, or add music with: oncue library add DIR"
    )

    private func refusal(of kind: RemoteCommand.Kind) -> PlaybackCommandError? {
        switch kind {
        case .play: startRefusal ?? playRefusal
        case .toggle: startRefusal
        case .pause: pauseRefusal
        case .stop: stopRefusal
        case .next: neighbourRefusal(playback.available.canGoNext, "this is the last entry in the queue")
        case .previous: neighbourRefusal(playback.available.canGoPrevious, "this is the first entry in the queue")
        case .seek: seekRefusal
        case .skipForward, .skipBackward: seekRefusal ?? skipRefusal
        case .rate: rateRefusal
        case .shuffle, .repeat: nil
        case .like: likeRefusal("a favourite")
        case .dislike: likeRefusal("disliked")
        case .bookmark: bookmarkRefusal
        case .nextChapter, .previousChapter: seekRefusal ?? chapterRefusal(kind)
        }
    }

    private var startRefusal: PlaybackCommandError? {
        guard !playback.available.canPlay else { return nil }
        if playback.start == .unknown {
            return PlaybackCommandError(
                .notAvailable, "OnCue is still looking for something to play; try again in a moment")
        }
        return Self.nothingToBegin
    }

    private var playRefusal: PlaybackCommandError? {
        playback.status == .playing ? PlaybackCommandError(.notAvailable, "it is already playing") : nil
    }

    /// Interrupted playback can be paused, too, so that it does not resume by itself.
    private var pauseRefusal: PlaybackCommandError? {
        guard playback.entry != nil else { return Self.nothingPlaying }
        if playback.status == .playing || playback.interruption != nil { return nil }
        let reason = playback.status == .paused ? "it is already paused" : "it is stopped, so there is nothing to pause"
        return PlaybackCommandError(.notAvailable, reason)
    }

    private var stopRefusal: PlaybackCommandError? {
        guard playback.entry != nil else { return Self.nothingPlaying }
        return playback.status == .stopped ? PlaybackCommandError(.notAvailable, "it is already stopped") : nil
    }

    private func neighbourRefusal(_ isThere: Bool, _ reason: String) -> PlaybackCommandError? {
        if isThere { return nil }
        return playback.entry == nil ? Self.nothingPlaying : PlaybackCommandError(.notAvailable, reason)
    }

    private var seekRefusal: PlaybackCommandError? {
        if playback.available.canSeek { return nil }
        guard let entry = playback.entry, playback.status != .stopped else { return Self.nothingPlaying }
        return .notSeekable(isStation: entry.track.isStation)
    }

    private var skipRefusal: PlaybackCommandError? {
        guard playback.entry?.track.isSpokenWord != true else { return nil }
        return PlaybackCommandError(
            .notAvailable, "skipping intervals works in podcasts and audiobooks; use seek in music")
    }

    private var rateRefusal: PlaybackCommandError? {
        guard playback.rateRange.lowerBound == playback.rateRange.upperBound else { return nil }
        return PlaybackCommandError(.notSeekable, "the rate of this track cannot be changed")
    }

    /// - Parameter what: The mark that would be set, as the message names it: `a favourite` or `disliked`.
    private func likeRefusal(_ what: String) -> PlaybackCommandError? {
        guard let entry = playback.entry else { return Self.nothingPlaying }
        switch like {
        case .known: return nil
        case .unknown: return PlaybackCommandError(.notAvailable, "it is still being looked up; try again in a moment")
        case .impossible:
            return PlaybackCommandError(
                .notAvailable, "\"\(entry.track.title)\" cannot be \(what): it is not in the library")
        }
    }

    private var bookmarkRefusal: PlaybackCommandError? {
        guard let refusal = seekRefusal, refusal.code == .notSeekable else { return seekRefusal }
        return PlaybackCommandError(.notSeekable, "it is not possible to bookmark a position in this track")
    }

    private func chapterRefusal(_ kind: RemoteCommand.Kind) -> PlaybackCommandError? {
        guard let entry = playback.entry else { return Self.nothingPlaying }
        guard let chapter, chapter.entry == entry.id else {
            return PlaybackCommandError(.noSuchChapter, "\"\(entry.track.title)\" has no chapters")
        }
        guard kind == .nextChapter, let index = chapter.index, index + 1 >= chapter.count else { return nil }
        return PlaybackCommandError(.noSuchChapter, "this is the last chapter")
    }
}

// MARK: Options

extension RemoteCommandCenter {
    private func options(of kind: RemoteCommand.Kind) -> RemoteCommandState.Options {
        switch kind {
        case .skipForward: .intervals(Self.forwardIntervals)
        case .skipBackward: .intervals(Self.backwardIntervals)
        case .rate:
            .rates(
                Self.rates.filter(playback.rateRange.contains), in: playback.rateRange, current: playback.rate)
        case .shuffle: .modes(ShuffleMode.allCases.map(\.rawValue), current: playback.shuffleMode.rawValue)
        case .repeat: .modes(RepeatMode.allCases.map(\.rawValue), current: playback.repeatMode.rawValue)
        case .like: .liked(liking.map { $0 == .liked })
        case .dislike: .disliked(liking.map { $0 == .disliked })
        case .play, .pause, .toggle, .stop, .next, .previous, .seek, .bookmark, .nextChapter, .previousChapter: .none
        }
    }

    /// The mark of the current entry; `nil` while it is unknown, and without an entry.
    private var liking: Liking? {
        guard playback.entry != nil, case .known(let liking) = like else { return nil }
        return liking
    }
}
