// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

extension SnapcastStatus {
    /// Returns the rooms of the server, in the order of their names.
    ///
    /// - Parameters:
    ///   - prefix: The prefix of the identifiers of rooms and groups, before those of the server.
    ///   - stream: The stream to which sound is sent.
    package func rooms(prefix: String, stream: String) -> [Room] {
        let titles = Dictionary(groups.flatMap(\.clients).map { ($0.title, 1) }, uniquingKeysWith: +)
        return groups.flatMap { group in
            group.clients.map { client in
                // Two programs on one machine have the same name until they are given names of their own.
                let isAmbiguous = titles[client.title].map { $0 > 1 } ?? false
                return Room(
                    identifier: prefix + client.identifier,
                    title: isAmbiguous ? "\(client.title) (\(client.identifier))" : client.title,
                    isConnected: client.isConnected,
                    isPlaying: group.stream == stream, volume: Double(client.percent) / 100,
                    isMuted: client.isMuted || group.isMuted, group: prefix + group.identifier,
                    groupTitle: group.title, output: prefix + stream)
            }
        }.sorted { ($0.title, $0.identifier) < ($1.title, $1.identifier) }
    }

    /// Returns the calls that change a room, in order; empty if nothing needs to change.
    ///
    /// - Parameters:
    ///   - client: The server's identifier of the room.
    ///   - stream: The stream to which sound is sent.
    /// - Throws: ``RoomError`` with `notFound` if there is no such room, and with `refused` if it is to play something
    ///   else and the server has nothing else.
    package func calls(
        for change: RoomChange, client identifier: String, stream: String
    ) throws(RoomError) -> [SnapcastCall] {
        guard let client = client(identifier), let group = group(of: identifier) else {
            throw RoomError(.notFound, "the server has no such room; list the rooms with: oncue output rooms")
        }
        var calls: [SnapcastCall] = []
        let percent = change.volume.map { Int((min(max($0, 0), 1) * 100).rounded()) } ?? client.percent
        let isMuted = change.isMuted ?? client.isMuted
        if percent != client.percent || isMuted != client.isMuted {
            calls.append(.setVolume(client: identifier, percent: percent, isMuted: isMuted))
        }
        // A room that is unmuted does not stay silent because of its group.
        if change.isMuted == false, group.isMuted { calls.append(.setMuted(group: group.identifier, false)) }
        if let isPlaying = change.isPlaying, isPlaying != (group.stream == stream) {
            let other = streams.first { $0.identifier != stream }?.identifier
            guard let wanted = isPlaying ? stream : other else {
                throw RoomError(
                    .refused,
                    "\"\(client.title)\" can play nothing else: the Snapcast server has no other stream; to silence "
                        + "it: oncue output volume \"\(client.title)\" mute")
            }
            calls.append(.setStream(group: group.identifier, stream: wanted))
        }
        return calls
    }

    /// Returns the calls that put rooms into a group of their own, in order.
    ///
    /// - Throws: ``RoomError`` with `notFound` if there is no such room.
    package func calls(toGroup clients: [String]) throws(RoomError) -> [SnapcastCall] {
        for identifier in clients where client(identifier) == nil {
            throw RoomError(
                .notFound,
                "the server has no room \"\(identifier.prefix(200))\"; list the rooms with: oncue output rooms")
        }
        guard let first = clients.first, let group = group(of: first) else { return [] }
        let members = group.clients.map(\.identifier)
        guard Set(members) != Set(clients) else { return [] }
        // A single room leaves the others in their group.
        if clients.count == 1 {
            return [.setClients(group: group.identifier, members.filter { $0 != first })]
        }
        return [.setClients(group: group.identifier, clients)]
    }

    /// Returns the calls that make a stream heard, in order: if no group plays it, the groups do whose streams have no
    /// sound.
    package func calls(toHear stream: String) -> [SnapcastCall] {
        guard streams.contains(where: { $0.identifier == stream }),
            !groups.contains(where: { $0.stream == stream })
        else { return [] }
        let playing = Set(streams.filter(\.isPlaying).map(\.identifier))
        return groups.filter { !playing.contains($0.stream) }.map {
            .setStream(group: $0.identifier, stream: stream)
        }
    }
}
