// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Plays parts of media on an engine that supports whole media only.
///
/// Positions and durations are those of the part. A part that is followed by the next part of the same medium costs
/// nothing: the medium plays on, and `started` is reported when the boundary is heard. A part that ends with its medium
/// is followed without a gap by the engine itself. Any other part ends with `ended`, as if nothing had been cued, since
/// the follower must be opened separately, and so does a medium without its outro. Other requests pass through.
@MediaActor
package final class SegmentEngine: PlaybackEngine {
    /// The distance within which an end counts as that of the medium.
    nonisolated static let endTolerance: Duration = .milliseconds(20)

    package typealias Sleep = @MediaActor (Duration) async throws(CancellationError) -> Void

    package var onEvent: (@MediaActor (EngineEvent) -> Void)?

    let inner: any PlaybackEngine
    let sleep: Sleep
    var current: Current?
    /// The cued followers, and the number of them that the inner engine has received.
    var followers: [PlaybackRequest] = []
    var passedOn = 0
    /// The first cued follower if it cannot play without a gap; kept open for a change to it.
    var ahead: PreparedMedium?
    /// The other media to keep open, as whole media.
    private var held: [PreparedMedium] = []
    var boundary: Task<Void, Never>?

    struct Current {
        /// The playing request, as made by the caller.
        var request: PlaybackRequest
        /// The token of the inner engine for it: that of the request with which the medium was opened.
        var carrier: PlaybackRequest.Token
        var whole: Duration?
        var isPlaying: Bool
        var isStarted = false
        var isBuffering = false
        var hasVideo = false
        var format: MediaFormat?

        /// The position in the medium at which it began, or to which it jumped last.
        var begin: Duration = .zero

        var start: Duration { request.segment?.start ?? .zero }

        /// Whether it may end before its medium does.
        var hasOwnEnd: Bool { request.segment?.end != nil || request.outro > .zero }

        /// The end of the part, or the beginning of the outro, if that is not the end of the medium.
        var end: Duration? {
            guard request.segment != nil else {
                guard request.outro > .zero, let end = whole.map({ $0 - request.outro }) else { return nil }
                // A user who jumps into the outro wants to hear it.
                return end > begin ? end : nil
            }
            guard let end = request.segment?.end else { return nil }
            guard let whole else { return end }
            return end < whole - SegmentEngine.endTolerance ? end : nil
        }

        /// Returns the playing time of the part in a medium of this duration.
        func duration(of whole: Duration?) -> Duration? {
            guard let segment = request.segment else { return whole }
            return segment.duration(of: whole)
        }

        /// Converts a position in the medium to one in the part.
        func inside(_ position: Duration) -> Duration {
            guard request.segment != nil else { return position }
            let position = max(.zero, position - start)
            return duration(of: whole).map { min(position, $0) } ?? position
        }
    }

    /// - Parameters:
    ///   - inner: Plays whole media; used only by this object.
    ///   - sleep: Waits for boundaries; replaced in tests.
    package init(_ inner: any PlaybackEngine, sleep: @escaping Sleep = { try await MediaActor.sleep(for: $0) }) {
        self.inner = inner
        self.sleep = sleep
        inner.onEvent = { [weak self] in self?.receive($0) }
    }

    package func load(_ request: PlaybackRequest, at position: Duration, playing: Bool) {
        clear()
        var current = Current(request: request, carrier: request.token, isPlaying: playing)
        current.begin = Self.outside(position, request.segment)
        self.current = current
        inner.load(Self.whole(request), at: current.begin, playing: playing)
        hold(nil)
    }

    package func cue(_ followers: [PlaybackRequest]) {
        guard current != nil else { return }
        self.followers = followers
        passOn(isNew: true)
    }

    package func setPlaying(_ isPlaying: Bool) {
        current?.isPlaying = isPlaying
        inner.setPlaying(isPlaying)
        aim()
    }

    package func seek(to position: Duration) {
        stopAiming()
        let target = Self.outside(position, current?.request.segment)
        let end = current?.end
        current?.begin = target
        // The followers are opened separately only if it ends before its medium.
        if current?.hasOwnEnd == true, current?.end != end, !followers.isEmpty { passOn(isNew: false) }
        inner.seek(to: target)
    }

    package func repeatPart(_ part: Range<Duration>?) {
        // A part that ends within its medium is watched for its own end.
        inner.repeatPart(
            current?.hasOwnEnd == true
                ? nil
                : part.map { range in
                    let segment = current?.request.segment
                    return Self.outside(range.lowerBound, segment)..<Self.outside(range.upperBound, segment)
                })
    }

    package var returnsByItself: Bool { inner.returnsByItself }

    package func stop() {
        clear()
        inner.stop()
        hold(nil)
    }

    package func halt() {
        clear()
        inner.halt()
        hold(nil)
    }

    package func setVolume(_ volume: Double) { inner.setVolume(volume) }

    package func setMuted(_ isMuted: Bool) { inner.setMuted(isMuted) }

    package func prepare(_ media: [PreparedMedium]) {
        held = media.map(Self.whole)
        inner.prepare([ahead].compactMap(\.self) + held)
    }

    package func apply(_ settings: SoundSettings) { inner.apply(settings) }

    package func setRate(_ rate: Double) {
        current?.request.rate = rate
        inner.setRate(rate)
        aim()
    }

    package func setOutput(_ choice: OutputChoice) { inner.setOutput(choice) }

    package func announce(_ title: String?) { inner.announce(title) }

    package func fadeInNext(within length: Duration) { inner.fadeInNext(within: length) }

    package var position: Duration? {
        guard let position = inner.position else { return nil }
        return current?.inside(position) ?? position
    }

    package var heard: HeardPosition? {
        inner.heard.map { HeardPosition(position: current?.inside($0.position) ?? $0.position, moment: $0.moment) }
    }

    package func keepStep(_ correction: StepCorrection) { inner.keepStep(correction) }

    package var reserve: Duration { inner.reserve }

    package var output: AudioOutput? { inner.output }

    package func shutDown() async {
        clear()
        onEvent = nil
        await inner.shutDown()
    }

    func clear() {
        stopAiming()
        current = nil
        followers = []
        passedOn = 0
    }

    /// Returns a request like another one, but for the whole medium.
    private static func whole(_ request: PlaybackRequest) -> PlaybackRequest {
        var whole = request
        whole.segment = nil
        return whole
    }

    private static func whole(_ medium: PreparedMedium) -> PreparedMedium {
        PreparedMedium(
            location: medium.location, position: outside(medium.position, medium.segment), rate: medium.rate)
    }

    /// Converts a position in a part to one in the medium, within the part.
    private static func outside(_ position: Duration, _ segment: MediaSegment?) -> Duration {
        guard let segment else { return position }
        let target = segment.start + max(.zero, position)
        return segment.end.map { min(target, $0) } ?? target
    }
}

