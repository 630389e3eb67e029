// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import MachineLink
import OnCueTestSupport
import PairedMachines
import Testing

@Suite(
    "Units of a user's service manager",
    .enabled("they need root, systemd, control groups of version 2 and user namespaces") {
        await UserManager.isPossible()
    },
    .timeLimit(.minutes(5)))
struct UnitTests {
    /// What a process of each unit may do; it may do nothing else (`look-around.py`).
    private static let rights: [String: Set<String>] = [
        "oncued": daemon,
        // Where no bus starts the daemon, it begins here.
        "oncue-link-serve@": daemon,
        // Sockets without a file it gives up by itself (`LinkConfinementTests`).
        "oncue-link": [
            "use the network", "reach sockets without a file", "read the keys of links", "write the keys of links",
        ],
        "oncue-link-announce": ["reach the system bus", "read the keys of links"],
        "oncue-web": [
            "use the network", "reach sockets without a file", "reach the session bus", "read the keys of the page",
            "write the keys of the page",
        ],
        "oncue-mpd": client,
        "oncue-subsonic": client,
    ]

    private static let client: Set<String> = [
        "use the network", "reach sockets without a file", "reach the session bus", "reach the system bus",
        "reach the service manager", "read the documents", "write to the runtime directory",
    ]

    private static let daemon: Set<String> = client.union([
        "write to the home", "see devices", "read the keys of links", "write the keys of links",
        "read the keys of the page", "write the keys of the page",
    ])

    /// A home with keys and documents.
    private func home() throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory(in: "/tmp")
        let names = [
            "Documents", ".ssh", ".local/state/oncue/link", ".local/state/oncue/web", ".local/share/oncue",
            ".cache/oncue", "seen",
        ]
        for name in names { try folder.makeDirectory("home/" + name) }
        try folder.write("home/.profile", [])
        return folder
    }

    @Test("A process may do what its unit says, and nothing else")
    func rights() async throws {
        let folder = try home()
        let names = try Machine.names(in: Products.source + "/Packaging/systemd").compactMap { name in
            name.hasSuffix(".service.in") ? String(name.dropLast(".service.in".count)) : nil
        }
        for name in names {
            let settings = """
                [Service]
                ExecStart=
                ExecStart=/usr/bin/python3 /run/oncue/look-around.py
                Type=oneshot
                BusName=
                Restart=no
                StandardInput=null
                StandardOutput=file:/home/listener/seen/\(name)
                StandardError=file:/home/listener/seen/\(name).errors

                """
            try folder.write("home/.config/systemd/user/\(name).service.d/look.conf", settings.utf8)
        }
        let manager = try await UserManager(folder)

        let units = names.map { $0.hasSuffix("@") ? $0 + "1.service" : $0 + ".service" }
        try await manager.done("systemctl --user start \(units.joined(separator: " "))")

        #expect(Set(names) == Set(Self.rights.keys))
        for name in names {
            let text = try Machine.text(of: folder.file("home/seen/" + name))
            let errors = try Machine.text(of: folder.file("home/seen/\(name).errors"))
            let seen = try JSONValue(parsing: text).arrayValue?.compactMap(\.stringValue) ?? []
            let expected = Self.rights[name] ?? []
            #expect(Set(seen).subtracting(expected).sorted() == [], "\(name) may do too much")
            #expect(expected.subtracting(seen).sorted() == [], "\(name) may do too little: \(errors)")
        }
        try await manager.end()
    }

    /// Makes two machines know each other.
    private func pair(_ desk: Machine, _ folder: TemporaryDirectory, port: Int) throws {
        let (here, there) = (
            PairedMachinesStage.files(desk), LinkFiles(state: folder.file("home/.local/state/oncue"))
        )
        let now: Int64 = 1_700_000_000
        let (own, other) = (try here.identity(name: "OnCue", now: now), try there.identity(name: "OnCue", now: now))
        _ = try here.change { $0.add(PairedMachinesStage.machine(other.identifier, "kitchen", port)) }
        _ = try there.change { $0.add(PairedMachinesStage.machine(own.identifier, "desk", 1)) }
    }

    @Test("The listener of links serves a paired machine, as a unit, and comes back when it is killed")
    func link() async throws {
        let folder = try home()
        try folder.write("home/Music/a.wav", SoundFiles.silence(seconds: 200))
        let (desk, port) = (try await Machine(["PATH": "/nonexistent"]), Int(try FreePort.next()))
        try desk.writeMusic("a.wav", seconds: 200)
        try pair(desk, folder, port: port)
        _ = try await desk.startDaemon()
        try await desk.done("library", "add", "music")
        try await desk.done("library", "scan")
        let manager = try await UserManager(folder)
        try await manager.done("oncue library add ~/Music; oncue library scan")
        try await manager.done("oncue handoff listen on --port \(port)")
        for unit in ["oncued.service", "oncue-link.service", "oncue-link-serve.socket", "oncue-link-announce.service"] {
            #expect(try await manager.done("systemctl --user is-active \(unit) || true") == "active\n", "\(unit)")
        }

        try await desk.done("play", "Tracks/a")
        let moved = try await desk.json("handoff", "to", "kitchen")
        #expect(moved["by"] == "pairing" && moved["playing"] == true && moved["found"] == 1, "\(moved.text())")
        #expect(try JSONValue(parsing: try await manager.done("oncue now --json"))["status"] == "playing")
        let served = try await manager.done(
            "systemctl --user show --property NAccepted --value oncue-link-serve.socket")
        #expect((Int(served.dropLast()) ?? 0) > 0)

        try await manager.done("systemctl --user kill --signal KILL oncue-link.service")
        try await waitUntil("it listens again") {
            try await desk.json("handoff")["items"]?[0]?["title"] == "a"
        }
        try await desk.done("handoff", "from", "kitchen")
        #expect(try await desk.json("now")["status"] == "playing")
        #expect(try JSONValue(parsing: try await manager.done("oncue now --json"))["status"] != "playing")

        try await manager.done("oncue handoff listen off")
        #expect(try await manager.done("systemctl --user is-active oncue-link.service || true") == "inactive\n")
        try await manager.end()
    }
}
