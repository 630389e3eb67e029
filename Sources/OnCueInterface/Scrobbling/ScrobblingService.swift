// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Services on the web that receive listens: `org.oncue.Scrobbling1`.
package protocol ScrobblingService<Failure>: Sendable {
    /// Any error in the service's own process; `ServiceError` elsewhere.
    associatedtype Failure: Error

    func scrobbling() async throws(Failure) -> ScrobblingStatus

    /// Adds an account, or replaces the token of an existing one.
    ///
    /// For a service that asks the user on a page of its own, the account is added by ``completeScrobbling(_:)``; the
    /// grant has the address of the page.
    ///
    /// - Throws: `invalidValue` (an unknown kind, or an invalid address), `refused` (by the service), `notAvailable`
    ///   (it does not answer), `storage`.
    func addScrobbling(_ request: ScrobblingRequest) async throws(Failure) -> ScrobblingGrant

    /// Adds the requested account, if the user has allowed it on the page.
    ///
    /// - Parameter request: The request of the grant.
    /// - Returns: The grant, which is still open if the user has not allowed it.
    /// - Throws: `notFound` (there is no such request), `refused`, `notAvailable`, `storage`.
    func completeScrobbling(_ request: String) async throws(Failure) -> ScrobblingGrant

    /// Removes an account with its secrets. Listens that wait for it are not sent.
    ///
    /// - Throws: `notFound`, `storage`.
    func removeScrobbling(_ name: String) async throws(Failure)

    /// Pauses or resumes scrobbling. Listening during a pause is never sent.
    ///
    /// - Throws: `storage`.
    func pauseScrobbling(_ isPaused: Bool) async throws(Failure)

    /// Makes an item, and everything in it, private or no longer private.
    ///
    /// - Returns: The item.
    /// - Throws: `notFound`, `refused` (too many, or not a permanent item), `storage`.
    func setScrobblingPrivate(_ place: String, _ isPrivate: Bool) async throws(Failure) -> PrivateItem

    /// Returns those of some items that may be reported to others as playing now or waiting in the queue: none during a
    /// pause, and no private ones.
    ///
    /// - Parameter items: Identifiers, at most ``PageLimit/largest``. One that is not in the queue is left out if its
    ///   names would have to be known.
    /// - Throws: `invalidValue` (too many), `storage`.
    func publicItems(among items: [String]) async throws(Failure) -> [String]

    /// Sends waiting listens, and asks for loves, without waiting for the end of a delay; returns when that was tried.
    func sendScrobbles() async throws(Failure) -> ScrobblingStatus
}

/// A request to a service to allow scrobbling.
package struct ScrobblingRequest: Sendable, Equatable {
    /// `listenbrainz` or `lastfm`.
    package var kind: String
    /// The address of its interface; empty for that of the service itself.
    package var server = ""
    /// The token of the user; empty for a service with a page for permission.
    package var token = ""
    /// The key and the secret of an application, for a service that requires them.
    package var key = ""
    package var secret = ""
    package var sendsPodcasts = false
    package var sharesLoves = true

    package init(_ kind: String) { self.kind = kind }
}

/// The permission to scrobble to a service.
package struct ScrobblingGrant: Sendable, Equatable {
    /// The name of the account; empty until the user has allowed it.
    package var name = ""
    package var user = ""
    /// The page on which the user allows it; empty once that is done.
    package var page = ""
    /// The identifier of the request.
    package var request = ""

    package init() {}
}

/// The accounts, and the items that stay private.
package struct ScrobblingStatus: Sendable, Equatable {
    package var isPaused = false
    package var accounts: [ScrobblingAccountStatus] = []
    package var privateItems: [PrivateItem] = []
    /// The reason why accounts cannot be saved; empty if they can.
    package var problem = ""

    package init() {}
}

/// An item that is not sent.
package struct PrivateItem: Sendable, Equatable {
    package var identifier: ContentIdentifier
    package var title: String

    package init(_ identifier: ContentIdentifier, _ title: String) {
        (self.identifier, self.title) = (identifier, title)
    }
}

