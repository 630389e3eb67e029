// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import HTTPClient
package import JSON
package import OnCueRuntime
internal import SubsonicProtocol

/// Adds a server: checks that it is one, and finds out which kind of login it accepts.
@MediaActor
package struct SubsonicAdding {
    package typealias Fault = SubsonicFiles.Fault

    /// The input of the user.
    package struct Wish: Sendable {
        package var address: String
        package var user: String?
        package var name: String?
        /// The password, or the key if there is no user.
        package var secret: String
        /// Whether an unencrypted connection is allowed outside of the home network.
        package var allowsPlain = false
        /// Whether the password itself may be sent over such a connection, if the server does not accept tokens.
        package var allowsPassword = false
        package var tellsPlays = true

        /// Reads the input from a line of JSON.
        package init?(_ json: JSONValue) {
            guard let address = json["address"]?.stringValue, let secret = json["secret"]?.stringValue else {
                return nil
            }
            (self.address, self.secret) = (address, secret)
            (user, name) = (json["user"]?.stringValue, json["name"]?.stringValue)
            allowsPlain = json["plain"]?.boolValue ?? false
            allowsPassword = json["passwordLogin"]?.boolValue ?? false
            tellsPlays = json["plays"]?.boolValue ?? true
        }
    }

    /// The outcome of adding.
    package struct Outcome: Sendable {
        package var server: SubsonicServer
        /// `token`, `password` or `key`.
        package var way: String
        /// The name of the server's program, if it reports it.
        package var program: String
        /// Whether the server was known before, and its login was replaced.
        package var isReplaced: Bool
        /// The place where the login is kept.
        package var kept: SubsonicLogins.Outcome
    }

    private let files: SubsonicFiles
    private let logins: SubsonicLogins
    private let executor = BlockingExecutor(label: "oncue.subsonic.files")

    package init(_ files: SubsonicFiles, _ logins: SubsonicLogins) { (self.files, self.logins) = (files, logins) }

    /// Adds a server, or replaces the login of a known one.
    ///
    /// - Parameters:
    ///   - limit: The time for the user to unlock a locked keyring; `nil` to not ask the user.
    ///   - notice: Called before the user is asked.
    package func add(
        _ wish: Wish, unlockingWithin limit: Duration? = nil, notice: @Sendable () -> Void = {}
    ) async throws(Fault) -> Outcome {
        let address: SubsonicAddress
        do throws(SubsonicError) { address = try SubsonicAddress(wish.address) } catch { throw Fault(error.message) }
        try Self.checkPlain(address, wish.allowsPlain)
        guard !wish.secret.isEmpty else { throw Fault("there is no password") }
        let files = files
        let before = try await executor.runThrowing { () throws(Fault) in try files.settings() }
        let known = before.servers.first { $0.address == address && $0.user == wish.user ?? "" }
        guard known != nil || before.servers.count < SubsonicFiles.mostServers else {
            throw Fault("there are \(SubsonicFiles.mostServers) servers already, which is the limit; remove one first")
        }
        let name = Self.name(wish, address, besides: before.servers.filter { $0 != known })
        var server = SubsonicServer(
            key: known?.key ?? SubsonicServer.key(for: name, besides: before.servers.map(\.key)), name: name,
            address: address, user: wish.user ?? "", tellsPlays: wish.tellsPlays)
        let (credential, program) = try await login(&server, wish)
        try Self.checkPlain(server.address, wish.allowsPlain)
        let (added, isReplaced) = (server, known != nil)
        let kept = try await logins.keep(credential, of: added, unlockingWithin: limit, notice: notice)
        try await executor.runThrowing { () throws(Fault) in
            try files.change { settings in
                if let index = settings.servers.firstIndex(where: { $0.key == added.key }) {
                    settings.servers[index] = added
                } else {
                    settings.servers.append(added)
                }
            }
        }
        return Outcome(server: server, way: credential.way, program: program, isReplaced: isReplaced, kept: kept)
    }

    /// Refuses an unencrypted connection, except in the home network or where the user allows it.
    private static func checkPlain(_ address: SubsonicAddress, _ isAllowed: Bool) throws(Fault) {
        guard !address.isEncrypted, !isAllowed,
            !(HTTPAddress.host(of: address.text).map { LinkRules().isAtHome($0) } ?? false)
        else { return }
        throw Fault(
            "\(address.text) is not encrypted, so others can read the login and use it; give an https address, or allow "
                + "this with --plain")
    }

    private static func name(_ wish: Wish, _ address: SubsonicAddress, besides others: [SubsonicServer]) -> String {
        let host = HTTPAddress.host(of: address.text) ?? address.authority
        let given = wish.name.map { SubsonicText.line($0, longest: 60) } ?? ""
        let name = given.isEmpty ? host : given
        guard others.contains(where: { $0.name == name }) else { return name }
        return (2...).lazy.map { "\(name) \($0)" }.first { name in !others.contains { $0.name == name } } ?? name
    }

    // MARK: The login

    /// Finds out which kind of login the server accepts: a key if there is no user, otherwise a token, and the password
    /// only if the server accepts no tokens and the password cannot be read in transit.
    private func login(
        _ server: inout SubsonicServer, _ wish: Wish
    ) async throws(Fault) -> (SubsonicCredential, program: String) {
        guard let user = wish.user else {
            let credential = SubsonicCredential.key(wish.secret)
            return (credential, try await check(&server, credential))
        }
        var generator = SystemRandomNumberGenerator()
        let salt = MD5.hexadecimal((0..<12).map { _ in UInt8.random(in: 0 ... .max, using: &generator) })
        let token = SubsonicCredential.token(user: user, password: wish.secret, salt: salt)
        do throws(SubsonicError) { return (token, try await ping(&server, token)) } catch {
            guard error.code == .noTokens else { throw Self.fault(error, server) }
        }
        guard wish.allowsPassword || Self.hidesPassword(server.address) else {
            throw Fault(
                "\(server.name) takes only the password itself, which others on the way to \(server.address.text) could read; "
                    + "give an https address, or allow this with --password-login")
        }
        let password = SubsonicCredential.password(user: user, password: wish.secret)
        return (password, try await check(&server, password))
    }

    /// Whether a password cannot be read in transit: the connection is encrypted, or stays on this machine.
    nonisolated static func hidesPassword(_ address: SubsonicAddress) -> Bool {
        guard !address.isEncrypted, let host = HTTPAddress.host(of: address.text) else { return address.isEncrypted }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let isNumber = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
        return host == "localhost" || host == "::1" || isNumber && parts.first == "127"
    }

    private func check(
        _ server: inout SubsonicServer, _ credential: SubsonicCredential
    ) async throws(Fault) -> String {
        do throws(SubsonicError) { return try await ping(&server, credential) } catch {
            throw Self.fault(error, server)
        }
    }

    private static func fault(_ error: SubsonicError, _ server: SubsonicServer) -> Fault {
        switch error.code {
        case .wrongLogin, .noTokens: Fault(error.message + "; check the name and the password")
        case .unreachable, .unsupported, .malformed: Fault(error.message + "; check the address")
        default: Fault(error.message)
        }
    }

    /// Checks that the login is right, and follows redirections of the server.
    private func ping(
        _ server: inout SubsonicServer, _ credential: SubsonicCredential
    ) async throws(SubsonicError) -> String {
        let connection = SubsonicConnection(server, credential)
        let (answer, address) = try await connection.ping()
        if let address { server.address = address }
        return [answer.program, answer.programVersion].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
