// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime
package import SecretService
package import SubsonicProtocol

/// The logins of servers: in the keyring of the desktop if there is one that is unlocked, otherwise in a file that only
/// this user can read.
///
/// The user is asked to unlock the keyring only by a command that needs it.
@MediaActor
package final class SubsonicLogins {
    package typealias Fault = SubsonicFiles.Fault

    /// The place of a login, and the reason why it is not in the keyring.
    package struct Outcome: Sendable, Equatable {
        package var place: String
        package var fault: SecretFault?
    }

    /// The schema of the secrets, by which other programs see their kind.
    private static let schema = "org.oncue.Subsonic"

    let keyring: SecretService
    private let files: SubsonicFiles
    private let executor = BlockingExecutor(label: "oncue.subsonic.files")

    package init(_ files: SubsonicFiles, _ keyring: SecretService) { (self.files, self.keyring) = (files, keyring) }

    /// Stores a login that the user has just entered.
    ///
    /// - Parameters:
    ///   - limit: The time for the user to unlock a locked keyring; `nil` to not ask the user.
    ///   - notice: Called before the user is asked.
    package func keep(
        _ credential: SubsonicCredential, of server: SubsonicServer, unlockingWithin limit: Duration? = nil,
        notice: @Sendable () -> Void = {}
    ) async throws(Fault) -> Outcome {
        let fault = await prepare(limit, notice)
        let lock = try await lock()
        defer { withExtendedLifetime(lock) {} }
        let before = try await read(server.key)
        let identifier = before?.identifier ?? Self.random()
        let revision = Self.random()
        if let fault {
            // An older login in the keyring is replaced when this one moves there.
            try await write(KeptLogin(credential, identifier: before?.identifier, revision: revision), server.key)
            return Outcome(place: "file", fault: fault)
        }
        // The identifier in the keyring is stored before the secret is written, so that no secret is left without a
        // reference.
        try await write(
            KeptLogin(before?.credential, identifier: identifier, revision: before?.revision ?? ""), server.key)
        if let fault = await put(credential, of: server, identifier) {
            try await write(KeptLogin(credential, identifier: identifier, revision: revision), server.key)
            return Outcome(place: "file", fault: fault)
        }
        try await write(KeptLogin(nil, identifier: identifier, revision: revision), server.key)
        return Outcome(place: "keyring")
    }

    /// Moves a login from the file to the keyring: it is written there, read back, and removed from the file. The user
    /// is not asked.
    ///
    /// - Returns: The entry in the file afterwards, and the reason why the login was not moved.
    func move(of server: SubsonicServer) async throws(Fault) -> (login: KeptLogin?, fault: SecretFault?) {
        let lock = try await lock()
        defer { withExtendedLifetime(lock) {} }
        guard var login = try await read(server.key), let credential = login.credential else {
            return (try await read(server.key), nil)
        }
        do throws(SecretFault) { try await keyring.check() } catch { return (login, error) }
        let identifier = login.identifier ?? Self.random()
        if login.identifier == nil {
            login.identifier = identifier
            try await write(login, server.key)
        }
        if let fault = await put(credential, of: server, identifier) { return (login, fault) }
        login = KeptLogin(nil, identifier: identifier, revision: Self.random())
        try await write(login, server.key)
        return (login, nil)
    }

    /// Returns a login from the keyring; `nil` if it is no longer there.
    func login(_ identifier: String) async throws(SecretFault) -> SubsonicCredential? {
        try await keyring.secret(Self.attributes(identifier)).flatMap { SubsonicCredential(kept: $0) }
    }

    /// Removes the login of a server.
    ///
    /// - Returns: The reason why it is still in the keyring.
    package func forget(
        _ server: SubsonicServer, unlockingWithin limit: Duration? = nil, notice: @Sendable () -> Void = {}
    ) async throws(Fault) -> SecretFault? {
        let known = try await read(server.key)
        let fault = known?.isInKeyring == true ? await prepare(limit, notice) : nil
        let lock = try await lock()
        defer { withExtendedLifetime(lock) {} }
        var left: SecretFault?
        if let login = try await read(server.key), let identifier = login.identifier {
            left = fault ?? .absent
            if fault == nil {
                do throws(SecretFault) {
                    try await keyring.remove(Self.attributes(identifier))
                    left = nil
                } catch { left = error }
            }
            // If the login never reached the keyring, there is nothing to report.
            if !login.isInKeyring, left == .absent { left = nil }
        }
        try await write(nil, server.key)
        return left
    }

    // MARK: The keyring

    /// Returns the reason why nothing can be stored in the keyring; asks the user to unlock it if there is a time limit
    /// for that.
    private func prepare(_ limit: Duration?, _ notice: @Sendable () -> Void) async -> SecretFault? {
        do throws(SecretFault) {
            do throws(SecretFault) { try await keyring.check() } catch {
                guard error == .locked, let limit else { throw error }
                notice()
                try await keyring.unlock(within: limit)
            }
            return nil
        } catch { return error }
    }

    private func put(
        _ credential: SubsonicCredential, of server: SubsonicServer, _ identifier: String
    ) async -> SecretFault? {
        do throws(SecretFault) {
            try await keyring.keep(
                credential.kept, label: "OnCue: login at \(server.name)", attributes: Self.attributes(identifier),
                ["server": server.address.text, "user": server.user])
            return nil
        } catch { return error }
    }

    private static func attributes(_ identifier: String) -> [String: String] {
        ["xdg:schema": schema, "identifier": identifier]
    }

    private static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return MD5.hexadecimal((0..<12).map { _ in UInt8.random(in: 0 ... .max, using: &generator) })
    }

    // MARK: The file

    private func lock() async throws(Fault) -> FolderLock {
        let files = files
        return try await executor.runThrowing { () throws(Fault) in try files.lock() }
    }

    private func read(_ key: String) async throws(Fault) -> KeptLogin? {
        let files = files
        return try await executor.runThrowing { () throws(Fault) in try files.logins()[key] }
    }

    private func write(_ login: KeptLogin?, _ key: String) async throws(Fault) {
        let files = files
        try await executor.runThrowing { () throws(Fault) in try files.keep(login, of: key) }
    }
}
