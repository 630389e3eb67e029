// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib

/// The features by which a network is recognised, without revealing its name: hashes with a secret that stays on the
/// machine.
struct NetworkMarks {
    /// The connection's number at NetworkManager; empty where there is none.
    var connection = ""
    /// The address of the way out; empty where there is none.
    var gateway = ""
    /// The name of a wireless network, which need not be text.
    var wirelessName: [UInt8] = []

    /// Returns the marks of the network: one of the configured connection, or of another one to the same wireless
    /// network.
    ///
    /// A wired connection is configured once for all cables, so it identifies a place only together with the gateway.
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
