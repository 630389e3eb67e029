// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import JSON
internal import OnCueCore
internal import TextOutput

/// The output of this program.
enum Output {
    static func say(_ members: [JSONValue.Member]) {
        write(JSONValue.object(members).text() + "\n", to: 1)
    }

    static func fail(_ message: String) -> Never {
        say([.init("fault", .string(HiddenPassword.hidden(in: message)))])
        exit(1)
    }

    /// Writes a line for the log.
    static func note(_ message: String) {
        write("oncue-subsonic: \(TextLayout.printable(HiddenPassword.hidden(in: message)))\n", to: 2)
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
