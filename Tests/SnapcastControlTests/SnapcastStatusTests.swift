// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueCore
import SnapcastControl
import Testing

@Suite("The status of a Snapcast server")
struct SnapcastStatusTests {
    /// What snapserver 0.26 answers, with two rooms, shortened.
    static let answer = """
        {"server":{"groups":[{"clients":[{"config":{"instance":1,"latency":0,"name":"Kitchen","volume":{"muted":false,\
        "percent":100}},"connected":true,"host":{"arch":"x86_64","ip":"127.0.0.1","mac":"00:00:00:00:00:00","name":"vm"},\
        "id":"room1","lastSeen":{"sec":1,"usec":2}}],"id":"g1","muted":false,"name":"","stream_id":"OnCue"},{"clients":\
        [{"config":{"instance":2,"latency":0,"name":"","volume":{"muted":true,"percent":40}},"connected":false,"host":\
        {"name":"bath"},"id":"room2#2"}],"id":"g2","muted":true,"name":"Upstairs","stream_id":"default"}],"server":\
        {"host":{"name":"vm"},"snapserver":{"controlProtocolVersion":1,"name":"Snapserver","version":"0.26.0"}},\
        "streams":[{"id":"OnCue","properties":{"canControl":false},"status":"idle","uri":{"fragment":"","host":\
        "127.0.0.1:4953","path":"","query":{"chunk_ms":"20","codec":"pcm","mode":"server","name":"OnCue","sampleformat":\
        "48000:16:2"},"scheme":"tcp"}},{"id":"default","status":"playing","uri":{"host":"","path":"/tmp/snapfifo",\
        "query":{"name":"default"},"scheme":"pipe"}}]}}
        """

    static func status(_ text: String = answer) throws -> SnapcastStatus {
        try #require(SnapcastStatus(try JSONValue(parsing: text)))
    }

    @Test("has its rooms, their groups, and the streams that take sound from programs")
    func reads() throws {
        let status = try Self.status()

        #expect(status.version == "0.26.0")
        #expect(status.groups.map(\.identifier) == ["g1", "g2"])
        #expect(status.client("room1")?.title == "Kitchen")
        #expect(status.client("room1")?.isConnected == true)
        let bath = try #require(status.client("room2#2"))
        #expect(bath.title == "bath" && !bath.isConnected && bath.percent == 40 && bath.isMuted)
        #expect(status.group(of: "room2#2")?.isMuted == true)
        #expect(status.group(of: "room2#2")?.title == "Upstairs")
        #expect(status.streams.map { $0.inlet != nil } == [true, false])
        #expect(status.streams.map(\.isPlaying) == [false, true])
        #expect(status.streams[0].inlet?.format == SoundReceiver.Format(rate: 48_000, bits: 16, channels: 2))
    }

    /// A notification, its parameters, and what is so afterwards.
    private struct Change: Sendable {
        var method: String
        var text: String
        var isSo: @Sendable (SnapcastStatus) -> Bool

        init(_ method: String, _ text: String, _ isSo: @escaping @Sendable (SnapcastStatus) -> Bool) {
            (self.method, self.text, self.isSo) = (method, text, isSo)
        }
    }

