// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import JSON
internal import MachineLink
internal import TextOutput

/// Output for the program that started this one.
enum Output {
    /// Writes a line of JSON.
    static func say(_ json: JSONValue) { line(json.text()) }

    static func line(_ text: String) { write(Array((text + "\n").utf8), to: 1) }

    static func fault(_ fault: LinkFault) {
        say(.object([.init("fault", .string(fault.code.rawValue)), .init("message", .string(fault.message))]))
    }

    /// Writes a line for the log.
    static func note(_ message: String) {
        write(Array("oncue-link: \(TextLayout.printable(message))\n".utf8), to: 2)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // The reader is gone.
            guard count > 0 else { exit(0) }
            rest = rest.dropFirst(count)
        }
    }
}
