// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueCore
import OnCueInterface
import OnCueTestSupport

extension FakeService {
    func scrobbling() async throws(ClientError) -> ScrobblingStatus {
        _ = try note("scrobbling")
        return try await scrobblingAccounts.scrobbling()
    }

    func addScrobbling(_ request: ScrobblingRequest) async throws(ClientError) -> ScrobblingGrant {
        _ = try note("scrobble \(request.kind) \(request.server)")
        return try await scrobblingAccounts.addScrobbling(request)
    }

    func completeScrobbling(_ request: String) async throws(ClientError) -> ScrobblingGrant {
        // Commands are not kept waiting for the page.
        if !current.isLive { _ = try await scrobblingAccounts.completeScrobbling(request) }
        return try await scrobblingAccounts.completeScrobbling(request)
    }

    func removeScrobbling(_ name: String) async throws(ClientError) {
        _ = try note("scrobble remove \(name)")
        try await scrobblingAccounts.removeScrobbling(name)
    }

    func pauseScrobbling(_ isPaused: Bool) async throws(ClientError) {
        _ = try note("scrobble \(isPaused ? "pause" : "resume")")
        try await scrobblingAccounts.pauseScrobbling(isPaused)
    }

    func setScrobblingPrivate(_ place: String, _ isPrivate: Bool) async throws(ClientError) -> PrivateItem {
        _ = try note("scrobble private \(place) \(isPrivate)")
        guard current.isLive else { return PrivateItem(.root, place) }
        return try await scrobblingAccounts.setScrobblingPrivate(place, isPrivate)
    }

    func publicItems(among items: [String]) async throws(ClientError) -> [String] {
        try await scrobblingAccounts.publicItems(among: items)
    }

    func sendScrobbles() async throws(ClientError) -> ScrobblingStatus {
        _ = try note("scrobble now")
        return try await scrobblingAccounts.sendScrobbles()
    }
}