    private static let changes = [

        Change(
            "Client.OnVolumeChanged", #"{"id":"room1","volume":{"muted":true,"percent":7}}"#,
            { $0.client("room1")?.percent == 7 && $0.client("room1")?.isMuted == true }
        ),
        Change(
            "Client.OnDisconnect", #"{"id":"room1","client":{"id":"room1","connected":false,"host":{"name":"x"}}}"#,
            { $0.client("room1")?.isConnected == false }
        ),
        Change("Client.OnNameChanged", #"{"id":"room1","name":"Hall"}"#, { $0.client("room1")?.title == "Hall" }),
        Change("Group.OnMute", #"{"id":"g1","mute":true}"#, { $0.groups[0].isMuted }),
        Change("Group.OnStreamChanged", #"{"id":"g1","stream_id":"default"}"#, { $0.groups[0].stream == "default" }),
        Change("Group.OnNameChanged", #"{"id":"g1","name":"Down"}"#, { $0.groups[0].title == "Down" }),
        Change(
            "Stream.OnUpdate", #"{"id":"OnCue","stream":{"id":"OnCue","status":"playing","uri":{}}}"#,
            { $0.streams[0].isPlaying && $0.streams[0].inlet == nil }
        ),
        Change(
            "Server.OnUpdate", #"{"server":{"groups":[],"streams":[]}}"#, { $0.groups.isEmpty && $0.streams.isEmpty }),
        Change("Stream.OnProperties", #"{"id":"nobody"}"#, { $0.groups.count == 2 }),
    ]

    @Test("follows what the server tells", arguments: changes.indices)
    func follows(index: Int) throws {
        let change = Self.changes[index]
        var status = try Self.status()

        let isUnderstood = status.take(change.method, try JSONValue(parsing: change.text))

        #expect(isUnderstood)
        #expect(change.isSo(status), "\(change.method)")
    }

    @Test(
        "is asked for again when something unknown is told",
        arguments: [
            ("Client.OnConnect", #"{"id":"new","client":{"id":"new","connected":true}}"#),
            ("Client.OnVolumeChanged", "{}"),
            ("Group.OnMute", #"{"id":"g9","mute":true}"#), ("Stream.OnUpdate", #"{"stream":{"id":"new"}}"#),
            ("Server.OnUpdate", "[]"), ("Client.OnNameChanged", #"{"id":"room1","name":""}"#),
        ])
    func unknown(method: String, text: String) throws {
        var status = try Self.status()
        let before = status

        let isUnderstood = status.take(method, try JSONValue(parsing: text))

        #expect(!isUnderstood)
        #expect(status == before)
    }

    @Test("takes over what a call has done")
    func calls() throws {
        var status = try Self.status()

        var done = [
            status.take(
                .setVolume(client: "room1", percent: 30, isMuted: false),
                try JSONValue(parsing: #"{"volume":{"muted":false,"percent":31}}"#))
        ]
        done.append(status.take(.setMuted(group: "g1", true), ["mute": true]))
        done.append(status.take(.setStream(group: "g2", stream: "OnCue"), ["stream_id": "OnCue"]))

        #expect(done == [true, true, true])
        #expect(status.client("room1")?.percent == 31)
        #expect(status.groups[0].isMuted && status.groups[1].stream == "OnCue")
    }

    @Test("leaves out what has no usable name, comes twice, or is too much")
    func bounds() throws {
        let many = (0..<300).map { #"{"id":"c\#($0)"}"# }.joined(separator: ",")
        let text = #"""
            {"server":{"groups":[{"clients":[{"id":7},{"id":""},{"id":"a\u0000b"},{"id":"a"},{"id":"a"}],"id":"g"},
            {"clients":[],"id":"g"},{"clients":[{"id":"a"},\#(many)],"id":"h"},{}],"streams":[{"id":"s"},{"id":"s"},3]}}
            """#

        let status = try Self.status(text)

        #expect(status.groups.map(\.identifier) == ["g", "h"])
        #expect(status.groups[0].clients.map(\.identifier) == ["a"])
        #expect(status.groups.map(\.clients.count).reduce(0, +) == SnapcastStatus.limit)
        #expect(status.streams.count == 1)
        #expect(SnapcastStatus(["server": 3]) == nil && SnapcastStatus(.null) == nil)
    }

    @Test("shows names without characters that steer a terminal, and never more than 200")
    func names() throws {
        let name = "K\\u001b[31m" + String(repeating: "x", count: 500)
        let status = try Self.status(
            #"{"server":{"groups":[{"id":"g","clients":[{"id":"a","config":{"name":"\#(name)"}}]}]}}"#)

        #expect(status.client("a")?.title.hasPrefix("K[31mxx") == true)
        #expect(status.client("a")?.title.count == 200)
    }
}
