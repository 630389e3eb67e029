// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueRuntime

/// Resolves locations of the scheme `oncue` just before the inner engine opens them; everything else passes through.
///
/// A location that does not open is resolved once more, since it may have expired, and a missing file is searched for.
/// While a load waits for its location nothing plays, and requests in the meantime are carried out afterwards.
@MediaActor
package final class ResolvingEngine: PlaybackEngine {
    /// The scheme of locations that are resolved.
    package nonisolated static let scheme = "oncue"

    package var onEvent: (@MediaActor (EngineEvent) -> Void)?

    /// A load that waits for its location.
    private struct Opening {
        var request: PlaybackRequest
        var position: Duration
        var isPlaying: Bool
        /// The target of a jump requested meanwhile.
        var target: Duration?
        /// The failure because of which it is resolved again.
        var failure: PlaybackError?
    }

    /// A request passed to the engine, possibly under another location, which may be resolved again.
    private struct Resolved {
        var request: PlaybackRequest
        var isRetried: Bool
    }

    /// A follower, with the location that the engine received.
    private struct Follower {
        var resolved: Resolved
        var location: MediaLocation

        var handedOver: PlaybackRequest {
            var request = resolved.request
            request.location = location
            return request
        }
    }

    /// The pauses between attempts while waiting for the network: a minute and a half in total.
    private static let pauses: [Duration] = [1, 2, 4, 8, 16, 16, 16, 16, 16].map { .seconds($0) }

    package typealias Sleep = @MediaActor (Duration) async throws(CancellationError) -> Void

    private let engine: any PlaybackEngine
    private let locator: any MediaLocating
    private let sleep: Sleep
    private var opening: Opening?
    private var current: Resolved?
    /// The original followers; each is removed when it has started.
    private var wanted: [PlaybackRequest] = []
    /// The first of them, as far as the engine has received them.
    private var followers: [Follower] = []
    private var openingTask: Task<Void, Never>?
    private var followerTask: Task<Void, Never>?
    /// The follower whose location is awaited.
    private var resolving: PlaybackRequest?
    private var isPlaying = false
    /// The last known position of the current request, at which it resumes.
    private var lastPosition: Duration = .zero

    /// - Parameter sleep: Waits between attempts; another one in tests.
    package init(
        _ engine: any PlaybackEngine, locator: any MediaLocating,
        sleep: @escaping Sleep = { try await MediaActor.sleep(for: $0) }
    ) {
        self.engine = engine
        self.locator = locator
        self.sleep = sleep
        engine.onEvent = { [weak self] event in self?.receive(event) }
    }

    // MARK: PlaybackEngine

    package func load(_ request: PlaybackRequest, at position: Duration, playing: Bool) {
        forget()
        (isPlaying, lastPosition) = (playing, position)
        guard Self.isNamed(request) else {
            if Self.mayBeElsewhere(request) { current = Resolved(request: request, isRetried: false) }
            var known = request
            if let location = locator.known(request.location) { known.location = location }
            return engine.load(known, at: position, playing: playing)
        }
        engine.stop()
        open(request, at: position)
    }

    package func cue(_ followers: [PlaybackRequest]) {
        let kept = zip(wanted, followers).prefix { $0 == $1 }.count
        wanted = followers
        keepFollowers(kept)
        if opening == nil { handOverFollowers() }
    }

    package func setPlaying(_ isPlaying: Bool) {
        self.isPlaying = isPlaying
        if opening == nil { engine.setPlaying(isPlaying) } else { opening?.isPlaying = isPlaying }
    }

    package func seek(to position: Duration) {
        if opening == nil { engine.seek(to: position) } else { opening?.target = max(.zero, position) }
    }

    package func repeatPart(_ part: Range<Duration>?) {
        if opening == nil { engine.repeatPart(part) }
    }

    package var returnsByItself: Bool { opening == nil && engine.returnsByItself }

    package func stop() {
        forget()
        engine.stop()
    }

    package func halt() {
        forget()
        engine.halt()
    }

    package func setVolume(_ volume: Double) { engine.setVolume(volume) }

    package func setMuted(_ isMuted: Bool) { engine.setMuted(isMuted) }

    package func prepare(_ media: [PreparedMedium]) {
        // It is not worth asking a program or a server for the location of a medium that may never be played.
        engine.prepare(media.filter { $0.location.scheme != Self.scheme })
    }

    package func apply(_ settings: SoundSettings) { engine.apply(settings) }

    package func setRate(_ rate: Double) {
        opening?.request.rate = rate
        current?.request.rate = rate
        engine.setRate(rate)
    }

    package func setOutput(_ choice: OutputChoice) { engine.setOutput(choice) }

    package func announce(_ title: String?) { engine.announce(title) }

    package func fadeInNext(within length: Duration) { engine.fadeInNext(within: length) }

    package var position: Duration? {
        if let opening { return opening.target ?? opening.position }
        let position = engine.position
        if let position, current != nil { lastPosition = position }
        return position
    }

    package var heard: HeardPosition? { opening == nil ? engine.heard : nil }

    package func keepStep(_ correction: StepCorrection) { engine.keepStep(correction) }

    package var reserve: Duration { engine.reserve }

    package var output: AudioOutput? { engine.output }

    package func shutDown() async {
        forget()
        onEvent = nil
        await engine.shutDown()
    }
}

