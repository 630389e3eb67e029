// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import FoundationEssentials
import GLib
import Glibc
import JSON
import OnCueTestSupport
import Testing

/// The real Rygel, in a network of its own, and a television that asks it by UPnP.
@Suite("Televisions see the tree", .timeLimit(.minutes(10)))
struct TelevisionTests {
    private static let name = "org.gnome.UPnP.MediaServer2.OnCue"
    private static let root = "/org/gnome/UPnP/MediaServer2/OnCue"
    private static let container = "org.gnome.UPnP.MediaContainer2"

    /// Nothing but the plug-in for what is on the bus, and no other network interface.
    private static let settings = """
        [general]
        ipv6=false
        interface=lo
        upnp-enabled=true
        enable-transcoding=false
        allow-upload=false
        allow-deletion=false
        media-engine=librygel-media-engine-simple.so
        [External]
        enabled=true
        [MediaExport]
        enabled=false
        [Tracker3]
        enabled=false
        [Playbin]
        enabled=false
        [MPRIS]
        enabled=false

        """

    private static func fill(_ machine: Machine, _ server: HTTPServer) async throws {
        try await machine.done("library", "add", Products.media)
        try await machine.done("library", "scan")
        try await machine.done("playlist", "create", "Evening")
        try await machine.done("playlist", "add", "Evening", "Albums/Kitchen Table Sessions")
        try await machine.done("radio", "add", "Night Jazz", server.address + "/station.wav")
        try await machine.done("radio", "add", "Secret", server.address + "/station.wav?token=abc")
    }

    private static func serve() throws -> HTTPServer {
        let sound = SoundFiles.silence(seconds: 1)
        return try HTTPServer { request in HTTPServer.file(sound, tag: "\"1\"", for: request) }
    }

    @Test("The setting shows the tree on the bus at once, and takes it back")
    func setting() async throws {
        let machine = try await Machine()
        let server = try Self.serve()
        let daemon = try await machine.startDaemon()
        try await Self.fill(machine, server)
        let client = try await #require(machine.bus).connect()
        #expect(try await client.owner(of: Self.name) == nil)

        try await machine.done("config", "set", "dlna.export", "on")
        try await waitUntil("the name is there") { try await client.owner(of: Self.name) != nil }
        let sections = try await Self.list(client, Self.root)
        let titles = sections.compactMap { $0["DisplayName"]?.stringValue }
        #expect(titles == ["Library", "Playlists", "Podcasts", "Radio"])
        var stack = sections
        var files: Set<String> = []
        while let row = stack.popLast() {
            let path = try #require(row["Path"]?.stringValue)
            guard row["Type"] == .string("container") else {
                files.formUnion(row["URLs"]?.stringsValue ?? [])
                continue
            }
            let rows = try await Self.list(client, path)
            let counted = try await client.call(
                "Get", of: "org.freedesktop.DBus.Properties", at: path, on: Self.name,
                [.string(Self.container), .string("ChildCount")])
            #expect(counted.first?.intValue == rows.count, "\(path)")
            stack += rows
        }
        let tracks = try await machine.json("browse", "Tracks")["items"]?.arrayValue ?? []
        #expect(files.filter { $0.hasPrefix("file://") }.count == tracks.count)
        #expect(files.filter { $0.hasPrefix("http") } == [server.address + "/station.wav"])

        let check = try await Self.check(machine)
        #expect(check?["verdict"] == "warning" && check?["detail"]?.stringValue?.hasPrefix("Rygel") == true)
        #expect(check?["advice"]?.stringValue?.contains("rygel") == true)
        try await machine.done("config", "set", "dlna.export", "off")
        try await waitUntil("the name is gone") { try await client.owner(of: Self.name) == nil }
        #expect(try await Self.check(machine) == nil)
        withExtendedLifetime((server, daemon)) {}
    }

    /// What `oncue doctor` says of televisions.
    private static func check(_ machine: Machine) async throws -> JSONValue? {
        let answer = try await machine.oncue(["doctor", "--json"])
        let checks = try JSONValue(parsing: answer.output)["items"]?.arrayValue ?? []
        return checks.first { $0["name"] == "televisions" }
    }

