// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import OnCueRuntime

extension PlaybinEngine {
    /// Receives every message of the player.
    func receive(_ message: PipelineMessage) {
        log.debug("message", ["message": "\(message)"])
        if case .marker(let marker) = message {
            arrived(marker)
            return
        }
        guard arrivingGeneration == generation, let medium = current else { return }
        switch message {
        case .marker: break
        case .asyncDone: dataArrived(medium)
        case .stateChanged(.playing): playing()
        case .stateChanged: break
        case .streamStart: followerStarts()
        case .endOfStream: endOfStream(medium)
        case .error(let failure): failed(failure, medium)
        case .warning(let failure): log.warning("player warns", ["text": failure.text, "debug": failure.debug])
        case .missingPlugin(let plugin): missing(plugin)
        case .streamCollection(let audioStreams): if audioStreams == 0, medium.missing.isEmpty { noSound() }
        case .streamsSelected(let count): if count == 0 { noSound() }
        case .durationChanged: durationChanged()
        case .buffering(let percent): buffering(percent, medium)
        case .tags(let title, _): tagged(title: title, medium)
        case .latencyChanged: submit { await self.graph.recalculateLatency() }
        case .clockLost: restartClock()
        }
    }

    private func arrived(_ marker: UInt64) {
        if marker & Self.seekMarker != 0 {
            arrivingSeek = marker & ~Self.seekMarker
            return
        }
        if marker == Self.drainedMarker {
            if arrivingGeneration == generation { sourceDrained() }
            return
        }
        if marker == generation, arrivingGeneration == generation {
            // The second marker of a generation stands behind everything that a refused opening had to say.
            fail(PlaybackError(.failed, "cannot play \(current?.request.location.description ?? "")"))
        }
        arrivingGeneration = marker
    }

    private func dataArrived(_ medium: CurrentMedium) {
        if medium.stage == .opening {
            if cell.hasSound { prepared() } else { noSound() }
            return
        }
        // A pause tells its end with the same message as a seek.
        guard arrivingSeek == seekNumber else { return }
        switch medium.stage {
        case .positioning:
            cell.release(.seeking)
            run()
        case .running: seekDone()
        case .opening, .lost: break
        }
    }

    private func endOfStream(_ medium: CurrentMedium) {
        switch medium.stage {
        case .opening: noSound()
        case .lost: break
        case .positioning, .running: finishCurrent()
        }
    }

    /// A decoder is not installed.
    ///
    /// Of the medium that is opened an error comes as well. For a follower the player does not always send one: it
    /// goes on to it, and neither data nor an end ever comes.
    private func missing(_ plugin: MissingPlugin) {
        current?.missing.append(plugin)
        if plugin.isAudioDecoder, cell.taken != nil, !cell.hasArrived { noSound() }
    }

    /// The medium, or the follower that was opened, has no sound.
    func noSound() {
        guard let medium = current else { return }
        if cell.isBroken { return }
        let follower = cell.hasArrived ? nil : cell.taken
        let location = follower?.location ?? medium.request.location
        let error = medium.missing.last.map { PlaybackError($0, at: location) } ?? .silentMedium(location)
        if follower != nil { followerFailed(error) } else { fail(error) }
    }

    private func failed(_ failure: PipelineFailure, _ medium: CurrentMedium) {
        log.debug("player fails", ["text": failure.text, "debug": failure.debug])
        if failure.sourcePath.last == OpenOutput.sinkName {
            outputFailed(failure)
        } else if failure.isSeekRefusal, medium.seekTarget != nil || medium.stage == .positioning {
            sourceRefusesSeek()
        } else if cell.isBroken {
            log.debug("one more error of the follower")
        } else if let next = cell.taken, !cell.hasArrived {
            followerFailed(PlaybackError(failure, at: next.location, missing: medium.missing))
        } else {
            fail(PlaybackError(failure, at: medium.request.location, missing: medium.missing))
        }
    }

    private func durationChanged() {
        guard let medium = current, medium.stage == .running, !cell.hasArrived, let player else { return }
        let duration = player.duration
        guard duration != medium.duration else { return }
        current?.duration = duration
        emit(.durationChanged(medium.request.token, duration))
    }

    private func buffering(_ percent: Int, _ medium: CurrentMedium) {
        guard !medium.isLive else { return }
        let isBuffering = percent < 100
        guard isBuffering || medium.isBuffering else { return }
        current?.isBuffering = isBuffering
        emit(.buffering(medium.request.token, percent: percent))
        reconcile()
    }

    private func tagged(title: String?, _ medium: CurrentMedium) {
        // Files have titles too; those are the catalog's. What cannot be seeked comes as it is sent.
        guard let title, title != medium.streamTitle, medium.request.location.filePath == nil,
            medium.duration == nil || !medium.isSeekable
        else { return }
        current?.streamTitle = title
        emit(.streamTitle(medium.request.token, title))
    }

    private func restartClock() {
        guard requestedState == .playing else { return }
        let generation = generation
        submit {
            guard generation == self.generation else { return }
            await self.graph.setState(.paused)
            await self.graph.setState(.playing)
        }
    }
}
