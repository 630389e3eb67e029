// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
package import OnCueRuntime

/// Plays whole media in a page of a browser, which has the clock and the decoders.
///
/// The page receives its instructions as a ``BrowserWish`` and reports its state as a ``BrowserPage``. Both are whole
/// states, so that a lost or late one does no harm. A report about an earlier wish is ignored.
@MediaActor
package final class BrowserEngine: PlaybackEngine {
    package var onEvent: (@MediaActor (EngineEvent) -> Void)?
    /// Sent when the wish has changed.
    package let changes = Broadcast<Void>()

    private struct Current {
        var request: PlaybackRequest
        /// The position at which it should begin by the last order.
        var begin: Duration
        var isPrepared = false
        var isStarted = false
        var isBuffering = false
        var isSeeking = false
        var duration: Duration?
        var said: Said?
        /// The names of former followers, one of which the page may have started before it received the change.
        var withdrawn: Set<String> = []
        /// The number of times that a station was restarted since it was last heard for a while.
        var renewals = 0
        /// The reason why its bytes could not be read at the last attempt.
        var fault: PlaybackError?
    }

    /// The last report of the page.
    private struct Said {
        var position: Duration
        var moment: ContinuousClock.Instant
        var isAdvancing: Bool
    }

    /// The longest time for which a page without a report counts as playing.
    private static let trust: Duration = .seconds(5)
    /// The maximum number of restarts of a station whose connection ends, and the time of sound after which they are
    /// counted from 0 again.
    private static let renewals = 3
    private static let steadiness: Duration = .seconds(10)
    private static let schemes = ["file", "http", "https", "icy", "icyx", LinkedMedium.scheme]

    private let media: any MediaReading
    private let now: @MediaActor () -> ContinuousClock.Instant
    /// Makes the names of media unguessable, and invalidates those of other runs.
    private let run: String
    private var current: Current?
    private var followers: [PlaybackRequest] = []
    private var order: UInt64 = 0
    private var isPlaying = false
    private var volume = 1.0
    private var isMuted = false
    /// The output on which it plays.
    private var target: AudioOutput?
    private var open: [String: Task<Result<any ReadableMedium, PlaybackError>, Never>] = [:]

    /// - Parameters:
    ///   - media: Opens the media that the page should play.
    ///   - now: The time; another one in tests.
    package init(_ media: any MediaReading, now: @escaping @MediaActor () -> ContinuousClock.Instant = { .now }) {
        self.media = media
        self.now = now
        var generator = SystemRandomNumberGenerator()
        run = (0..<2).map { _ in String(UInt64.random(in: .min ... .max, using: &generator), radix: 36) }.joined()
    }

    // MARK: PlaybackEngine

    package func load(_ request: PlaybackRequest, at position: Duration, playing: Bool) {
        guard Self.schemes.contains(request.location.scheme) else {
            (current, followers) = (nil, [])
            order += 1
            changed()
            return later(
                .failed(request.token, PlaybackError(.notPlayable, "cannot play \(request.location) in a browser")))
        }
        current = Current(request: request, begin: max(.zero, position))
        (followers, isPlaying) = ([], playing)
        order += 1
        changed()
    }

    package func cue(_ followers: [PlaybackRequest]) {
        guard current != nil else { return }
        if let first = self.followers.first, first.token != followers.first?.token {
            current?.withdrawn.insert(name(of: first))
        }
        self.followers = followers
        changed()
    }

    package func setPlaying(_ isPlaying: Bool) {
        guard current != nil else { return }
        stand()
        self.isPlaying = isPlaying
        changed()
    }

    package func seek(to position: Duration) {
        guard let duration = current.map({ $0.duration ?? position }) else { return }
        order += 1
        current?.begin = max(.zero, min(position, duration))
        current?.isSeeking = true
        current?.said = nil
        changed()
    }

    package func stop() {
        (current, followers) = (nil, [])
        order += 1
        changed()
    }

    package func halt() { stop() }

    package func setVolume(_ volume: Double) {
        self.volume = volume
        changed()
    }

    package func setMuted(_ isMuted: Bool) {
        self.isMuted = isMuted
        changed()
    }

    package func setRate(_ rate: Double) {
        stand()
        current?.request.rate = rate
        changed()
    }

    /// Does nothing, since the page prepares the next medium by itself.
    package func prepare(_ media: [PreparedMedium]) {}

    /// Does nothing, since a page has no equaliser and no fades.
    package func apply(_ settings: SoundSettings) {}

    package func fadeInNext(within length: Duration) {}

    package func announce(_ title: String?) {}

    package func setOutput(_ choice: OutputChoice) {
        guard let identifier = choice.browser else {
            target = nil
            return changed()
        }
        guard identifier != target?.identifier else { return }
        // The new page begins at the position of the previous one.
        if let position { current?.begin = position }
        current?.said = nil
        current?.isSeeking = false
        let isHeard = current?.isStarted == true
        current?.isBuffering = isHeard
        target = AudioOutput(name: "browser", isSilent: false, identifier: identifier)
        order += 1
        changed()
        if let target { later(.outputChanged(target)) }
    }

    package var position: Duration? {
        guard let current else { return nil }
        guard let said = current.said else { return current.begin }
        guard said.isAdvancing else { return said.position }
        let passed = min(now() - said.moment, Self.trust) * current.request.rate
        let position = said.position + max(.zero, passed)
        return current.duration.map { min(position, $0) } ?? position
    }

    package var output: AudioOutput? { target }

    package func shutDown() async {
        onEvent = nil
        stop()
    }

    /// Moves playback to another page of the device, at the position of the former one.
    package func begin(_ identifier: String) {
        guard identifier == target?.identifier else { return }
        target = nil
        setOutput(.browser(identifier))
    }

    /// Stops the position at the last one reported, because the page is gone.
    package func freeze() { current?.said?.isAdvancing = false }

    private func later(_ event: EngineEvent) {
        Task { @MediaActor in onEvent?(event) }
    }

    /// Stops the position at its estimate until the page reports it.
    private func stand() {
        guard let position, current?.said != nil else { return }
        current?.said = Said(position: position, moment: now(), isAdvancing: false)
    }
}

