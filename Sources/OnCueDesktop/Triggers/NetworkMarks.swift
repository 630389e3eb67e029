// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib

/// The features by which a network is recognised without revealing its name: they are hashed with a secret that stays
/// on the machine.
struct NetworkMarks {
    /// The identifier of the connection in NetworkManager; empty if there is none.
    var connection = ""
    /// The address of the gateway; empty if there is none.
    var gateway = ""
    /// The bytes of the name of a wireless network, which need not be text.
    var wirelessName: [UInt8] = []

    /// Returns the marks of the network: one of the configured connection, or of another one to the same wireless
    /// network.
    ///
    /// A wired connection is configured once for all cables, so its mark includes the gateway, if there is one.
    func hashed(with secret: [UInt8]) -> Set<String> {
        var marks: Set<String> = []
        let isCable = wirelessName.isEmpty
        if !connection.isEmpty {
            let place = isCable && !gateway.isEmpty ? "uuid:\(connection)|gateway:\(gateway)" : "uuid:\(connection)"
            marks.insert(Checksum.hmacSHA256(Array(place.utf8), key: secret))
        }
        if !gateway.isEmpty, !isCable {
            let text = Array("gateway:\(gateway)|ssid:".utf8) + wirelessName
            marks.insert(Checksum.hmacSHA256(text, key: secret))
        }
        return marks
    }
}
