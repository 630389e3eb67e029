// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A refused command, which clients receive as `ACK [code@index] {command} message`.
package struct CommandRefusal: Error, Sendable, Equatable {
    /// The codes of the protocol.
    package enum Code: Int, Sendable {
        case notList = 1
        case argument = 2
        case password = 3
        case permission = 4
        case unknown = 5
        case notThere = 50
        case queueFull = 51
        case system = 52
        case playlistLoad = 53
        case updateAlready = 54
        case playerSync = 55
        case alreadyThere = 56
    }

    package var code: Code
    package var message: String

    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    /// Returns the line for clients, with its line break.
    ///
    /// - Parameters:
    ///   - index: The index of the command in its list, from 0.
    ///   - command: The name of the command; empty if it is not known yet.
    package func line(at index: Int, in command: String) -> String {
        "ACK [\(code.rawValue)@\(index)] {\(command)} \(ReplyText.value(message, room: 1_000))\n"
    }
}