// MARK: Resolving

extension ResolvingEngine {
    private static func isNamed(_ request: PlaybackRequest) -> Bool { request.location.scheme == scheme }

    /// Returns whether a location may lead to another: a file may have been moved, and an address on the web may be
    /// that of a list.
    private static func mayBeElsewhere(_ request: PlaybackRequest) -> Bool {
        ["file", "http", "https"].contains(request.location.scheme)
    }

    private func forget() {
        openingTask?.cancel()
        (opening, current) = (nil, nil)
        forgetFollowers()
    }

    private func forgetFollowers() {
        wanted = []
        keepFollowers(0)
    }

    /// - Parameter failure: The reason why it is reopened.
    private func open(_ request: PlaybackRequest, at position: Duration, after failure: PlaybackError? = nil) {
        let isRetry = failure != nil
        opening = Opening(request: request, position: position, isPlaying: isPlaying, failure: failure)
        openingTask?.cancel()
        openingTask = Task { @MediaActor [weak self, locator, sleep] in
            var result = await Self.result(locator, request, isRetry)
            for pause in Self.pauses where request.waitsForNetwork {
                guard case .failure(let error) = result, error.code == .network else { break }
                guard (try? await sleep(pause)) != nil else { return }
                result = await Self.result(locator, request, isRetry)
            }
            guard !Task.isCancelled else { return }
            self?.finishOpening(request, result, isRetry)
        }
    }

    private func finishOpening(
        _ request: PlaybackRequest, _ result: Result<MediaLocation, PlaybackError>, _ isRetry: Bool
    ) {
        guard let opening, opening.request.token == request.token else { return }
        self.opening = nil
        switch result {
        case .success(let location) where Self.mayBeElsewhere(request) && location == request.location:
            // The location leads nowhere else, so opening it again would fail again.
            forgetFollowers()
            if let failure = opening.failure { onEvent?(.failed(request.token, failure)) }
        case .success(let location):
            current = Resolved(request: opening.request, isRetried: isRetry)
            var resolved = opening.request
            resolved.location = location
            engine.load(resolved, at: opening.position, playing: opening.isPlaying)
            if let target = opening.target { engine.seek(to: target) }
            handOverFollowers()
        case .failure(let error):
            forgetFollowers()
            onEvent?(.failed(request.token, error))
        }
    }

    /// Drops the resolved locations behind the first followers.
    private func keepFollowers(_ count: Int) {
        if followers.count > count { followers.removeSubrange(count...) }
        if let resolving, wanted.indices.contains(followers.count), wanted[followers.count] == resolving { return }
        followerTask?.cancel()
        resolving = nil
    }

    /// Cues the followers up to the first whose location must be asked for.
    private func handOverFollowers() {
        while followers.count < wanted.count, !Self.isNamed(wanted[followers.count]), resolving == nil {
            let next = wanted[followers.count]
            followers.append(
                Follower(
                    resolved: Resolved(request: next, isRetried: false),
                    location: locator.known(next.location) ?? next.location))
        }
        engine.cue(followers.map(\.handedOver))
        if followers.count < wanted.count, resolving == nil { resolveFollower() }
    }

