// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface

extension OnCueConnection: ScrobblingService {
    /// The service on the web may be slow.
    private static let wait = LongWait("the service", limit: .seconds(30), patience: .seconds(45))
    /// There may be much to send to a service that requires pauses.
    private static let sending = LongWait("the services", limit: nil, patience: .seconds(300))

    package func scrobbling() async throws(ServiceError) -> ScrobblingStatus {
        try await read(ScrobblingMethods.status)
    }

    package func addScrobbling(_ request: ScrobblingRequest) async throws(ServiceError) -> ScrobblingGrant {
        try await call(ScrobblingMethods.add, Only(request), waitingFor: Self.wait).value
    }

    package func completeScrobbling(_ request: String) async throws(ServiceError) -> ScrobblingGrant {
        try await call(ScrobblingMethods.complete, Only(request), waitingFor: Self.wait).value
    }

    package func removeScrobbling(_ name: String) async throws(ServiceError) {
        try await call(ScrobblingMethods.remove, Only(name))
    }

    package func pauseScrobbling(_ isPaused: Bool) async throws(ServiceError) {
        try await call(ScrobblingMethods.pause, Only(isPaused))
    }

    package func setScrobblingPrivate(
        _ place: String, _ isPrivate: Bool
    ) async throws(ServiceError) -> PrivateItem {
        try await call(ScrobblingMethods.setPrivate, Pair(place, isPrivate)).value
    }

    package func publicItems(among items: [String]) async throws(ServiceError) -> [String] {
        try await call(ScrobblingMethods.publicItems, Only(items)).value
    }

    package func sendScrobbles() async throws(ServiceError) -> ScrobblingStatus {
        try await call(ScrobblingMethods.send, Nothing(), waitingFor: Self.sending).value
    }
}