    private static func list(_ client: MessageBus, _ path: String) async throws -> [[String: BusValue]] {
        let answer = try await client.call(
            "ListChildren", of: container, at: path, on: name, [.uint32(0), .uint32(0), .strings(["*"])])
        return answer.first?.arrayValue?.compactMap(\.dictionaryValue) ?? []
    }

    /// Rygel's server of files listens to every network of the machine, whatever its settings say; so it has one of its own.
    private static let hasNetworks =
        getuid() == 0 && access("/usr/bin/nsenter", X_OK) == 0
        && (access("/sbin/ip", X_OK) == 0 || access("/usr/bin/ip", X_OK) == 0)

    @Test(
        "Rygel serves it: a television goes to an album and a playlist, and gets the bytes of the files",
        .enabled(if: hasNetworks))
    func rygel() async throws {
        let machine = try await Machine(["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
        let server = try Self.serve()
        try machine.directory.write("config/rygel.conf", Self.settings.utf8)
        let daemon = try await machine.startDaemon()
        try await Self.fill(machine, server)
        try await machine.done("config", "set", "dlna.export", "on")
        // Rygel may miss a name that comes while it starts.
        let client = try await #require(machine.bus).connect()
        try await waitUntil("the name is there") { try await client.owner(of: Self.name) != nil }
        let rygel = try ChildProcess(
            "unshare",
            [
                "--net", "/bin/sh", "-c",
                "ip link set lo up multicast on && echo ready && exec rygel --config \"$0\" --network-interface lo",
                machine.directory.file("config/rygel.conf"),
            ], environment: machine.environment)
        // Before, a television that enters its network would enter that of the test, where Rygel is not.
        _ = try await rygel.output.waitForLine { $0 == "ready" }

        let album = try await Self.browse(machine, rygel, "Library", "Albums", "Night Crossing")
        let shown = try await machine.json("browse", "Albums/Night Crossing")["items"]?.arrayValue ?? []
        let rows = album["rows"]?.arrayValue ?? []
        #expect(!rows.isEmpty && rows.map { $0["title"]?.stringValue } == shown.map { $0["title"]?.stringValue })
        #expect(album["total"]?.intValue == rows.count)
        #expect(album["single"]?.arrayValue?.map(\.stringValue) == rows.prefix(3).map { $0["title"]?.stringValue })
        for row in rows {
            #expect(row["class"] == "object.item.audioItem.musicTrack")
            #expect(row["album"] == "Night Crossing" && row["artist"]?.stringValue?.isEmpty == false)
            #expect(row["albumArtURI"]?.stringValue?.isEmpty == false)
            #expect((row["bytes"]?.intValue ?? 0) > 1000)
            #expect(row["size"]?.stringValue == row["bytes"]?.intValue.map { "\($0)" })
        }
        let playlist = try await Self.browse(machine, rygel, "Playlists", "Evening")
        #expect((playlist["rows"]?.arrayValue ?? []).allSatisfy { ($0["bytes"]?.intValue ?? 0) > 1000 })
        #expect((playlist["total"]?.intValue ?? 0) > 0)
        let radio = try await Self.browse(machine, rygel, "Radio")
        #expect(radio["rows"]?.arrayValue?.map { $0["title"]?.stringValue } == ["Night Jazz"])

        #expect(try await Self.check(machine)?["verdict"] == "ok")
        let words = try await machine.oncue(["doctor"]).output
        #expect(words.split(separator: "\n").contains { $0.hasPrefix("ok") && $0.contains("Rygel shows OnCue") })

        try await rygel.end()
        withExtendedLifetime((server, daemon)) {}
    }

    private static func browse(
        _ machine: Machine, _ rygel: ChildProcess, _ titles: String...
    ) async throws -> JSONValue {
        let browser = ["/usr/bin/python3", Products.source + "/Tests/Programs/upnp-browser.py", "OnCue"] + titles
        let result = try await ChildProcess.run(
            "nsenter", ["--target", "\(rygel.identifier)", "--net"] + browser,
            environment: machine.environment, within: .seconds(120))
        guard result.status == 0 else { throw SupportError("\(titles): \(result.errors)") }
        return try JSONValue(parsing: result.output, maximumCount: .max)
    }
}
