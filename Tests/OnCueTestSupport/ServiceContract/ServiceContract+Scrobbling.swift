// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
internal import OnCueRuntime

@MediaActor
extension ServiceContract {
    /// Checks accounts, of which there are none at first, at the services of ``FakeScrobbling``.
    package static func scrobbling(_ service: some ScrobblingService, _ notes: Notes) async throws {
        notes.expect(notes.heard(try await service.scrobbling()) == ScrobblingStatus(), "there is none at first")
        await notes.expect(.refused, "a token that the service does not know is refused") {
            var request = ScrobblingRequest("listenbrainz")
            request.token = "bad"
            _ = try await service.addScrobbling(request)
        }
        await notes.expect(.invalidValue, "there are two kinds") {
            _ = try await service.addScrobbling(ScrobblingRequest("myspace"))
        }
        var request = ScrobblingRequest("listenbrainz")
        (request.token, request.sendsPodcasts, request.sharesLoves) = ("good", true, false)
        request.server = "https://music.example"
        let grant = notes.heard(try await service.addScrobbling(request))
        notes.expect(grant.name == "listenbrainz" && grant.user == "ann" && grant.page.isEmpty, "a token suffices")
        let account = notes.heard(try await service.scrobbling()).accounts.first
        notes.expect(account?.server == "https://music.example", "with its server")
        notes.expect(account?.sendsPodcasts == true && account?.sharesLoves == false, "and what is sent")

        let asked = notes.heard(try await service.addScrobbling(ScrobblingRequest("lastfm")))
        notes.expect(asked.name.isEmpty && asked.page.hasPrefix("https://"), "another one has a page")
        notes.expect(try await service.completeScrobbling(asked.request).name.isEmpty, "until it is allowed there")
        notes.expect(try await service.completeScrobbling(asked.request).name == "lastfm", "and then it is there")
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
        notes.expect(sent.accounts.map(\.sent) == [1, 1], "what waits can be sent")
        try await service.removeScrobbling("listenbrainz")
        notes.expect(try await service.scrobbling().accounts.map(\.name) == ["lastfm"], "and an account removed")
        await notes.expect(.notFound, "once") { try await service.removeScrobbling("listenbrainz") }
    }
}
