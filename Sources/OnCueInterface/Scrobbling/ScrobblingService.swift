// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// Services on the web that listens are sent to: `org.oncue.Scrobbling1`.
package protocol ScrobblingService<Failure>: Sendable {
    /// Any error in the process of the service; its own errors elsewhere.
    associatedtype Failure: Error

    func scrobbling() async throws(Failure) -> ScrobblingStatus

    /// Adds an account, or gives one that is there another token.
    ///
    /// For a service that asks the user on a page of its own, the account is there after
    /// ``completeScrobbling(_:)``; the grant has the address of the page.
    ///
    /// - Throws: `invalidValue` (an unknown kind, or an address that is none), `refused` (by the service), `notAvailable` (it
    ///   does not answer), `storage`.
    func addScrobbling(_ request: ScrobblingRequest) async throws(Failure) -> ScrobblingGrant

    /// Adds the account that was asked for, if the user has allowed it on the page.
    ///
    /// - Parameter request: That of the grant.
    /// - Returns: A grant that is still open, if not.
    /// - Throws: `notFound` (there is no such request), `refused`, `notAvailable`, `storage`.
    func completeScrobbling(_ request: String) async throws(Failure) -> ScrobblingGrant

    /// Removes an account with its secrets. What waits for it is not sent.
    ///
    /// - Throws: `notFound`, `storage`.
    func removeScrobbling(_ name: String) async throws(Failure)

    /// Pauses or resumes scrobbling. Nothing that is listened to while it is paused is ever sent.
    ///
    /// - Throws: `storage`.
    func pauseScrobbling(_ isPaused: Bool) async throws(Failure)

    /// Keeps an item private, and everything in it, or no longer.
    ///
    /// - Returns: The item.
    /// - Throws: `notFound`, `refused` (too many, or nothing that lasts), `storage`.
    func setScrobblingPrivate(_ place: String, _ isPrivate: Bool) async throws(Failure) -> PrivateItem

    /// Returns those of some items of which others may be told that they play now or wait in the queue: none while it is
    /// paused, and nothing that is private.
    ///
    /// - Parameter items: Identifiers, at most ``PageLimit/largest``. One that is not in the queue is left out where its names
    ///   would have to be known.
    /// - Throws: `invalidValue` (too many), `storage`.
    func publicItems(among items: [String]) async throws(Failure) -> [String]

    /// Sends what waits, and asks for loves, without waiting for a pause to be over; returns when that was tried.
    func sendScrobbles() async throws(Failure) -> ScrobblingStatus
}

/// A request to a service to allow scrobbling.
package struct ScrobblingRequest: Sendable, Equatable {
    /// `listenbrainz` or `lastfm`.
    package var kind: String
    /// The address of its interface; empty for that of the service itself.
    package var server = ""
    /// The token of the user; empty for a service that has a page for that.
    package var token = ""
    /// The key and the secret of an application, for a service that wants them.
    package var key = ""
    package var secret = ""
    package var sendsPodcasts = false
    package var sharesLoves = true

    package init(_ kind: String) { self.kind = kind }
}

/// The permission of a service to scrobble.
package struct ScrobblingGrant: Sendable, Equatable {
    /// The name of the account; empty while it is not allowed.
    package var name = ""
    package var user = ""
    /// The page on which the user allows it; empty once that is done.
    package var page = ""
    /// Names the request.
    package var request = ""

    package init() {}
}

/// The accounts, and what stays private.
package struct ScrobblingStatus: Sendable, Equatable {
    package var isPaused = false
    package var accounts: [ScrobblingAccountStatus] = []
    package var privateItems: [PrivateItem] = []
    /// Why accounts are not kept; empty if they are.
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

/// An account and how far it is.
package struct ScrobblingAccountStatus: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        /// Everything is sent.
        case ready
        case sending
        /// The service did not take it; tried again by itself.
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
    /// Why it waits, or is denied.
    package var problem = ""
    /// The seconds until it tries again.
    package var wait: Duration?
    /// The number of listens that wait, that were taken, and that were not sent.
    package var waiting = 0
    package var sent = 0
    package var leftOut = 0
    /// Why they were not sent, as `short 3`.
    package var reasons: [String] = []
    /// When a listen was last taken, in seconds since 1970.
    package var lastSent: Int64?
    package var sendsPodcasts = false
    package var sharesLoves = false
    /// The server has said that it has no loves; ``ScrobblingService/sendScrobbles()`` asks again.
    package var lacksLoves = false
    /// The number of loves that both sides have.
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
