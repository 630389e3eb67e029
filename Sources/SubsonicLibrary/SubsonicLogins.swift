// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueRuntime
package import SecretService
package import SubsonicProtocol

/// The logins of servers: in the keyring of the desktop where there is one that is unlocked, else in a file that only this
/// user can read.
///
/// The keyring is only asked to unlock itself, and the user with it, where a command was given for which that is needed.
@MediaActor
package final class SubsonicLogins {
    package typealias Fault = SubsonicFiles.Fault

    /// Where a login is now, and why not in the keyring.
    package struct Outcome: Sendable, Equatable {
        package var place: String
        package var fault: SecretFault?
    }

    /// The kind of secret, as other programs see it.
    private static let schema = "org.oncue.Subsonic"

    let keyring: SecretService
    private let files: SubsonicFiles
    private let executor = BlockingExecutor(label: "oncue.subsonic.files")

    package init(_ files: SubsonicFiles, _ keyring: SecretService) { (self.files, self.keyring) = (files, keyring) }

    /// Keeps a login that was given just now.
    ///
    /// - Parameters:
    ///   - limit: How long the user may take to unlock a keyring that is locked; `nil` to ask nobody.
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
            // What an older one has left in the keyring is replaced when this one moves there.
            try await write(KeptLogin(credential, identifier: before?.identifier, revision: revision), server.key)
            return Outcome(place: "file", fault: fault)
        }
        // The name of what is about to be in the keyring is known before it is there, so that nothing is left unnamed.
        try await write(
            KeptLogin(before?.credential, identifier: identifier, revision: before?.revision ?? ""), server.key)
        if let fault = await put(credential, of: server, identifier) {
            try await write(KeptLogin(credential, identifier: identifier, revision: revision), server.key)
            return Outcome(place: "file", fault: fault)
        }
        try await write(KeptLogin(nil, identifier: identifier, revision: revision), server.key)
        return Outcome(place: "keyring")
    }

    /// Moves a login from the file to the keyring: it is written there, read back, and removed here. Nobody is asked.
    ///
    /// - Returns: What the file has of it now, and why it was not moved.
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

    /// A login that is in the keyring; `nil` if it is not there any longer.
    func login(_ identifier: String) async throws(SecretFault) -> SubsonicCredential? {
        try await keyring.secret(Self.attributes(identifier)).flatMap { SubsonicCredential(kept: $0) }
    }

    /// Forgets the login of a server.
    ///
    /// - Returns: Why it is still in the keyring.
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
            // One that never got there is no reason to say something.
            if !login.isInKeyring, left == .absent { left = nil }
        }
        try await write(nil, server.key)
        return left
    }

    // MARK: The keyring

    /// Why nothing can be kept in the keyring; asks the user to unlock it if there is time for that.
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
