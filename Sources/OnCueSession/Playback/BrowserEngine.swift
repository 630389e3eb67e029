// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
package import OnCueRuntime

/// Plays whole media in a page of a browser, which has the clock and the decoders.
///
/// The page is told what to do by a ``BrowserWish``, and says what it does by a ``BrowserPage``; both are whole states, so
/// that one that is lost or comes late does no harm. What a page says about an earlier wish is ignored.
@MediaActor
package final class BrowserEngine: PlaybackEngine {
    package var onEvent: (@MediaActor (EngineEvent) -> Void)?
    /// Another wish than before.
    package let changes = Broadcast<Void>()

    private struct Current {
        var request: PlaybackRequest
        /// Where it is to begin by the last order.
        var begin: Duration
        var isPrepared = false
        var isStarted = false
        var isBuffering = false
        var isSeeking = false
        var duration: Duration?
        var said: Said?
        /// The names of former followers: the page may have gone on to one of them without knowing better.
        var withdrawn: Set<String> = []
        /// How often a station was begun anew since it was heard for a while.
        var renewals = 0
        /// Why its bytes could not be read last.
        var fault: PlaybackError?
    }

    /// The last report of the page.
    private struct Said {
        var position: Duration
        var moment: ContinuousClock.Instant
        var isAdvancing: Bool
    }

    /// The longest time for which a page is believed to play on without saying so.
    private static let trust: Duration = .seconds(5)
    /// How often a station whose connection ends is begun anew, and after which time of sound that counts anew.
    private static let renewals = 3
    private static let steadiness: Duration = .seconds(10)
    private static let schemes = ["file", "http", "https", "icy", "icyx", LinkedMedium.scheme]

    private let media: any MediaReading
    private let now: @MediaActor () -> ContinuousClock.Instant
    /// Makes names of media unguessable, and those of other runs unknown.
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
    ///   - media: Opens what the page is to play.
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

    /// The page prepares what follows by itself.
    package func prepare(_ media: [PreparedMedium]) {}

    /// A page has no equaliser and no fades.
    package func apply(_ settings: SoundSettings) {}

    package func fadeInNext(within length: Duration) {}

    package func announce(_ title: String?) {}

    package func setOutput(_ choice: OutputChoice) {
        guard let identifier = choice.browser else {
            target = nil
            return changed()
        }
        guard identifier != target?.identifier else { return }
        // The page that takes over begins where the other one is.
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

    /// Another page of the device plays from now on, from where the former one is.
    package func begin(_ identifier: String) {
        guard identifier == target?.identifier else { return }
        target = nil
        setOutput(.browser(identifier))
    }

    /// Its page is gone: the position is the last that it said.
    package func freeze() { current?.said?.isAdvancing = false }

    private func later(_ event: EngineEvent) {
        Task { @MediaActor in onEvent?(event) }
    }

    /// Until the page says where it is, the position is as it was believed to be.
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

    /// Whether its page is to be heard.
    package var isAudible: Bool { isPlaying && current != nil }

    /// Takes what the page of an output says.
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
                // What was to be heard before it has ended all the same.
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

    /// A follower is heard.
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
        // The page was not ready for what follows.
        return promote(0) + beginAnew()
    }

    /// The page begins at the start of the current request.
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
            // A station has no end: its connection has.
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
    /// Whose names a page gets: what is to be played, and what follows.
    private func name(of request: PlaybackRequest) -> String { "\(run)-\(request.token.number)" }

    private var offered: [PlaybackRequest] {
        target == nil ? [] : [current?.request, followers.first].compactMap(\.self)
    }

    /// Closes what no page is to play any more.
    private func release() {
        let names = Set(offered.map(name))
        open = open.filter { names.contains($0.key) }
    }

    /// Reads a part of a medium that the page of an output is to play, or that follows.
    ///
    /// - Returns: `nil` for any other.
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
            // The next attempt opens it anew.
            open[part.medium] = nil
            note(error, of: request)
            throw error
        }
    }

    private func note(_ fault: PlaybackError?, of request: PlaybackRequest) {
        if current?.request.token == request.token { current?.fault = fault }
    }
}
