// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The address of a Bluetooth device, which is its name for every source.
package struct BluetoothAddress: Sendable, Hashable {
    /// Capital letters, separated by colons.
    package let text: String

    /// Parses the formats of BlueZ (`AA:BB:CC:DD:EE:FF`) and sound servers (`aa_bb_cc_dd_ee_ff`).
    ///
    /// - Returns: `nil` for text that is not an address.
    package init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8.prefix(18))
        guard bytes.count == 17 else { return nil }
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            if index % 3 == 2 {
                guard byte == bytes[2], ":_-".utf8.contains(byte) else { return nil }
                result.append(UInt8(ascii: ":"))
            } else {
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"): result.append(byte)
                case UInt8(ascii: "a")...UInt8(ascii: "f"): result.append(byte - 32)
                default: return nil
                }
            }
        }
        self.text = String(decoding: result, as: UTF8.self)
    }
}
