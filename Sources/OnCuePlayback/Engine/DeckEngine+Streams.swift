// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import OnCueRuntime

/// Media from the network: waiting for them, and detecting stalls and ends.
extension DeckEngine {
    private static let leastPatience: Duration = .milliseconds(120)

    /// The time to wait for a decoder that brings nothing before the sound stops: as long as the output has sound left.
    private var starvingPatience: Duration { max(Self.leastPatience, mixer.left) }

    func isNetwork(_ medium: Playing) -> Bool { medium.request.location.filePath == nil }

    /// Handles a report of a deck's fill level.
    func buffering(_ percent: Int) {
        guard let medium = current, timers[.retry] == nil else { return }
        setBuffering(percent < 100, percent: percent, of: medium)
        guard percent == 100, mixer.isStarving else { return }
        // The decoder may need a moment; if nothing arrives, the engine waits again.
        schedule(.stall, after: starvingPatience) { engine in engine.waitForStream(medium.request.token) }
    }

    func setBuffering(_ isBuffering: Bool, percent: Int, of medium: Playing) {
        current?.isBuffering = isBuffering
        if !isBuffering {
            timers.removeValue(forKey: .stall)?.cancel()
            timers.removeValue(forKey: .retry)?.cancel()
        }
        emit(.buffering(medium.request.token, percent: percent))
        guard current?.request.token == medium.request.token else { return }
        reconcile()
    }

    /// Handles a mixer that has nothing to hand over of a medium.
    func starves(_ token: PlaybackRequest.Token) {
        guard let medium = current, medium.request.token == token else { return }
        guard isNetwork(medium) else { return readGain(of: medium) }
        current?.isStarving = true
        switch medium.stage {
        case .opening, .lost: return
        case .starting, .running: break
        }
        if case .failed(let error) = medium.deck.stage { return leftOver(medium, error) }
        if medium.deck.isAtEnd { return medium.deck.confirmEnd() }
        guard medium.stage == .running else { return }
        // Silence that is skipped uses up all data at once.
        schedule(.stall, after: starvingPatience) { engine in engine.waitForStream(token) }
    }

    private func waitForStream(_ token: PlaybackRequest.Token) {
        guard let medium = current, medium.request.token == token, mixer.isStarving, timers[.retry] == nil,
            !medium.deck.isAtEnd
        else { return }
        if !medium.isBuffering { setBuffering(true, percent: 0, of: medium) }
        if medium.deck.isList { return watchStall() }
        // The mixer is not asked for sound while the output is paused.
        medium.deck.hasSound = { [mixer] in mixer.hasSound }
        medium.deck.refill(recovery.reserve(), played: medium.stage == .running ? position ?? .zero : .zero)
    }

    /// Handles a mixer that has sound again.
    func recovers(_ token: PlaybackRequest.Token) {
        guard let medium = current, medium.request.token == token else { return }
        current?.isStarving = false
        guard medium.isBuffering, !medium.deck.isBuffering else { return }
        setBuffering(false, percent: 100, of: medium)
    }

    /// Handles a deck that is ready after its medium was resumed.
    func streamRecovers() {
        guard let medium = current, medium.isBuffering, !medium.deck.isBuffering else { return }
        setBuffering(false, percent: 100, of: medium)
    }

    /// Reopens a list of parts without progress, since the requests of GStreamer are not visible. If the server still
    /// sends the list, but without a new part, the engine waits: from the beginning it would repeat earlier sound.
    func watchStall(since start: ContinuousClock.Instant = .now) {
        let lists = web.listCounts
        schedule(.stall, after: StreamRecovery.stallTime) { engine in
            guard let medium = engine.current, medium.isBuffering else { return }
            if engine.web.listCounts.isStale(since: lists), engine.mixer.isStarving {
                guard ContinuousClock.now - start < StreamRecovery.patience else {
                    return engine.fail(.nothingMore(of: medium.request.location))
                }
                return engine.watchStall(since: start)
            }
            // The data received is heard first, so that the position of the break is known.
            if engine.mixer.isStarving {
                engine.streamBreaks()
            } else {
                engine.setBuffering(false, percent: 100, of: medium)
            }
        }
    }
}
