// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
package import OnCueRuntime

/// Adds pages in browsers to the outputs of this machine, each for as long as it reports.
@MediaActor
package final class BrowserOutputs: OutputWatching {
    package var onChange: (@MediaActor (AudioOutputs) -> Void)?
    /// Called when the browser silences the page that should be heard.
    package var onSilence: (@MediaActor () -> Void)?
    /// Returns whether the sound must then be heard elsewhere: the page is not an output until it is no longer
    /// silenced.
    package var isUrgent: (@MediaActor () -> Bool)?

    /// The maximum number of pages.
    private static let limit = 64
    /// The times for which a page without a report counts as present while it plays, and while it is idle: browsers let
    /// hidden pages run only once a minute.
    package nonisolated static let playingLease: Duration = .seconds(10)
    package nonisolated static let idleLease: Duration = .seconds(150)
    private nonisolated static let prefix = "browser:"

    private struct Place {
        var title: String
        var page: String
        var until: ContinuousClock.Instant
    }

    private let devices: any OutputWatching
    private let engine: BrowserEngine
    private let now: @MediaActor () -> ContinuousClock.Instant
    private let sleep: Sleep
    /// The outputs of this machine; `nil` before the first.
    private var known: AudioOutputs?
    private var places: [String: Place] = [:]
    /// The address that sound was moved to.
    private var address: String?
    /// Whether a page should be heard.
    private var isHeard = false
    private var alarm: Task<Void, Never>?

    package typealias Sleep = @MediaActor (Duration) async throws(CancellationError) -> Void

    /// - Parameters:
    ///   - devices: The outputs of this machine.
    ///   - engine: Plays in the chosen page.
    ///   - sleep: Waits; replaced in tests, as `now` is.
    package init(
        beside devices: any OutputWatching, engine: BrowserEngine,
        sleep: @escaping Sleep = { try await MediaActor.sleep(for: $0) },
        now: @escaping @MediaActor () -> ContinuousClock.Instant = { .now }
    ) {
        (self.devices, self.engine, self.sleep, self.now) = (devices, engine, sleep, now)
        engine.changes.listen { [weak self] in self?.hurry() }
    }

    package nonisolated static func isBrowser(_ identifier: String?) -> Bool { identifier?.hasPrefix(prefix) == true }

    // MARK: Pages

    /// Handles a report of a page, which makes the page an output, or ends that.
    ///
    /// - Returns: The instructions for the page.
    /// - Throws: `refused`.
    package func follow(_ page: BrowserPage) throws(ContentError) -> BrowserWish {
        guard Self.isBrowser(page.identifier), !page.page.isEmpty else {
            throw ContentError(.refused, "the output of a page begins with \(Self.prefix)")
        }
        let former = places[page.identifier]
        guard former == nil || former?.page == page.page || page.isTaking else {
            var wish = BrowserWish()
            wish.isReplaced = true
            return wish
        }
        guard former != nil || page.isLeaving || places.count < Self.limit else {
            throw ContentError(.refused, "\(Self.limit) pages are open already; close one of them")
        }
        // Another page of the device does not have its instructions yet.
        if former == nil || former?.page == page.page { engine.take(page) }
        if page.isLeaving {
            leave([page.identifier])
            return BrowserWish()
        }
        if page.state == .silenced {
            let isHeard = isPlaying(page.identifier)
            if isHeard, isUrgent?() == true { leave([page.identifier]) }
            guard places[page.identifier] != nil else { return engine.wish(for: page.identifier) }
            if isHeard { onSilence?() }
        }
        if former?.page != page.page, former != nil { engine.begin(page.identifier) }
        let lease = isPlaying(page.identifier) ? Self.playingLease : Self.idleLease
        places[page.identifier] = Place(title: page.title, page: page.page, until: now() + lease)
        look()
        if former?.title != page.title { tell() }
        return engine.wish(for: page.identifier)
    }

    private func isPlaying(_ identifier: String) -> Bool { identifier == address && engine.isAudible }

    /// Shortens the lease of a page that should play from now on: it reports soon unless it is gone, perhaps for long.
    private func hurry() {
        let before = isHeard
        isHeard = address.map(isPlaying) ?? false
        guard isHeard, !before, let address, let place = places[address] else { return }
        places[address]?.until = min(place.until, now() + Self.playingLease)
        look()
    }

    private func leave(_ identifiers: [String]) {
        for identifier in identifiers {
            if identifier == address { engine.freeze() }
            places[identifier] = nil
        }
        look()
        tell()
    }

    /// Waits for the first page whose lease ends; no timer runs without a page.
    private func look() {
        alarm?.cancel()
        alarm = nil
        guard let first = places.values.map(\.until).min() else { return }
        let time = max(.milliseconds(10), first - now())
        alarm = Task { @MediaActor [weak self, sleep] in
            guard (try? await sleep(time)) != nil else { return }
            guard let self, !Task.isCancelled else { return }
            let gone = places.filter { $0.value.until <= self.now() }.map(\.key)
            if gone.isEmpty { look() } else { leave(gone) }
        }
    }

    private func tell() {
        // Pages are available even without a sound server.
        guard var all = known ?? (places.isEmpty ? nil : AudioOutputs()) else { return }
        all.outputs += places.sorted { $0.key < $1.key }.map { identifier, place in
            AudioOutputDescription(identifier: identifier, title: place.title, kind: .browser, address: identifier)
        }
        if let address, places[address] != nil { all.inUse = address }
        onChange?(all)
    }

    // MARK: OutputWatching

    package func start() {
        devices.onChange = { [weak self] outputs in
            self?.known = outputs
            self?.tell()
        }
        devices.start()
    }

    package func refresh() async { await devices.refresh() }

    package func choose(_ outputs: [ChosenOutput]) { devices.choose(outputs.filter { !Self.isBrowser($0.identifier) }) }

    package func move(to address: String?) {
        self.address = address
        devices.move(to: Self.isBrowser(address) ? nil : address)
        isHeard = false
        hurry()
        tell()
    }

    package func combine(_ outputs: [ChosenOutput]) { devices.combine(outputs) }

    package func isCombined() async -> Bool { await devices.isCombined() }

    package func leave() async { await devices.leave() }

    package func change(room identifier: String, _ change: RoomChange) async throws(RoomError) {
        try await devices.change(room: identifier, change)
    }

    package func group(rooms identifiers: [String]) async throws(RoomError) {
        try await devices.group(rooms: identifiers)
    }

    package func stop() {
        alarm?.cancel()
        devices.stop()
    }
}
