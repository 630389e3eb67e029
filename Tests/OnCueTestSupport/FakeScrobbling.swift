// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface
package import OnCueRuntime

/// Accounts in memory, at services that know the token `good` and allow what was asked for at the second question.
@MediaActor
package final class FakeScrobbling: nonisolated ScrobblingService {
    package typealias Failure = ServiceError

    private var status = ScrobblingStatus()
    private var asked: [String: Int] = [:]

    package nonisolated init() {}

    @MediaActor
    package func scrobbling() async throws(ServiceError) -> ScrobblingStatus { status }

    @MediaActor
    package func addScrobbling(_ request: ScrobblingRequest) async throws(ServiceError) -> ScrobblingGrant {
        switch request.kind {
        case "listenbrainz":
            guard request.token == "good" else { throw ServiceError(.refused, "ListenBrainz does not know this token") }
            return add("listenbrainz", request)
        case "lastfm":
            asked["request-1"] = 0
            var grant = ScrobblingGrant()
            (grant.page, grant.request) = ("https://www.last.fm/api/auth/?api_key=k&token=t", "request-1")
            return grant
        default: throw ServiceError(.invalidValue, "\"\(request.kind)\" is not a service")
        }
    }

    private func add(_ name: String, _ request: ScrobblingRequest) -> ScrobblingGrant {
        var account = ScrobblingAccountStatus(name, name)
        (account.user, account.sharesLoves, account.sendsPodcasts) = ("ann", request.sharesLoves, request.sendsPodcasts)
        account.server = request.server.isEmpty ? "https://\(name).example" : request.server
        status.accounts.removeAll { $0.name == name }
        status.accounts.append(account)
        var grant = ScrobblingGrant()
        (grant.name, grant.user) = (name, "ann")
        return grant
    }

    @MediaActor
    package func completeScrobbling(_ request: String) async throws(ServiceError) -> ScrobblingGrant {
        guard let count = asked[request] else { throw ServiceError(.notFound, "nothing was asked for") }
        asked[request] = count + 1
        guard count > 0 else {
            var grant = ScrobblingGrant()
            grant.request = request
            return grant
        }
        asked[request] = nil
        return add("lastfm", ScrobblingRequest("lastfm"))
    }

    @MediaActor
    package func removeScrobbling(_ name: String) async throws(ServiceError) {
        guard status.accounts.contains(where: { $0.name == name }) else {
            throw ServiceError(.notFound, "there is no account \"\(name.prefix(100))\"; oncue scrobble shows them")
        }
        status.accounts.removeAll { $0.name == name }
    }

    @MediaActor
    package func pauseScrobbling(_ isPaused: Bool) async throws(ServiceError) { status.isPaused = isPaused }

    @MediaActor
    package func setScrobblingPrivate(
        _ place: String, _ isPrivate: Bool
    ) async throws(ServiceError) -> PrivateItem {
        guard let identifier = ContentIdentifier(place) else {
            throw ServiceError(.notFound, "there is no \(place.prefix(100))")
        }
        let item = PrivateItem(identifier, "Abba")
        status.privateItems.removeAll { $0 == item }
        if isPrivate { status.privateItems.append(item) }
        return item
    }

    @MediaActor
    package func publicItems(among items: [String]) async throws(ServiceError) -> [String] {
        guard items.count <= PageLimit.largest else { throw ServiceError(.invalidValue, "too many items") }
        let hidden = Set(status.privateItems.map(\.identifier.description))
        return status.isPaused ? [] : items.filter { !hidden.contains($0) }
    }

    @MediaActor
    package func sendScrobbles() async throws(ServiceError) -> ScrobblingStatus {
        for index in status.accounts.indices {
            (status.accounts[index].sent, status.accounts[index].lastSent) = (1, 1_795_000_000)
        }
        return status
    }
}
