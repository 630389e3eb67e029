// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

@MediaActor
extension ServiceContract {
    /// The services on the web that accounts are checked with: they know the token `good` of Ann, and allow a session when
    /// it is asked for the second time.
    package struct ScrobblingServers: Sendable {
        package var listenBrainz: String
        /// Empty for the service itself.
        package var lastFM: String
        /// The number of listens that wait, for each account.
        package var waiting: Int

        package init(listenBrainz: String = "https://music.example", lastFM: String = "", waiting: Int = 1) {
            (self.listenBrainz, self.lastFM, self.waiting) = (listenBrainz, lastFM, waiting)
        }
    }

    /// Checks accounts, of which there are none at first; the library has the artist Abba.
    package static func scrobbling(
        _ service: some ScrobblingService, _ notes: Notes, at servers: ScrobblingServers = ScrobblingServers()
    ) async throws {
        notes.expect(notes.heard(try await service.scrobbling()) == ScrobblingStatus(), "there is none at first")
        await notes.expect(.refused, "a token that the service does not know is refused") {
            var request = ScrobblingRequest("listenbrainz")
            (request.token, request.server) = ("bad", servers.listenBrainz)
            _ = try await service.addScrobbling(request)
        }
        await notes.expect(.invalidValue, "there are two kinds") {
            _ = try await service.addScrobbling(ScrobblingRequest("myspace"))
        }
        var request = ScrobblingRequest("listenbrainz")
        (request.token, request.sendsPodcasts, request.sharesLoves) = ("good", true, false)
        request.server = servers.listenBrainz
        let grant = notes.heard(try await service.addScrobbling(request))
        notes.expect(grant.name.hasPrefix("listenbrainz"), "an account has the name of its service")
        notes.expect(grant.user == "ann" && grant.page.isEmpty, "a token suffices")
        let account = notes.heard(try await service.scrobbling()).accounts.first
        notes.expect(account?.name == grant.name && account?.server == servers.listenBrainz, "with its server")
        notes.expect(account?.sendsPodcasts == true && account?.sharesLoves == false, "and what is sent")

        request = ScrobblingRequest("lastfm")
        (request.server, request.key, request.secret) = (servers.lastFM, "key", "secret")
        let asked = notes.heard(try await service.addScrobbling(request))
        notes.expect(asked.name.isEmpty && asked.page.hasPrefix("http"), "another one has a page")
        notes.expect(try await service.completeScrobbling(asked.request).name.isEmpty, "until it is allowed there")
        let other = try await service.completeScrobbling(asked.request).name
        notes.expect(other.hasPrefix("lastfm"), "and then it is there")
        await notes.expect(.notFound, "once") { _ = try await service.completeScrobbling(asked.request) }

        try await service.pauseScrobbling(true)
        notes.expect(try await service.scrobbling().isPaused, "it can be paused")
        notes.expect(try await service.publicItems(among: ["track:1"]).isEmpty, "nothing is for others meanwhile")
        try await service.pauseScrobbling(false)
        let item = notes.heard(try await service.setScrobblingPrivate("artist:abba", true))
        notes.expect(item.title == "Abba", "what is private has a title")
        notes.expect(try await service.scrobbling().privateItems == [item], "and is listed")
        let shown = notes.heard(try await service.publicItems(among: ["track:1", "artist:abba"]))
        notes.expect(shown == ["track:1"], "and not for others")
        await notes.expect(.invalidValue, "too many items are refused") {
            _ = try await service.publicItems(among: Array(repeating: "track:1", count: PageLimit.largest + 1))
        }
        _ = try await service.setScrobblingPrivate("artist:abba", false)
        notes.expect(try await service.scrobbling().privateItems.isEmpty, "until it is not any longer")
        await notes.expect(.notFound, "it must be there") {
            _ = try await service.setScrobblingPrivate("nothing", true)
        }
        let sent = notes.heard(try await service.sendScrobbles())
        notes.expect(sent.accounts.map(\.sent) == [servers.waiting, servers.waiting], "what waits can be sent")
        try await service.removeScrobbling(grant.name)
        notes.expect(try await service.scrobbling().accounts.map(\.name) == [other], "and an account removed")
        await notes.expect(.notFound, "once") { try await service.removeScrobbling(grant.name) }
    }
}
