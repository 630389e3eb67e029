// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import FoundationEssentials
import GLib
import JSON
import OnCueCore
import OnCueTestSupport
import Testing

/// The desktop decodes what it is told is the cover, so that must never cost it its memory.
@Suite("Pictures that other programs are given", .timeLimit(.minutes(TestEffort.isLong ? 5 : 2)))
struct PictureDoorTests {
    enum Source: String, CaseIterable, Sendable {
        case beside, embedded, feed, station, list
    }

    private static let profile = Array("Display\0\0".utf8) + PictureFile.zeros(50_000_000)

    /// Pictures of more pixels than a desktop has room for, and such as unfold beside their pixels.
    private static let bombs: [[UInt8]] = [
        PictureFile.png(25_000, 25_000), PictureFile.jpeg(8000, 8000),
        PictureFile.png(16, 16, with: [("iCCP", profile)]),
    ]
    private static let moreBombs: [[UInt8]] = [
        PictureFile.png(16, 16, with: [("zTXt", profile)]),
        PictureFile.jpeg(16, 16, scans: 400), PictureFile.gif(60_000, 60_000, frames: [(60_000, 60_000)]),
        PictureFile.gif(16, 16, frames: Array(repeating: (16, 16), count: 20_000)),
        PictureFile.webp([
            ("VP8X", [0, 0, 0, 0] + PictureFile.little(16_383, 3) + PictureFile.little(16_383, 3)),
            ("VP8L", [0x2F] + PictureFile.little(16_382 | 16_382 << 14, 4)),
        ]),
        Array(PictureFile.png(25_000, 25_000).prefix(40_000)), Array(PictureFile.jpeg(8000, 8000).prefix(9_000)),
        Array(PictureFile.png(300, 300).prefix(50)), Array(PictureFile.jpeg(300, 300).dropLast(1_000)),
    ]

    private static let player = "org.mpris.MediaPlayer2"

    /// A machine that plays something with a picture, and has a server of notifications.
    private func playing(
        _ source: Source, _ picture: [UInt8]
    ) async throws -> (machine: Machine, notifications: MockedService, server: HTTPServer?) {
        let machine = try await Machine()
        let notifications = try await FakeNotificationServer(on: try #require(machine.bus)).service
        _ = try await machine.startDaemon()
        try await machine.done("notify", "on")
        let sound = SoundFiles.silence(seconds: 60)
        let server = try HTTPServer { request in
            switch request.path {
            case "/p.png": return .init(200, [("Content-Type", "image/png")], picture)
            case "/feed":
                let host = "http://" + (request.fields["host"] ?? "")
                return .text(
                    "<rss><channel><title>Show</title><itunes:image href=\"\(host)/p.png\"/><item><title>One</title>"
                        + "<guid>1</guid><enclosure url=\"\(host)/a.wav\" type=\"audio/wav\"/></item></channel></rss>")
            default: return HTTPServer.file(sound, tag: "\"1\"", for: request)
            }
        }
        switch source {
        case .beside:
            try machine.writeMusic("Album/a.wav", seconds: 60)
            try Data(picture).write(to: URL(filePath: machine.directory.file("work/music/Album/cover.png")))
            try await machine.done("play", "music/Album/a.wav")
        case .embedded:
            let medium = Products.media + "/Inland Ferry Orchestra/Night Crossing/01 Casting Off.flac"
            let bytes = Array(try Data(contentsOf: URL(filePath: medium)))
            try Data(PictureFile.flac(bytes, with: picture, "image/png")).write(
                to: URL(filePath: machine.directory.file("work/a.flac")))
            try await machine.done("play", "a.flac")
        case .feed:
            try await machine.done("podcast", "add", server.address + "/feed")
            try await machine.done("play", "Podcasts/Show/One")
        case .station, .list:
            let list = "#EXTM3U\n#EXTIMG:\(server.address)/p.png\n#EXTINF:-1,Station\n\(server.address)/a.wav\n"
            let file = machine.directory.file("work/list.m3u8")
            try Data(list.utf8).write(to: URL(filePath: file))
            if source == .station {
                try FileManager.default.createDirectory(
                    atPath: machine.directory.file("config/oncue"), withIntermediateDirectories: true)
                try Data(list.utf8).write(to: URL(filePath: machine.directory.file("config/oncue/radio.m3u8")))
                try await waitUntil("there is a station") { try await machine.json("radio")["total"] == 1 }
                try await machine.done("play", "Radio/Station")
            } else {
                try await machine.done("play", file)
            }
        }
        return (machine, notifications, server)
    }

    /// Everything that names a picture, and what is there.
    private func doors(_ machine: Machine, _ notifications: MockedService) async throws -> [(String, String)] {
        try await machine.waitForNow("a picture") { $0["artUrl"]?.stringValue?.hasPrefix("file:") == true }
        let bus = try await (try #require(machine.bus)).connect()
        var found: [(String, String)] = []
        let metadata = try await bus.call(
            "Get", of: "org.freedesktop.DBus.Properties", at: "/org/mpris/MediaPlayer2", on: Self.player + ".oncue",
            [.string(Self.player + ".Player"), .string("Metadata")])
        let values = try #require(metadata.first?.unwrapped.dictionaryValue)
        found.append(("mpris:artUrl", try #require(values["mpris:artUrl"]?.unwrapped.stringValue)))
        let now = try await machine.json("now")
        found.append(("artUrl", try #require(now["artUrl"]?.stringValue)))
        for size in ["small", "medium", "large"] {
            found.append(("artwork." + size, try #require(now["artwork"]?[size]?.stringValue)))
        }
        let identifier = try #require(now["identifier"]?.stringValue)
        let given = try? await bus.call(
            "GetArtwork", of: ServiceNames.artwork, at: ServiceNames.objectPath, on: ServiceNames.busName,
            [.string(identifier), .uint32(0)])
        if let given { found.append(("GetArtwork", try #require(given.first?.stringValue))) }
        found.append(("oncue art", String(try await machine.done("art").dropLast())))
        for call in try await notifications.wait(forCalls: 1, of: "Notify", at: "/org/freedesktop/Notifications") {
            let hints = call.first { $0.dictionaryValue != nil }?.dictionaryValue ?? [:]
            #expect(hints.keys.allSatisfy { !["image-data", "image_data", "icon_data"].contains($0) })
            if let path = hints["image-path"]?.unwrapped.stringValue { found.append(("image-path", path)) }
        }
        return found
    }

    @Test("no source gives the desktop a bomb or a huge picture by any door", arguments: Source.allCases)
    func bounded(source: Source) async throws {
        for (number, picture) in (Self.bombs + (TestEffort.isLong ? Self.moreBombs : [])).enumerated() {
            let (machine, notifications, server) = try await playing(source, picture)

            let doors = try await doors(machine, notifications)

            #expect(doors.count >= 6)
            for (door, address) in doors {
                let path = MediaLocation(uri: address)?.filePath ?? Array(address.utf8)
                let bytes = Array(try Data(contentsOf: URL(filePath: String(decoding: path, as: UTF8.self))))
                let header = try #require(PictureHeader(bytes), "picture \(number), \(door): \(address)")
                #expect(
                    header.isHarmless && header.width <= 1024 && header.height <= 1024,
                    "picture \(number), \(door): \(header.width) x \(header.height)")
            }
            withExtendedLifetime(server) {}
        }
    }
}
