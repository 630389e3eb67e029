// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// A message sent while two machines are paired, and the only kind that unpaired machines can send.
package enum PairingMessage: Sendable, Equatable {
    /// The version of the messages; any other is refused.
    package static let version = 1
    /// The longest message in bytes.
    package static let longest = 4_096
    /// The number of bytes in a random number, and in a hash.
    package static let length = 32

    /// The first message, from the machine that waits. Nothing is sent or shown before it arrives, because even a
    /// machine that is refused sees the handshake succeed.
    case hello(MachineCard)
    /// The hash of a number that is still secret.
    case commitment([UInt8], MachineCard)
    case nonce([UInt8])
    /// The number behind the commitment.
    case reveal([UInt8])
    /// Whether the user there sees the same digits.
    case same(Bool)

    package var text: String {
        let members: [JSONValue.Member] =
            switch self {
            case .hello(let card): [.init("oncue", "pair"), .init("version", .int(card.version))] + Self.members(card)
            case .commitment(let hash, let card):
                [.init("commitment", .string(Hexadecimal.text(hash)))] + Self.members(card)
            case .nonce(let bytes): [.init("nonce", .string(Hexadecimal.text(bytes)))]
            case .reveal(let bytes): [.init("reveal", .string(Hexadecimal.text(bytes)))]
            case .same(let isSame): [.init("same", .bool(isSame))]
            }
        return JSONValue.object(members).text()
    }

    /// Reads a message; `nil` if it is not valid.
    package init?(text: String) {
        guard text.utf8.count <= Self.longest, let json = try? JSONValue(parsing: text) else { return nil }
        if json["oncue"]?.stringValue == "pair" {
            guard let version = json["version"]?.intValue, let card = Self.card(json) else { return nil }
            self = .hello(MachineCard(name: card.name, port: card.port, version: version))
        } else if let hash = Self.bytes(json["commitment"]) {
            guard let card = Self.card(json) else { return nil }
            self = .commitment(hash, card)
        } else if let bytes = Self.bytes(json["nonce"]) {
            self = .nonce(bytes)
        } else if let bytes = Self.bytes(json["reveal"]) {
            self = .reveal(bytes)
        } else if let isSame = json["same"]?.boolValue {
            self = .same(isSame)
        } else {
            return nil
        }
    }

    private static func members(_ card: MachineCard) -> [JSONValue.Member] {
        [.init("name", .string(card.name)), .init("port", .int(card.port))]
    }

    private static func card(_ json: JSONValue) -> MachineCard? {
        guard let name = json["name"]?.stringValue, let port = json["port"]?.intValue, LinkPort.isValid(port) else {
            return nil
        }
        return MachineCard(name: MachineName.clean(name), port: port)
    }

    private static func bytes(_ json: JSONValue?) -> [UInt8]? {
        json?.stringValue.flatMap(Hexadecimal.bytes).flatMap { $0.count == length ? $0 : nil }
    }
}

/// The name, port and version with which a machine introduces itself.
package struct MachineCard: Sendable, Equatable {
    /// The name; see ``MachineName``.
    package var name: String
    /// The port on which it listens for paired machines.
    package var port: Int
    /// The version of its messages.
    package var version: Int

    package init(name: String, port: Int, version: Int = PairingMessage.version) {
        (self.name, self.port, self.version) = (name, port, version)
    }
}