    /// Asks for the location of the first follower that the engine has not received.
    ///
    /// - Parameter failure: The reason to ask again.
    private func resolveFollower(after failure: PlaybackError? = nil) {
        let request = wanted[followers.count]
        followerTask?.cancel()
        resolving = request
        followerTask = Task { @MediaActor [weak self, locator] in
            let result = await Self.result(locator, request, failure != nil)
            guard !Task.isCancelled else { return }
            self?.finishFollower(request, result, after: failure)
        }
    }

    private func finishFollower(
        _ request: PlaybackRequest, _ result: Result<MediaLocation, PlaybackError>, after failure: PlaybackError?
    ) {
        guard resolving == request else { return }
        resolving = nil
        switch result {
        case .success(let location) where Self.mayBeElsewhere(request) && location == request.location:
            wanted.removeSubrange(followers.count...)
            if let failure { onEvent?(.failed(request.token, failure)) }
        case .success(let location):
            let resolved = Resolved(request: request, isRetried: failure != nil)
            followers.append(Follower(resolved: resolved, location: location))
            handOverFollowers()
        case .failure(let error):
            wanted.removeSubrange(followers.count...)
            onEvent?(.failed(request.token, error))
        }
    }

    /// Resolves a location; the result must have a scheme that is playable by name.
    private static func result(
        _ locator: any MediaLocating, _ request: PlaybackRequest, _ isRetry: Bool
    ) async -> Result<MediaLocation, PlaybackError> {
        do throws(PlaybackError) {
            let location = try await locator.locate(request.location, isRetry: isRetry)
            guard ContentManager.playableSchemes.contains(location.scheme) || location.scheme == LinkedMedium.scheme
            else {
                throw PlaybackError(
                    .notPlayable, "cannot play \(location.scheme):// addresses; only file, http and https are supported"
                )
            }
            return .success(location)
        } catch {
            return .failure(error)
        }
    }
}

// MARK: Events

extension ResolvingEngine {
    private func receive(_ event: EngineEvent) {
        switch event {
        case .started(let token):
            if let index = followerIndex(of: token) {
                current = followers[index].resolved
                followers.removeFirst(index + 1)
                wanted.removeFirst(index + 1)
                lastPosition = .zero
            }
            if current?.request.token == token, current?.isRetried == true { return goOn(event, token) }
        case .seeked(_, let position): lastPosition = position
        case .failed(let token, let error):
            if resolvesAgain(token, error) { return }
        default: break
        }
        onEvent?(event)
    }

    /// Continues playback after a location was resolved again; it may then be resolved again the next time.
    private func goOn(_ event: EngineEvent, _ token: PlaybackRequest.Token) {
        current?.isRetried = false
        onEvent?(event)
        onEvent?(.buffering(token, percent: 100))
        onEvent?(.seeked(token, to: engine.position ?? lastPosition))
    }

    /// Resolves a location again after it did not open; returns `false` if that cannot help.
    private func resolvesAgain(_ token: PlaybackRequest.Token, _ error: PlaybackError) -> Bool {
        if let current, current.request.token == token, mayHelp(current, after: error) {
            self.current = nil
            open(current.request, at: lastPosition, after: error)
            return true
        }
        guard let index = followerIndex(of: token) else { return false }
        let mayHelp = mayHelp(followers[index].resolved, after: error)
        if !mayHelp { wanted.removeSubrange(index...) }
        keepFollowers(index)
        if mayHelp { resolveFollower(after: error) }
        return mayHelp
    }

    private func followerIndex(of token: PlaybackRequest.Token) -> Int? {
        followers.firstIndex { $0.resolved.request.token == token }
    }

    /// Returns whether another attempt may help: a name may lead elsewhere by now, a file may have been moved, and an
    /// address may be that of a list and not of sound.
    private func mayHelp(_ resolved: Resolved, after error: PlaybackError) -> Bool {
        // Signed addresses that have expired are forbidden; a page may name another one by now.
        let isBehind = Self.isNamed(resolved.request) || locator.known(resolved.request.location) != nil
        let codes: [PlaybackError.Code] =
            isBehind
            ? [.network, .notFound, .permissionDenied]
            : resolved.request.location.scheme == "file" ? [.notFound] : [.notPlayable, .missingDecoder]
        let isKnown = Self.isNamed(resolved.request) || Self.mayBeElsewhere(resolved.request)
        return isKnown && !resolved.isRetried && codes.contains(error.code)
    }
}