/// An account and its progress.
package struct ScrobblingAccountStatus: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        /// Everything is sent.
        case ready
        case sending
        /// The service did not accept a listen; it is sent again automatically.
        case waiting
        /// The service does not accept the token.
        case denied
        case paused
    }

    package var name: String
    package var kind: String
    package var server = ""
    package var user = ""
    package var state = State.ready
    /// The reason why it waits, or is denied.
    package var problem = ""
    /// The time until the next attempt.
    package var wait: Duration?
    /// The numbers of listens that wait, that were accepted, and that were not sent.
    package var waiting = 0
    package var sent = 0
    package var leftOut = 0
    /// The reasons why they were not sent, such as `short 3`.
    package var reasons: [String] = []
    /// The time when a listen was last accepted, in seconds since 1970.
    package var lastSent: Int64?
    package var sendsPodcasts = false
    package var sharesLoves = false
    /// Whether the server has answered that it has no loves; ``ScrobblingService/sendScrobbles()`` asks again.
    package var lacksLoves = false
    /// The number of loves on both sides.
    package var loves = 0

    package init(_ name: String, _ kind: String) { (self.name, self.kind) = (name, kind) }
}

// MARK: On the bus

package enum ScrobblingMethods {
    package static let status = Method<Nothing, Only<ScrobblingStatus>>(
        ServiceNames.scrobbling, "GetStatus", isRepeatable: true)
    package static let add = Method<Only<ScrobblingRequest>, Only<ScrobblingGrant>>(ServiceNames.scrobbling, "Add")
    package static let complete = Method<Only<String>, Only<ScrobblingGrant>>(ServiceNames.scrobbling, "Complete")
    package static let remove = Method<Only<String>, Nothing>(ServiceNames.scrobbling, "Remove")
    package static let pause = Method<Only<Bool>, Nothing>(ServiceNames.scrobbling, "SetPaused", isRepeatable: true)
    package static let setPrivate = Method<Pair<String, Bool>, Only<PrivateItem>>(
        ServiceNames.scrobbling, "SetPrivate", isRepeatable: true)
    package static let publicItems = Method<Only<[String]>, Only<[String]>>(
        ServiceNames.scrobbling, "GetPublic", isRepeatable: true)
    package static let send = Method<Nothing, Only<ScrobblingStatus>>(ServiceNames.scrobbling, "Send")

    package static func bindings<Service: ScrobblingService>() -> [Binding<Service>] {
        [
            Binding(status) { service, _ in Only(try await service.scrobbling()) },
            Binding(add) { Only(try await $0.addScrobbling($1.value)) },
            Binding(complete) { Only(try await $0.completeScrobbling($1.value)) },
            Binding(remove) { try await $0.removeScrobbling($1.value) },
            Binding(pause) { try await $0.pauseScrobbling($1.value) },
            Binding(setPrivate) { Only(try await $0.setScrobblingPrivate($1.first, $1.second)) },
            Binding(publicItems) { Only(try await $0.publicItems(among: $1.value)) },
            Binding(send) { service, _ in Only(try await service.sendScrobbles()) },
        ]
    }
}

extension ScrobblingRequest: DictionaryForm {
    package static var blank: ScrobblingRequest { ScrobblingRequest("") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("service", &kind, .required)
        fields("server", &server, .ifSet)
        fields("token", &token, .ifSet)
        fields("key", &key, .ifSet)
        fields("secret", &secret, .ifSet)
        fields("podcasts", &sendsPodcasts)
        fields("loves", &sharesLoves)
    }
}

extension ScrobblingGrant: DictionaryForm {
    package static var blank: ScrobblingGrant { ScrobblingGrant() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("name", &name, .ifSet)
        fields("user", &user, .ifSet)
        fields("page", &page, .ifSet)
        fields("request", &request, .ifSet)
    }
}

extension PrivateItem: DictionaryForm {
    package static var blank: PrivateItem { PrivateItem(.root, "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("identifier", &identifier, .required)
        fields("title", &title)
    }
}

extension ScrobblingStatus: DictionaryForm {
    package static var blank: ScrobblingStatus { ScrobblingStatus() }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("paused", &isPaused)
        fields("accounts", &accounts)
        fields("private", &privateItems)
        fields("problem", &problem, .ifSet)
    }
}

extension ScrobblingAccountStatus.State: WireField {}

extension ScrobblingAccountStatus: DictionaryForm {
    package static var blank: ScrobblingAccountStatus { ScrobblingAccountStatus("", "") }

    package mutating func form(_ fields: inout some FieldCoder) {
        fields("name", &name, .required)
        fields("service", &kind)
        fields("server", &server)
        fields("user", &user)
        fields("state", &state)
        fields("problem", &problem, .ifSet)
        fields("wait", &wait)
        fields("waiting", &waiting)
        fields("sent", &sent)
        fields("leftOut", &leftOut)
        fields("reasons", &reasons, .ifSet)
        fields("lastSent", &lastSent)
        fields("podcasts", &sendsPodcasts)
        fields("loves", &sharesLoves)
        fields("lacksLoves", &lacksLoves, .ifSet)
        fields("loved", &loves)
    }
}
