// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The message bus that the programs of OnCue share.
///
/// The session bus, or a private one if there is none (a server, a container).
package enum BusLocation: Sendable, Equatable {
    /// A bus that is managed elsewhere.
    case session(address: String)
    /// OnCue's own bus, whose socket has this path; the daemon starts it.
    case own(socketPath: String)

    /// Chooses a bus from the environment.
    ///
    /// - Parameters:
    ///   - environment: `DBUS_SESSION_BUS_ADDRESS` and `XDG_RUNTIME_DIR` are read.
    ///   - runtimeDirectory: The directory for sockets of this user.
    ///   - isSocket: Returns whether a path is a socket.
    package init(environment: [String: String], runtimeDirectory: String, isSocket: (String) -> Bool) {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
            self = .session(address: address)
        } else if let directory = environment["XDG_RUNTIME_DIR"], !directory.isEmpty, isSocket(directory + "/bus") {
            self = .session(address: "unix:path=" + Self.escaped(directory + "/bus"))
        } else {
            self = .own(socketPath: runtimeDirectory + "/bus")
        }
    }

    /// The D-Bus address.
    package var address: String {
        switch self {
        case .session(let address): address
        case .own(let socketPath): "unix:path=" + Self.escaped(socketPath)
        }
    }

    /// Escapes a value of an address (D-Bus specification, server addresses).
    private static func escaped(_ path: String) -> String {
        path.utf8.reduce(into: "") { out, byte in
            let scalar = Character(UnicodeScalar(byte))
            let isPlain = byte < 0x80 && (scalar.isLetter || scalar.isNumber || "-_/.\\*".contains(scalar))
            let hex = String(byte, radix: 16)
            out += isPlain ? String(scalar) : "%" + (hex.count == 1 ? "0" : "") + hex
        }
    }
}