// MARK: Followers

extension SegmentEngine {
    /// Cues the followers of the medium on the inner engine, as far as they are the followers of the part.
    ///
    /// - Parameter isNew: Whether the inner engine has not received these followers yet.
    func passOn(isNew: Bool) {
        guard let current else { return }
        let count = countForInner(behind: current)
        let isOwed = isNew && (count > 0 || current.request.segment == nil)
        if isOwed || count != passedOn { inner.cue(followers.prefix(count).map(Self.whole)) }
        passedOn = count
        let apart = count == 0 ? followers.first : nil
        hold(apart.map { Self.whole(PreparedMedium(location: $0.location, segment: $0.segment, rate: $0.rate)) })
    }

    /// Returns the number of followers that begin with their medium, each after one that ends with its own.
    private func countForInner(behind current: Current) -> Int {
        guard current.end == nil else { return 0 }
        let count = followers.prefix { ($0.segment?.start ?? .zero) == .zero }.count
        // Whether a part ends with its medium is known only when it plays.
        return followers.prefix(count).firstIndex { $0.segment?.end != nil || $0.outro > .zero }.map { $0 + 1 } ?? count
    }

    /// Keeps the follower open if it does not follow without a gap.
    private func hold(_ medium: PreparedMedium?) {
        guard medium != ahead else { return }
        ahead = medium
        inner.prepare([ahead].compactMap(\.self) + held)
    }

    /// Whether the playing medium continues with the cued part.
    var isNextAdjacent: Bool {
        guard let current, let next = followers.first, next.location == current.request.location else { return false }
        return current.request.segment?.isFollowed(by: next.segment) ?? false
    }
}

// MARK: Boundaries

extension SegmentEngine {
    func stopAiming() {
        boundary?.cancel()
        boundary = nil
    }

    /// Waits for the end of the part while it sounds; nothing wakes up otherwise.
    func aim() {
        stopAiming()
        guard let current, current.end != nil, current.isPlaying, current.isStarted, !current.isBuffering else {
            return
        }
        boundary = Task { @MediaActor [weak self] in
            while let wait = self?.timeToBoundary, let sleep = self?.sleep {
                guard (try? await sleep(wait)) != nil, !Task.isCancelled else { return }
            }
            guard !Task.isCancelled else { return }
            self?.reachBoundary()
        }
    }

    /// The time until the position must be checked again; `nil` if the end has been heard.
    private var timeToBoundary: Duration? {
        guard let end = current?.end else { return nil }
        guard let position = inner.position else { return .milliseconds(20) }
        let left = (end - position) / max(current?.request.rate ?? 1, 0.1)
        if left <= .milliseconds(1) { return nil }
        // Clocks of sound cards drift, so the last half second is timed again.
        return left > .seconds(1) ? left - .milliseconds(500) : left
    }

    private func reachBoundary() {
        boundary = nil
        guard let old = current, old.end != nil else { return }
        guard isNextAdjacent, let next = followers.first else { return end(old) }
        current?.request = next
        followers.removeFirst()
        passOn(isNew: false)
        aim()
        onEvent?(.started(next.token))
        // An observer of that event may have loaded something else.
        guard let current, current.request.token == next.token else { return }
        if current.hasVideo { onEvent?(.hasVideo(next.token)) }
        if let format = current.format { onEvent?(.formatChanged(next.token, format)) }
        onEvent?(.durationChanged(next.token, current.duration(of: current.whole)))
    }

    private func end(_ old: Current) {
        clear()
        onEvent?(.ended(old.request.token))
        // Usually the next request has been loaded by now; otherwise the rest of the medium must not be heard.
        if current == nil { inner.stop() }
    }
}