// MARK: The page

extension BrowserEngine {
    /// Returns the instructions for the page of an output.
    package func wish(for identifier: String) -> BrowserWish {
        var wish = BrowserWish()
        (wish.order, wish.volume, wish.isMuted) = (order, volume, isMuted)
        guard identifier == target?.identifier else { return wish }
        wish.isHere = true
        guard let current else { return wish }
        (wish.medium, wish.next) = (name(of: current.request), followers.first.map(name) ?? "")
        (wish.position, wish.isPlaying, wish.rate) = (current.begin, isPlaying, current.request.rate)
        return wish
    }

    /// Whether its page should be heard.
    package var isAudible: Bool { isPlaying && current != nil }

    /// Handles a report of the page of an output.
    package func take(_ page: BrowserPage) {
        guard page.identifier == target?.identifier, page.order == order, !page.medium.isEmpty, current != nil else {
            return
        }
        var events: [EngineEvent] = []
        if page.medium != current.map({ name(of: $0.request) }) {
            if let index = followers.firstIndex(where: { name(of: $0) == page.medium }) {
                events += promote(index)
                changed()
            } else if current?.withdrawn.contains(page.medium) == true {
                // The medium before the former follower has ended all the same.
                return tell(end())
            } else {
                return
            }
        }
        tell(events + told(by: page))
    }

    private func tell(_ events: [EngineEvent]) {
        for event in events { onEvent?(event) }
    }

    /// Makes a follower current, because it is heard.
    private func promote(_ index: Int) -> [EngineEvent] {
        let request = followers[index]
        followers.removeFirst(index + 1)
        var next = Current(request: request, begin: .zero)
        (next.isPrepared, next.isStarted) = (true, true)
        current = next
        return [.started(request.token)]
    }

    /// Notes that the current medium was heard to its end.
    private func end() -> [EngineEvent] {
        guard let token = current?.request.token else { return [] }
        guard !followers.isEmpty else {
            current = nil
            changed()
            return [.ended(token)]
        }
        // The page was not ready for the next medium.
        return promote(0) + beginAnew()
    }

