// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import HTTPClient
import OnCueCore
import OnCueRuntime

/// Handles the messages of its pipeline.
extension Deck {
    func receive(_ message: PipelineMessage) {
        guard !isClosed else { return }
        log.debug("deck", ["message": "\(message)"])
        switch message {
        case .marker(DeckPipeline.noSoundMarker): noSound()
        case .marker(DeckPipeline.endMarker): if isReady, isAtEnd { tell(.ended) }
        case .marker(DeckPipeline.formatMarker): formatFound()
        case .marker(let number): arrivingSeek = number
        case .asyncDone: dataArrived()
        case .error(let failure): failed(failure)
        case .warning(let failure):
            log.warning("warning while decoding", ["text": failure.text, "debug": failure.debug])
        case .missingPlugin(let plugin): if !isForPictures(plugin) { missing.append(plugin) }
        case .durationChanged: durationChanged()
        case .tags(let tags): tagged(tags)
        case .endOfStream: if stage == .opening { noSound() }
        case .stateChanged, .stateRequested, .latencyChanged, .clockLost, .buffering: break
        }
    }

    /// Pictures are not decoded, with or without a decoder for them. Containers of sound can have a `video` type, too.
    private func isForPictures(_ plugin: MissingPlugin) -> Bool {
        plugin.detail.hasPrefix("decoder-image/")
            || plugin.detail.hasPrefix("decoder-video/") && pipeline?.hasVideo == true
    }

    private func dataArrived() {
        switch stage {
        case .opening: opened()
        case .positioning: if arrivingSeek == seekNumber { becomeReady() }
        case .ready:
            guard isSeeking, arrivingSeek == seekNumber else { return }
            isSeeking = false
            watchdog?.cancel()
            tell(.seeked)
        case .failed: break
        }
    }

    private func noSound() {
        guard stage == .opening, !reopensShort(), !reopensFinding() else { return }
        fail(withoutSound)
    }

    var withoutSound: PlaybackError {
        sourceFailure ?? missing.last.map { PlaybackError($0, at: location) } ?? .silentMedium(location)
    }

    private func failed(_ failure: PipelineFailure) {
        log.debug("a medium fails", ["text": failure.text, "debug": failure.debug])
        if reopensFinding() { return }
        if failure.isSeekRefusal, stage == .positioning || isSeeking { return breakByJump() }
        let web = failure.isFromSource ? file?.failure : nil
        let error = web.map { PlaybackError($0) } ?? PlaybackError(failure, at: location, missing: missing)
        if failure.isFromSource, isHeardFirst {
            if sourceFailure == nil {
                (sourceFailure, hasFailedBeyondEnd) = (error, failure.isBeyondEnd)
                if stage == .opening { openBroken() }
            }
            return
        }
        fail(sourceFailure ?? error)
    }

    /// Starts the output in spite of an error: GStreamer abandons a change of state at any error, but the data that has
    /// arrived is passed on to the sink.
    private func openBroken() {
        guard let pipeline else { return }
        Task {
            for _ in 0..<Self.brokenPauses where stage == .opening && !isClosed {
                let sink = pipeline.line.element
                guard await executor.run({ sink.waitForState(limit: Self.longestPause) }) else { continue }
                if stage == .opening, !isClosed { opened() }
                return
            }
            if let sourceFailure, !isClosed, stage == .opening { fail(sourceFailure) }
        }
    }

    /// Whether a broken connection is not yet a failure, because there is still data to be decoded.
    private var isHeardFirst: Bool {
        guard location.filePath == nil, !isSeeking, pipeline?.hasData == true else { return false }
        return stage == .opening || stage == .ready
    }

    private func breakByJump() {
        log.warning("the source does not support seeking; playing from the beginning")
        stage = .failed(PlaybackError(.network, "cannot jump within \(location): the server does not support it"))
        watchdog?.cancel()
        tell(.brokenByJump)
    }

    func fail(_ error: PlaybackError) {
        if case .failed = stage { return }
        stage = .failed(error)
        watchdog?.cancel()
        tell(.failed(error))
    }

    private func durationChanged() {
        guard let found = measuredDuration, found != duration, stage == .ready else { return }
        duration = found
        tell(.durationChanged)
    }

    /// The longest title, in bytes: a stream can send a megabyte, which would go to every client.
    private static let titleLimit = 1024

    private func tagged(_ tags: StreamTags) {
        if tags.hasLoudness {
            measured = ReplayGain(
                trackGain: tags.trackGain, trackPeak: tags.trackPeak, albumGain: tags.albumGain,
                albumPeak: tags.albumPeak)
            tell(.measured)
        }
        if bitRate.take(tags) { tell(.formatChanged) }
        // Files have titles too; those are the catalog's.
        if location.filePath == nil, let title = tags.title { titled(title) }
    }

    /// Handles a new format; the bit rate of the previous stream no longer applies.
    private func formatFound() {
        guard let found = pipeline?.format else { return }
        if let stream, stream != found { bitRate = BitRate() }
        stream = found
        tell(.formatChanged)
    }

    /// Handles a new title from a station.
    func titled(_ text: String) {
        let title = text.shortened(toBytes: Self.titleLimit)
        guard title != streamTitle, !isClosed else { return }
        streamTitle = title
        tell(.titled(title))
    }

    func tell(_ event: Event) {
        onEvent?(event)
    }
}
