// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc

/// Ends the program with a reason.
func fail(_ message: String, _ status: Int32) -> Never {
    write(Array("oncue-recognise: \(message)\n".utf8), to: 2)
    exit(status)
}

/// Writes all bytes; ends the program if there is no reader.
func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { exit(1) }
        rest = rest.dropFirst(count)
    }
}