    /// Makes the page begin at the start of the current request.
    private func beginAnew() -> [EngineEvent] {
        order += 1
        current?.begin = .zero
        current?.said = nil
        current?.isBuffering = true
        changed()
        return current.map { [.buffering($0.request.token, percent: 0)] } ?? []
    }

    private func fail(_ page: BrowserPage) -> [EngineEvent] {
        guard let failed = current else { return [] }
        current = nil
        changed()
        let reason = page.reason.isEmpty ? "" : ": \(page.reason.prefix(200))"
        let isNetwork = page.state == .broken || failed.request.isLive && failed.isStarted
        let error = PlaybackError(
            isNetwork ? .network : .notPlayable, "the browser cannot play \(failed.request.location)\(reason)")
        return [.failed(failed.request.token, failed.fault ?? error)]
    }

    private func told(by page: BrowserPage) -> [EngineEvent] {
        guard var next = current else { return [] }
        let token = next.request.token
        var events: [EngineEvent] = []
        if page.state == .failed || page.state == .broken { return fail(page) }
        if page.state == .ended {
            // A station does not end, so its connection has ended.
            guard next.request.isLive, next.renewals < Self.renewals else { return end() }
            current?.renewals += 1
            return beginAnew()
        }
        if page.state == .loading { return [] }
        if !next.isPrepared {
            next.isPrepared = true
            next.duration = page.duration
            events.append(.prepared(token, duration: page.duration, isSeekable: page.duration != nil))
        } else if page.duration != next.duration {
            next.duration = page.duration
            events.append(.durationChanged(token, page.duration))
        }
        if page.state == .playing, !next.isStarted {
            next.isStarted = true
            events.append(.started(token))
        }
        let isWaiting = page.state == .waiting
        if next.isStarted, next.isBuffering != isWaiting {
            next.isBuffering = isWaiting
            events.append(.buffering(token, percent: isWaiting ? 0 : 100))
        }
        if next.isSeeking {
            next.isSeeking = false
            events.append(.seeked(token, to: page.position))
        }
        if page.state == .playing, page.position > Self.steadiness { next.renewals = 0 }
        next.said = Said(position: page.position, moment: now(), isAdvancing: page.state == .playing && isPlaying)
        current = next
        return events
    }

    private func changed() {
        release()
        changes.send(())
    }
}

// MARK: Media

extension BrowserEngine {
    /// Returns the name of a request for a page, which gets those of the current request and the next.
    private func name(of request: PlaybackRequest) -> String { "\(run)-\(request.token.number)" }

    private var offered: [PlaybackRequest] {
        target == nil ? [] : [current?.request, followers.first].compactMap(\.self)
    }

    /// Closes media that no page should play any longer.
    private func release() {
        let names = Set(offered.map(name))
        open = open.filter { names.contains($0.key) }
    }

    /// Reads a part of the medium that the page of an output should play, or of the next one.
    ///
    /// - Returns: `nil` for any other medium.
    package func piece(_ part: BrowserPart) async throws(PlaybackError) -> MediaPiece? {
        guard part.identifier == target?.identifier,
            let request = offered.first(where: { name(of: $0) == part.medium })
        else { return nil }
        let opening =
            open[part.medium]
            ?? Task { @MediaActor [media] in
                do throws(PlaybackError) {
                    return .success(try await media.open(request.location))
                } catch {
                    return .failure(error)
                }
            }
        open[part.medium] = opening
        do throws(PlaybackError) {
            let medium = try await opening.value.get()
            medium.onTitle = { [weak self] in self?.onEvent?(.streamTitle(request.token, $0)) }
            let piece = try await medium.piece(at: part.offset, length: part.length)
            note(nil, of: request)
            return piece
        } catch {
            // The next attempt reopens it.
            open[part.medium] = nil
            note(error, of: request)
            throw error
        }
    }

    private func note(_ fault: PlaybackError?, of request: PlaybackRequest) {
        if current?.request.token == request.token { current?.fault = fault }
    }
}
