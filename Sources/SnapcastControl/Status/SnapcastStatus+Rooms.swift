// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

extension SnapcastStatus {
    /// The rooms of the server, in the order of their names.
    ///
    /// - Parameters:
    ///   - prefix: In front of the identifiers that the server has for rooms and groups.
    ///   - stream: The stream that is fed.
    package func rooms(prefix: String, stream: String) -> [Room] {
        let titles = Dictionary(groups.flatMap(\.clients).map { ($0.title, 1) }, uniquingKeysWith: +)
        return groups.flatMap { group in
            group.clients.map { client in
                // Two programs on one machine have its name until they are given names of their own.
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

    /// The calls that change a room, in order; empty if nothing is to change.
    ///
    /// - Parameters:
    ///   - client: A room that the server has.
    ///   - stream: The stream that is fed.
    /// - Throws: ``RoomError`` with `notFound` without such a room, with `refused` if it is to play something else and
    ///   the server has nothing else.
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
        // A room that is to be heard does not stay silent with its group.
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

    /// The calls that make rooms a group of their own, in order.
    ///
    /// - Throws: ``RoomError`` with `notFound` if one of them is not there.
    package func calls(toGroup clients: [String]) throws(RoomError) -> [SnapcastCall] {
        for identifier in clients where client(identifier) == nil {
            throw RoomError(
                .notFound,
                "the server has no room \"\(identifier.prefix(200))\"; list the rooms with: oncue output rooms")
        }
        guard let first = clients.first, let group = group(of: first) else { return [] }
        let members = group.clients.map(\.identifier)
        guard Set(members) != Set(clients) else { return [] }
        // One that is alone leaves the others in their group.
        if clients.count == 1 {
            return [.setClients(group: group.identifier, members.filter { $0 != first })]
        }
        return [.setClients(group: group.identifier, clients)]
    }

    /// The calls that let what is fed be heard, in order: if no room plays it, those do that hear nothing else.
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
