// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON

/// The libraries on servers of OpenSubsonic that OnCue shows, and the program that shows them.
package protocol SubsonicAccess: Sendable {
    func state() async throws(CommandFailure) -> SubsonicState

    /// Adds a server, and has it shown now and after every login.
    ///
    /// - Parameter wish: What `oncue-subsonic add` reads; with the login, which is in no list of processes.
    /// - Returns: What it answers.
    func add(_ wish: JSONValue) async throws(CommandFailure) -> JSONValue

    /// Forgets a server, its login and its copies.
    ///
    /// - Returns: What it answers.
    func remove(_ key: String) async throws(CommandFailure) -> JSONValue

    /// Has the desktop ask for the password of the keyring in which logins are.
    func unlock() async throws(CommandFailure)

    /// Pins an item, so that copies of it are kept, or does not any longer.
    func pin(_ identifier: String, of key: String, _ isPinned: Bool) async throws(CommandFailure)

    /// Sets how many bytes copies may have.
    func setLimit(_ bytes: Int) async throws(CommandFailure)
}

/// Which servers there are, and how they are.
package struct SubsonicState: Sendable, Equatable {
    /// Something that is pinned.
    package struct Pin: Sendable, Equatable {
        package var identifier: String
        package var title: String
        /// The songs in it, and those of them of which there is a copy.
        package var songCount: Int
        package var copyCount: Int
    }

    package struct Server: Sendable, Equatable {
        package var key: String
        package var name: String
        package var address: String
        package var user: String
        package var busName: String
        /// `available`, `failing` or `unknown`.
        package var state: String
        package var error: String?
        package var program: String
        /// `token`, `password` or `key`.
        package var login: String
        /// Where the login is kept: `keyring`, `file` or `none`.
        package var kept = "file"
        package var tellsPlays: Bool
        package var pins: [Pin]
        /// The bytes of the copies.
        package var copied: Int
        /// Why not everything is copied.
        package var copyFault: String?
    }

    /// Whether the program runs that shows them.
    package var isOn: Bool
    /// Whether it is started again at the next login.
    package var isLasting: Bool
    package var servers: [Server]
    /// The most bytes of copies.
    package var limit: Int
    /// The keyring of the desktop: `unlocked`, `locked`, `none` or `failing`; `nil` while nobody has asked it.
    package var keyring: String?

    package init(
        isOn: Bool = false, isLasting: Bool = false, servers: [Server] = [], limit: Int = 0, keyring: String? = nil
    ) {
        (self.isOn, self.isLasting, self.servers, self.limit) = (isOn, isLasting, servers, limit)
        self.keyring = keyring
    }
}

/// None can be shown.
package struct NoSubsonic: SubsonicAccess {
    package init() {}

    private var missing: CommandFailure { CommandFailure(.failed, "oncue-subsonic is not installed beside oncue") }

    package func state() async throws(CommandFailure) -> SubsonicState { SubsonicState() }
    package func add(_ wish: JSONValue) async throws(CommandFailure) -> JSONValue { throw missing }
    package func remove(_ key: String) async throws(CommandFailure) -> JSONValue { throw missing }
    package func unlock() async throws(CommandFailure) { throw missing }
    package func pin(_ identifier: String, of key: String, _ isPinned: Bool) async throws(CommandFailure) {
        throw missing
    }
    package func setLimit(_ bytes: Int) async throws(CommandFailure) { throw missing }
}
