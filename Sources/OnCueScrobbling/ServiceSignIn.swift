// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueInterface
internal import OnCueRuntime
internal import Scrobbling

/// Reads the address of a server's interface that a user enters.
enum ServerAddress {
    private static let longest = 500

    /// - Returns: An address to which the paths of requests are appended.
    /// - Throws: `invalidValue`.
    static func read(_ text: String, _ kind: ScrobblingKind) throws(ServiceError) -> String {
        guard !text.isEmpty else { return kind.server }
        let lowered = text.lowercased()
        var rest = text.utf8.dropFirst(lowered.hasPrefix("https://") ? 8 : 7)[...]
        let isWeb = lowered.hasPrefix("https://") || lowered.hasPrefix("http://")
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"@?#\"\\<>".utf8.contains($0) }
        guard isWeb, isPlain, text.utf8.count <= longest, let first = rest.first, first != UInt8(ascii: "/") else {
            throw ServiceError(
                .invalidValue,
                "\"\(text.prefix(200))\" is not the address of a server; expected one such as \(kind.server)")
        }
        while rest.last == UInt8(ascii: "/") { rest = rest.dropLast() }
        var address = lowered.hasPrefix("https://") ? "https://" : "http://"
        address += String(decoding: rest, as: UTF8.self)
        switch kind {
        case .listenBrainz: return address.hasSuffix("/1") ? String(address.dropLast(2)) : address
        // A host without a path has its interface in the usual place.
        case .lastFM: return address + (rest.contains(UInt8(ascii: "/")) ? "/" : "/2.0/")
        }
    }

    static func host(_ server: String) -> String {
        String(server.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first ?? "")
    }
}

/// The requests by which a service grants access to an account.
@MediaActor
enum ServiceSignIn {
    private static let tokenLimit = 200

    /// - Returns: The user to whom a token of ListenBrainz belongs.
    static func user(of account: ScrobblingAccount, _ caller: ServiceCaller) async throws(ServiceError) -> String {
        try check(account.token, "the token")
        switch ListenBrainz.tokenAnswer(try await call(ListenBrainz.validate(account.token), caller, account)) {
        case .user(let user): return user
        case .invalid:
            throw ServiceError(
                .refused,
                "\(host(account)) does not know this token; copy the one on "
                    + "https://listenbrainz.org/settings/ (or of your own server)")
        case .unknown(let reason):
            throw ServiceError(.notAvailable, "\(host(account)): \(reason); check the address, or try again later")
        }
    }

    /// - Returns: A token of Last.fm, and the page on which the user authorises it.
    static func page(
        for account: ScrobblingAccount, _ caller: ServiceCaller
    ) async throws(ServiceError) -> (token: String, page: String) {
        try check(account.key, "the key of the application")
        try check(account.secret, "the secret of the application")
        let service = ServiceInterface.lastFM(key: account.key, secret: account.secret)
        switch LastFM.token(try await call(service.token(), caller, account)) {
        case .success(let token): return (token, service.page(for: token, on: account.server))
        case .failure(let failure):
            throw ServiceError(.refused, "\(host(account)) gives no token: \(failure.message); check key and secret")
        }
    }

    /// - Returns: The session; `nil` until the user has authorised it.
    static func session(
        for account: ScrobblingAccount, _ token: String, _ caller: ServiceCaller
    ) async throws(ServiceError) -> LastFM.Session? {
        let service = ServiceInterface.lastFM(key: account.key, secret: account.secret)
        switch LastFM.session(try await call(service.session(token), caller, account)) {
        case .session(let session): return session
        case .notYet: return nil
        case .failed(let reason): throw ServiceError(.refused, "\(host(account)) gives no session: \(reason)")
        }
    }

    private static func check(_ secret: String, _ what: String) throws(ServiceError) {
        let isPlain = secret.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        guard !secret.isEmpty, secret.utf8.count <= tokenLimit, isPlain else {
            throw ServiceError(.invalidValue, "\(what) is missing, or is not one word")
        }
    }

    private static func call(
        _ request: ServiceRequest, _ caller: ServiceCaller, _ account: ScrobblingAccount
    ) async throws(ServiceError) -> ServiceAnswer {
        do throws(ServiceFailure) { return try await caller.call(request) } catch {
            throw ServiceError(.notAvailable, error.message)
        }
    }

    private static func host(_ account: ScrobblingAccount) -> String {
        account.server == account.kind.server ? account.kind.title : ServerAddress.host(account.server)
    }
}
