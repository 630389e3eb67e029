// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON

/// The libraries on OpenSubsonic servers that OnCue shows, and the program that shows them.
package protocol SubsonicAccess: Sendable {
    func state() async throws(CommandFailure) -> SubsonicState

    /// Adds a server, whose library is shown from now on, also after every login.
    ///
    /// - Parameter wish: The input of `oncue-subsonic add`, including the login, which must not appear in lists of
    ///   processes.
    /// - Returns: The answer of the program.
    func add(_ wish: JSONValue) async throws(CommandFailure) -> JSONValue

    /// Forgets a server, its login and its copies.
    ///
    /// - Returns: The answer of the program.
    func remove(_ key: String) async throws(CommandFailure) -> JSONValue

    /// Makes the desktop ask for the password of the keyring that contains logins.
    func unlock() async throws(CommandFailure)

    /// Pins an item, so that copies of it are kept, or unpins it.
    func pin(_ identifier: String, of key: String, _ isPinned: Bool) async throws(CommandFailure)

    /// Sets the most bytes that copies may take.
    func setLimit(_ bytes: Int) async throws(CommandFailure)
}

/// The servers, and their state.
package struct SubsonicState: Sendable, Equatable {
    /// A pinned item.
    package struct Pin: Sendable, Equatable {
        package var identifier: String
        package var title: String
        /// The number of songs in it, and the number of songs with a copy.
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
        /// The location of the login: `keyring`, `file` or `none`.
        package var kept = "file"
        package var tellsPlays: Bool
        package var pins: [Pin]
        /// The size of the copies in bytes.
        package var copied: Int
        /// The reason why not everything is copied.
        package var copyFault: String?
    }

    /// Whether the program that shows them is running.
    package var isOn: Bool
    /// Whether it is restarted at the next login.
    package var isLasting: Bool
    package var servers: [Server]
    /// The most bytes of copies.
    package var limit: Int
    /// The keyring of the desktop: `unlocked`, `locked`, `none` or `failing`; `nil` if it has not been asked.
    package var keyring: String?

    package init(
        isOn: Bool = false, isLasting: Bool = false, servers: [Server] = [], limit: Int = 0, keyring: String? = nil
    ) {
        (self.isOn, self.isLasting, self.servers, self.limit) = (isOn, isLasting, servers, limit)
        self.keyring = keyring
    }
}

/// An implementation that cannot show any server.
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
