// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import JSON
internal import TextOutput
internal import WebServing

/// The output for the program that started this one.
enum Output {
    /// Writes a line of JSON.
    static func say(_ json: JSONValue) { write(Array((json.text() + "\n").utf8), to: 1) }

    static func fault(_ fault: WebFault) {
        say(["fault": .string(fault.code.rawValue), "message": .string(fault.message)])
    }

    /// Writes a line for the log.
    static func note(_ message: String) {
        write(Array("oncue-web: \(TextLayout.printable(message))\n".utf8), to: 2)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // There is no reader any longer.
            guard count > 0 else { exit(0) }
            rest = rest.dropFirst(count)
        }
    }
}
