// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueActivities
import OnCueClient
import OnCueCore
import OnCueDoctor
import OnCueInterface
import OnCueTestSupport
import PlayerControl

extension FakeService {
    func players(_ isWanted: @escaping @Sendable (String) -> Bool) async throws(ClientError) -> PlayerListing {
        let listing = try note("players").players
        return PlayerListing(
            players: listing.players.filter { isWanted($0.name) }, silent: listing.silent.filter { isWanted($0.name) })
    }

    func perform(_ action: PlayerAction, on player: PlayerReport) async throws(ClientError) {
        _ = try note("\(action) on \(player.name)", about: player.name)
    }

    func shortcutFacts() async throws(ClientError) -> ShortcutFacts {
        let state = try note("shortcut facts")
        var facts = state.shortcutFacts
        (facts.intents, facts.activities) = (state.tasks, state.activities)
        return facts
    }

    func examine(
        _ player: PlayerReport, _ depth: ExaminationDepth
    ) async throws(ClientError) -> ConformanceReport {
        var report = try note("examine \(player.name) \(depth)", about: player.name).conformance
        report.player = player.name
        return report
    }

    func playerUpdates(_ isWanted: @escaping @Sendable (String) -> Bool) -> AsyncStream<PlayerListing> {
        Self.stream(playerListings)
    }
}

extension FakeService {
    func lyrics() async throws(ClientError) -> FoundLyrics? { try playing("lyrics").lyrics }

    func file(of place: String) async throws(ClientError) -> ReportedFile {
        try note("file \(place)", about: place).file
    }

    func page(at address: String) async throws(ClientError) -> WebPage {
        if let web = current.web {
            do throws(ContentError) { return try await web.page(at: address) } catch { throw ServiceError(error) }
        }
        guard let page = current.page else {
            throw ClientError(.refused, "\(address) is not a web page")
        }
        _ = try note("page \(address)")
        return page
    }

    func keepEvents(of address: String, all: Bool) async throws(ClientError) -> [KeptEvent] {
        let state = try note("keep events \(address)" + (all ? " all" : ""))
        if state.web != nil {
            // Nobody of the page is in the library.
            let found = try await page(at: address).events.map { KeptEvent($0, on: address, artists: []) }
            let kept = all ? found : []
            change { state in
                state.events.removeAll { event in kept.contains { $0.identifier == event.identifier } }
                state.events += kept
            }
            return kept
        }
        return state.page?.events.map { KeptEvent($0, on: address, artists: ["artist:a"]) } ?? []
    }

    func keptEvents() async throws(ClientError) -> [KeptEvent] { try note("events").events }

    func removeEvents(_ identifiers: [String]) async throws(ClientError) -> Int {
        let state = try note("remove events " + identifiers.joined(separator: " "))
        guard state.web != nil else { return identifiers.count }
        let kept = state.events.filter { !identifiers.contains($0.identifier.description) }
        change { $0.events = kept }
        return state.events.count - kept.count
    }

    func artwork(of place: String, size: Int?) async throws(ClientError) -> MediaLocation {
        try note("artwork \(place) \(size.map(String.init) ?? "whole")", about: place).artwork
    }
}
