// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Controls whether clients of MPD can reach OnCue on this machine.
package protocol ClientListening: Sendable {
    func state() async throws(CommandFailure) -> ClientListeningState

    /// Starts or stops listening for clients.
    ///
    /// - Returns: The state afterwards.
    func listen(_ isOn: Bool) async throws(CommandFailure) -> ClientListeningState
}

/// The addresses at which clients of MPD reach OnCue.
package struct ClientListeningState: Sendable, Equatable {
    package var isOn: Bool
    /// Whether it is on again after the next login.
    package var isLasting: Bool
    /// The path of the socket.
    package var socket: String
    /// An address on which no program listens.
    package struct Missing: Sendable, Equatable {
        package var address: String
        package var reason: String

        package init(_ address: String, reason: String) { (self.address, self.reason) = (address, reason) }
    }

    /// The addresses on the network, from the settings.
    package var addresses: [String]
    /// The addresses that clients cannot reach.
    package var missing: [Missing]
    /// The number of passwords in the settings.
    package var passwordCount: Int
    /// The path of the settings file, which may be missing.
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

/// An implementation that no client can reach.
package struct NoClientListening: ClientListening {
    package init() {}

    package func state() async throws(CommandFailure) -> ClientListeningState { ClientListeningState(isOn: false) }

    package func listen(_ isOn: Bool) async throws(CommandFailure) -> ClientListeningState {
        throw CommandFailure(.failed, "oncue-mpd is not installed beside oncue")
    }
}
