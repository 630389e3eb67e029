// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
internal import OnCueCore

extension SnapcastStatus {
    /// Reads the answer to ``SnapcastCall/status``, or a server's report on its whole state; `nil` for any other value.
    ///
    /// A part whose identifier is missing or cannot be typed is left out, and so is a second part with the same
    /// identifier.
    /// - Complexity: linear in the value, and quadratic in the number of rooms, of which there are at most ``limit``.
    package init?(_ value: JSONValue) {
        guard let server = value["server"], let groups = server["groups"]?.arrayValue else { return nil }
        self.init(version: SnapcastText.title(server["server"]?["snapserver"]?["version"]?.stringValue ?? ""))
        var count = 0
        for value in groups.prefix(Self.limit) {
            guard var group = Group(value), !self.groups.contains(where: { $0.identifier == group.identifier }) else {
                continue
            }
            for value in value["clients"]?.arrayValue ?? [] where count < Self.limit {
                guard let client = Client(value), self.client(client.identifier) == nil,
                    !group.clients.contains(where: { $0.identifier == client.identifier })
                else { continue }
                group.clients.append(client)
                count += 1
            }
            self.groups.append(group)
        }
        for value in (server["streams"]?.arrayValue ?? []).prefix(Self.limit) {
            guard let stream = Stream(value), !streams.contains(where: { $0.identifier == stream.identifier }) else {
                continue
            }
            streams.append(stream)
        }
    }

    /// Applies a notification; one that does not concern groups, rooms or streams has no effect.
    ///
    /// - Returns: `false` if it is about something unknown, so that the whole status must be requested again.
    /// - Complexity: linear in the number of rooms.
    package mutating func take(_ method: String, _ value: JSONValue) -> Bool {
        switch method {
        case "Server.OnUpdate":
            guard let new = SnapcastStatus(value) else { return false }
            self = new
        case "Client.OnConnect", "Client.OnDisconnect":
            guard let client = value["client"].flatMap({ Client($0) }) else { return false }
            return change(client: client.identifier) { $0 = client }
        case "Client.OnVolumeChanged":
            guard let client = SnapcastText.identifier(value["id"]) else { return false }
            return change(client: client) { $0.take(volume: value["volume"]) }
        case "Client.OnNameChanged":
            guard let client = SnapcastText.identifier(value["id"]) else { return false }
            guard let name = value["name"]?.stringValue, !name.isEmpty else { return false }
            return change(client: client) { $0.title = SnapcastText.title(name) }
        case "Group.OnMute":
            return change(group: value) { $0.isMuted = value["mute"]?.boolValue ?? $0.isMuted }
        case "Group.OnStreamChanged":
            guard let stream = SnapcastText.identifier(value["stream_id"]) else { return false }
            return change(group: value) { $0.stream = stream }
        case "Group.OnNameChanged":
            return change(group: value) { $0.title = SnapcastText.title(value["name"]?.stringValue ?? "") }
        case "Stream.OnUpdate":
            guard let stream = value["stream"].flatMap({ Stream($0) }),
                let index = streams.firstIndex(where: { $0.identifier == stream.identifier })
            else { return false }
            streams[index] = stream
        default: break
        }
        return true
    }

    /// Applies the effect of a call that the server has carried out, of which it notifies only the other clients.
    package mutating func take(_ call: SnapcastCall, _ answer: JSONValue) -> Bool {
        switch call {
        case .status, .setClients:
            guard let new = SnapcastStatus(answer) else { return false }
            self = new
            return true
        case .setVolume(let client, _, _): return change(client: client) { $0.take(volume: answer["volume"]) }
        case .setMuted(let group, let isMuted):
            return change(group: ["id": .string(group)]) { $0.isMuted = answer["mute"]?.boolValue ?? isMuted }
        case .setStream(let group, let stream):
            return change(group: ["id": .string(group)]) { $0.stream = stream }
        }
    }

    private mutating func change(client identifier: String, _ body: (inout Client) -> Void) -> Bool {
        for group in groups.indices {
            guard let index = groups[group].clients.firstIndex(where: { $0.identifier == identifier }) else { continue }
            body(&groups[group].clients[index])
            return true
        }
        return false
    }

    private mutating func change(group value: JSONValue, _ body: (inout Group) -> Void) -> Bool {
        guard let identifier = SnapcastText.identifier(value["id"]),
            let index = groups.firstIndex(where: { $0.identifier == identifier })
        else { return false }
        body(&groups[index])
        return true
    }
}

extension SnapcastStatus.Client {
    fileprivate init?(_ value: JSONValue) {
        guard let identifier = SnapcastText.identifier(value["id"]) else { return nil }
        let names = [value["config"]?["name"], value["host"]?["name"]].map {
            SnapcastText.title($0?.stringValue ?? "")
        }
        self.init(
            identifier: identifier, title: names.first { !$0.isEmpty } ?? identifier,
            isConnected: value["connected"]?.boolValue ?? false, percent: 100, isMuted: false)
        take(volume: value["config"]?["volume"])
    }

    fileprivate mutating func take(volume: JSONValue?) {
        percent = volume?["percent"]?.intValue.map { min(max($0, 0), 100) } ?? percent
        isMuted = volume?["muted"]?.boolValue ?? isMuted
    }
}

extension SnapcastStatus.Group {
    fileprivate init?(_ value: JSONValue) {
        guard let identifier = SnapcastText.identifier(value["id"]) else { return nil }
        self.init(
            identifier: identifier, title: SnapcastText.title(value["name"]?.stringValue ?? ""),
            isMuted: value["muted"]?.boolValue ?? false, stream: SnapcastText.identifier(value["stream_id"]) ?? "",
            clients: [])
    }
}

extension SnapcastStatus.Stream {
    fileprivate init?(_ value: JSONValue) {
        guard let identifier = SnapcastText.identifier(value["id"]) else { return nil }
        self.init(
            identifier: identifier, isPlaying: value["status"]?.stringValue == "playing",
            inlet: value["uri"].flatMap(SnapcastStatus.Inlet.init))
    }
}

extension SnapcastStatus.Inlet {
    /// The port of a stream whose address has none.
    private static let standardPort = 4953

    /// `nil` if the server does not take sound at the address, or this program cannot send it there.
    fileprivate init?(_ address: JSONValue) {
        let query = address["query"]
        guard address["scheme"]?.stringValue == "tcp", (query?["mode"]?.stringValue ?? "server") == "server",
            let place = address["host"]?.stringValue, place.utf8.count <= 300
        else { return nil }
        let numbers = (query?["sampleformat"]?.stringValue ?? "48000:16:2").split(
            separator: ":", maxSplits: 3, omittingEmptySubsequences: false
        ).map { Int($0) }
        guard numbers.count == 3, let rate = numbers[0], let bits = numbers[1], let channels = numbers[2],
            let format = SoundReceiver.Format(rate: rate, bits: bits, channels: channels)
        else { return nil }
        // An IPv6 address without brackets cannot have a port.
        let hasPort = place.hasSuffix("]") ? false : place.split(separator: ":").count == 2 || place.contains("]:")
        let colon = hasPort ? place.lastIndex(of: ":") : nil
        let port = colon.map { Int(place[place.index(after: $0)...]) ?? 0 } ?? Self.standardPort
        guard (1...65_535).contains(port) else { return nil }
        let host = place[..<(colon ?? place.endIndex)].filter { $0 != "[" && $0 != "]" }
        self.init(host: host, port: port, format: format)
    }
}
