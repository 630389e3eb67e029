// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Whether clients of MPD can reach this machine's OnCue, and its switch.
package protocol ClientListening: Sendable {
    func state() async throws(CommandFailure) -> ClientListeningState

    /// Listens for clients, or not any longer.
    ///
    /// - Returns: The state afterwards.
    func listen(_ isOn: Bool) async throws(CommandFailure) -> ClientListeningState
}

/// Where clients of MPD reach OnCue.
package struct ClientListeningState: Sendable, Equatable {
    package var isOn: Bool
    /// Whether it is so again at the next login.
    package var isLasting: Bool
    /// The path of the socket.
    package var socket: String
    /// An address on which nothing listens.
    package struct Missing: Sendable, Equatable {
        package var address: String
        package var reason: String

        package init(_ address: String, reason: String) { (self.address, self.reason) = (address, reason) }
    }

    /// Addresses of the network, from the settings.
    package var addresses: [String]
    /// Those among them that clients cannot reach.
    package var missing: [Missing]
    /// The number of passwords in the settings.
    package var passwordCount: Int
    /// The path of the settings, which need not be there.
    package var settings: String

    package init(
        isOn: Bool, isLasting: Bool = false, socket: String = "", addresses: [String] = [], missing: [Missing] = [],
        passwordCount: Int = 0, settings: String = ""
    ) {
        (self.isOn, self.isLasting, self.socket) = (isOn, isLasting, socket)
        (self.addresses, self.missing) = (addresses, missing)
        (self.passwordCount, self.settings) = (passwordCount, settings)
    }
}

/// None can reach it.
package struct NoClientListening: ClientListening {
    package init() {}

    package func state() async throws(CommandFailure) -> ClientListeningState { ClientListeningState(isOn: false) }

    package func listen(_ isOn: Bool) async throws(CommandFailure) -> ClientListeningState {
        throw CommandFailure(.failed, "oncue-mpd is not installed beside oncue")
    }
}
