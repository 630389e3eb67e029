// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import OnCueRuntime

extension PlaybinEngine {
    package func seek(to position: Duration) {
        guard let medium = current else { return }
        switch medium.stage {
        case .opening, .lost:
            current?.start = max(.zero, position)
            current?.clock.set(max(.zero, position), isRunning: false)
            current?.announcesSeek = true
            if medium.stage == .opening { reconcile() }
        case .positioning: current?.nextSeek = position
        case .running:
            guard medium.isSeekable else { return tellPosition() }
            if medium.seekTarget != nil {
                current?.nextSeek = position
            } else {
                seekNow(to: medium.clamp(position))
            }
        }
    }

    private func seekNow(to position: Duration) {
        if cell.holdForSeek() {
            current?.seekTarget = position
            submitSeek(to: position)
        } else {
            // The player has gone on to the follower inside: a seek would land there. Open the current one again.
            reopen(at: position, announcesSeek: true)
        }
    }

    /// Opens the current medium again at another position, with its follower still to come.
    func reopen(at position: Duration, announcesSeek: Bool) {
        guard current != nil else { return }
        current?.start = position
        current?.announcesSeek = announcesSeek
        cell.begin(keepingNext: true)
        open()
    }

    /// Hands a seek to the player; `asyncDone` follows.
    func submitSeek(to position: Duration) {
        let generation = generation
        seekNumber += 1
        let number = seekNumber
        submit {
            guard generation == self.generation else { return }
            let isDone = await self.graph.seek(to: position, marker: Self.seekMarker | number)
            guard generation == self.generation, number == self.seekNumber, !isDone else { return }
            self.seekRefused()
        }
    }

    private func seekRefused() {
        log.warning("the medium refuses to seek")
        cell.release(.seeking)
        guard let medium = current else { return }
        switch medium.stage {
        case .positioning:
            current?.start = .zero
            current?.announcesSeek = true
            run()
        default:
            current?.seekTarget = nil
            current?.nextSeek = nil
            tellPosition()
        }
    }

    /// Tells where playback is when a seek has had no effect, so that nobody goes on to show what was asked for.
    private func tellPosition() {
        guard let token = current?.request.token else { return }
        // Events do not come from inside a call.
        submit {
            guard self.current?.request.token == token, let position = self.position else { return }
            self.emit(.seeked(token, to: position))
        }
    }

    /// The source has claimed that it can jump, has tried and has failed, as that of a web server without ranges.
    ///
    /// The player is beyond use then, so the medium is opened again, at the only place where it can be.
    func sourceRefusesSeek() {
        log.warning("the source cannot jump; the medium begins again")
        current?.refusesSeeks = true
        isPlayerBroken = true
        reopen(at: .zero, announcesSeek: true)
    }

    /// Data from the target is at the sink.
    func seekDone() {
        guard let medium = current, let target = medium.seekTarget else { return }
        cell.release(.seeking)
        current?.seekTarget = nil
        current?.trustsClockUntil = nil
        current?.clock.set(target, isRunning: medium.clock.isRunning)
        if let next = medium.nextSeek {
            current?.nextSeek = nil
            seekNow(to: medium.clamp(next))
        } else {
            emit(.seeked(medium.request.token, to: target))
            handOverIfDue()
        }
    }

    package var position: Duration? {
        guard let medium = current else { return nil }
        switch medium.stage {
        case .opening, .positioning, .lost: return medium.start
        case .running: break
        }
        if let target = medium.nextSeek ?? medium.seekTarget { return target }
        let clock = medium.clamp(medium.clock.now)
        if cell.hasArrived { return clock }
        if let end = medium.trustsClockUntil {
            guard ContinuousClock.now >= end else { return clock }
            current?.trustsClockUntil = nil
        }
        guard let player, let queried = player.position else { return clock }
        let position = medium.clamp(queried)
        current?.clock.set(position, isRunning: medium.clock.isRunning)
        return position
    }
}
