// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON

/// A request to a Snapcast server.
package enum SnapcastCall: Sendable, Equatable {
    /// Requests everything about the server: groups, rooms and streams.
    case status
    /// Sets the volume of a room, in percent.
    case setVolume(client: String, percent: Int, isMuted: Bool)
    /// Mutes or unmutes a group.
    case setMuted(group: String, Bool)
    /// Sets the stream that a group plays.
    case setStream(group: String, stream: String)
    /// Sets the rooms of a group; each room that leaves it gets a group of its own.
    case setClients(group: String, [String])

    /// Returns the message, with the line end that the server expects.
    package func line(number: Int) -> [UInt8] {
        var members = [JSONValue.Member("id", .int(number)), .init("jsonrpc", "2.0"), .init("method", .string(method))]
        if let parameters { members.append(.init("params", parameters)) }
        return Array(JSONValue.object(members).text().utf8) + Array("\r\n".utf8)
    }

    private var method: String {
        switch self {
        case .status: "Server.GetStatus"
        case .setVolume: "Client.SetVolume"
        case .setMuted: "Group.SetMute"
        case .setStream: "Group.SetStream"
        case .setClients: "Group.SetClients"
        }
    }

    private var parameters: JSONValue? {
        switch self {
        case .status: nil
        case .setVolume(let client, let percent, let isMuted):
            [
                "id": .string(client),
                "volume": ["muted": .bool(isMuted), "percent": .int(min(max(percent, 0), 100))],
            ]
        case .setMuted(let group, let isMuted): ["id": .string(group), "mute": .bool(isMuted)]
        case .setStream(let group, let stream): ["id": .string(group), "stream_id": .string(stream)]
        case .setClients(let group, let clients):
            ["id": .string(group), "clients": .array(clients.map(JSONValue.string))]
        }
    }
}
