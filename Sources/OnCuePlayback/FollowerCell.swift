// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import GStreamer
import OnCueCore
import Synchronization

/// What follows the current request, shared between `MediaActor` and the streaming threads.
///
/// The player asks for the follower on a streaming thread one or two seconds before the end, and its first data
/// arrives at the sink on another. Both only read and write this cell; everything else is decided on `MediaActor`.
final class FollowerCell: Sendable {
    /// Why no follower may be taken at the moment.
    struct Hold: OptionSet {
        let rawValue: Int

        /// The current medium is being opened: with a follower the player would tell the duration of the wrong one.
        static let opening = Hold(rawValue: 1)
        /// The current medium has just followed another: the same.
        static let settling = Hold(rawValue: 2)
        /// A seek is on its way: with a follower it would land in the wrong medium.
        static let seeking = Hold(rawValue: 4)
    }

    private struct State {
        var next: PlaybackRequest?
        var taken: PlaybackRequest?
        /// The follower that was taken must not be heard.
        var isRevoked = false
        var holds: Hold = []
        /// The player has asked for what follows, and was not given anything.
        var isAsked = false
        /// The player has lost the follower that it took; it would not get over another one.
        var isBroken = false
        var hasArrived = false
        var group: UInt32?
        var hasSound = false
        var isRateFixed = false

        var cued: PlaybackRequest? { taken != nil && !isRevoked ? taken : next }
        var canTake: Bool { next != nil && taken == nil && holds.isEmpty && !isBroken }
    }

    private let state = Mutex(State())

    // MARK: MediaActor and the graph

    /// Starts over with a new medium; what is cued is kept when the same request is opened again.
    func begin(keepingNext: Bool) {
        state.withLock { state in
            let next = keepingNext ? state.cued : nil
            state = State(next: next, holds: .opening)
        }
    }

    /// Forgets what the threads of the medium before have left since `begin(keepingNext:)`; they are gone now.
    ///
    /// Their question for a follower, their sound and their rate would be taken for those of the new medium.
    func forgetTraces() {
        state.withLock { state in
            state = State(next: state.next, holds: state.holds)
        }
    }

    /// Sets the follower, or revokes the one that was taken.
    func cue(_ next: PlaybackRequest?) {
        state.withLock { state in
            guard let taken = state.taken else {
                state.next = next
                return
            }
            if let next, next.location == taken.location {
                state.taken = next
                state.isRevoked = false
                state.next = nil
            } else {
                state.isRevoked = true
                state.next = next
            }
        }
    }

    /// The follower that will be heard as things are.
    var cued: PlaybackRequest? { state.withLock { $0.cued } }

    /// The follower that the player has opened, whether it is still wanted or not.
    var taken: PlaybackRequest? { state.withLock { $0.taken } }

    /// True when the first data of the follower is at the sink.
    var hasArrived: Bool { state.withLock { $0.hasArrived } }

    /// True after the player has failed with its follower; what it complains about from then on is the follower.
    var isBroken: Bool { state.withLock { $0.isBroken } }

    /// True when data of the current medium has come to the sink.
    var hasSound: Bool { state.withLock { $0.hasSound } }

    /// Keeps the player from taking a follower while a seek is on its way.
    ///
    /// Returns false when it is too late: the player has moved on, and a seek would land in the follower.
    func holdForSeek() -> Bool {
        state.withLock { state in
            guard state.taken == nil, !state.isBroken else { return false }
            state.holds.insert(.seeking)
            return true
        }
    }

    /// Ends a hold.
    func release(_ hold: Hold) {
        state.withLock { _ = $0.holds.remove(hold) }
    }

    /// True when the player has asked for a follower while there was none to give, and now there is.
    var isHandoverDue: Bool { state.withLock { $0.isAsked && $0.canTake } }

    /// The follower that was taken cannot be played; returns it when it was still wanted.
    func breakFollower() -> PlaybackRequest? {
        state.withLock { state in
            let failed = state.isRevoked ? nil : state.taken
            state.taken = nil
            state.isRevoked = false
            state.isBroken = true
            return failed
        }
    }

    /// The follower is the current one from here on; returns it, or `nil` when it is not wanted any more.
    func promote() -> PlaybackRequest? {
        state.withLock { state in
            guard let taken = state.taken, state.hasArrived, !state.isRevoked else { return nil }
            state.taken = nil
            state.hasArrived = false
            state.holds.insert(.settling)
            return taken
        }
    }

    /// Takes the follower away, for the engine to open it itself.
    func removeCued() -> PlaybackRequest? {
        state.withLock { state in
            let cued = state.cued
            state.next = nil
            state.isRevoked = true
            return cued
        }
    }

    // MARK: Streaming threads

    /// The URI that follows; from here on the player cannot be told otherwise.
    func take() -> String? {
        state.withLock { state in
            guard let next = state.next, state.canTake else {
                state.isAsked = true
                return nil
            }
            state.taken = next
            state.next = nil
            state.isAsked = false
            return next.location.uri
        }
    }

    /// The same some time after the player has asked.
    func takeLate() -> String? { isHandoverDue ? take() : nil }

    /// True when the medium that was opened last, current or follower, has not come to the sink.
    var awaitsSound: Bool { state.withLock { !$0.hasSound || $0.taken != nil && !$0.hasArrived } }

    /// A stream begins at the sink.
    func streamStarts(group: UInt32) -> PadVerdict {
        state.withLock { state in
            guard let current = state.group, current != group, state.taken != nil else {
                state.group = group
                return .pass
            }
            if state.isRevoked { return .endStream }
            state.group = group
            state.hasArrived = true
            return .pass
        }
    }

    /// The sample rate of everything until the next medium is opened; `nil` when it has been fixed already.
    ///
    /// The first medium decides, so it and all that follow at its rate go to the output untouched, and a follower at
    /// another rate is converted and leaves no hole, as a change of the output's format would.
    func fixRate(_ rate: Int) -> Int? {
        state.withLock { state in
            guard !state.isRateFixed else { return nil }
            state.isRateFixed = true
            return (8_000...192_000).contains(rate) ? rate : 48_000
        }
    }

    func soundArrived() {
        state.withLock { $0.hasSound = true }
    }
}
