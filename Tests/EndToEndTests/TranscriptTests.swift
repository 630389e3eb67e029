// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import FoundationEssentials
import GLib
import JSON
import OnCueTestSupport
import Testing

@Suite("What the documents show is what the programs print", .timeLimit(.minutes(10)))
struct TranscriptTests {
    private static let documents = [
        "content-model.md", "query-language.md", "providers.md", "activities.md", "queue.md", "playlists.md",
        "chapters.md",
        "journal.md",
        "likes.md", "sound.md", "outputs.md", "now.md", "desktop.md", "suggestions.md", "on-cue.md",
        "configuration.md", "completion.md", "doctor.md", "keeping.md", "guide.md", "pages.md", "people.md",
        "notifications.md", "sentences.md", "web.md", "scrobbling.md", "televisions.md",
        "../README.md",
    ]
    /// What keeps a position from moving on after a command, by documents.
    private static let standstills = [
        "likes.md": ["oncue bookmarks play 1": "; oncue pause --quiet"],
        "chapters.md": ["oncue pause --quiet": "; oncue seek 0:00 --quiet"],
    ]
    /// What happens on two machines.
    private static let pairs = ["handoff.md", "together.md"]

    @Test("Every transcript is run")
    func complete() throws {
        let folder = Products.source + "/Documentation/"
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".md") }
        for name in names + ["../README.md", "../CONTRIBUTING.md", "../SECURITY.md"] {
            let transcript = try Self.transcript(in: name)
            #expect(transcript.unmarked.isEmpty, "\(name)")
            #expect(transcript.steps.isEmpty != (Self.documents + Self.pairs).contains(name), "\(name)")
        }
    }

    @Test("Every command of a transcript prints what stands below it", arguments: documents)
    func transcript(_ name: String) async throws {
        let steps = try Self.transcript(in: name).steps
        let path = ["PATH": Products.folder + ":/usr/bin:/bin"]
        // Outputs are those of a sound server; nothing else needs one.
        let server = ["outputs.md", "guide.md"].contains(name) ? try await Self.soundServer() : nil
        let stage = name == "guide.md" ? try await GuideStage() : nil
        let site = name == "pages.md" ? try Self.site() : nil
        let scrobbling = name == "scrobbling.md" ? try ScrobbleServer() : nil
        scrobbling?.change { $0.token = "6f1c2a4e-token" }
        var changes = path
        if let server { changes["PULSE_SERVER"] = server.address }
        // The music of the guide is where a person has it.
        if stage != nil { changes["XDG_MUSIC_DIR"] = "" }
        let machine = try await Machine(changes)
        try await stage?.furnish(machine)
        _ = try await machine.startDaemon("--output", server == nil ? "silent" : "auto")
        if stage == nil {
            try await machine.done("library", "add", Products.media)
        } else {
            // The daemon adds it by itself, in its own time.
            try await waitUntil("the music is added") { try await machine.json("library")["tracks"] == 12 }
        }
        try await machine.done("library", "scan")
        // The providers of the document are programs that begin meanwhile.
        if name == "providers.md" { try await machine.done("config", "set", "providers.deadline", "30") }
        let player = name == "now.md" ? try await Self.otherPlayer(try #require(machine.bus)) : nil
        defer { withExtendedLifetime(player) {} }

        for step in steps {
            let command =
                stage?.command(step.command) ?? step.command + (Self.standstills[name]?[step.command] ?? "")
            let address = site?.address ?? scrobbling?.address
            let host = scrobbling.map { "127.0.0.1:\($0.port)" } ?? "example.org"
            try await Self.run(
                step,
                as: command.replacing("https://example.org", with: address ?? "https://example.org")
                    .replacing("example.org", with: host),
                on: machine, of: name)
        }
    }

    @Test("Every command of a transcript of two machines prints what stands below it", arguments: pairs)
    func pair(_ name: String) async throws {
        let machines = try await TranscriptMachines(isBusy: name == "handoff.md")
        defer { withExtendedLifetime(machines) {} }
        for step in try Self.transcript(in: name).steps {
            try await Self.run(step, as: step.command, on: try #require(machines[step.machine]), of: name)
        }
    }

    private static func run(
        _ step: Transcript.Step, as command: String, on machine: Machine, of document: String
    ) async throws {
        func outcome() async throws -> ChildProcess.Result {
            try await ChildProcess.run(
                "/bin/sh", ["-c", "exec 2>&1; " + ending(command)],
                environment: machine.environment
                    .merging(["SOURCE": Products.source, "PATH": Products.folder + ":/usr/bin:/bin"]) { $1 },
                directory: machine.directory.file("work"))
        }
        var result = try await outcome()
        // What begins late on a busy machine tells another time, or nothing before its end; and another player, or what
        // is watched for, may have been late itself.
        let isFollowing = command.hasSuffix(" --follow")
        let isTimely = [" --watch", "oncue players", " --player "].contains { command.contains($0) }
        func isShown() -> Bool { Transcript.matches(result.output, step.output, mayLackLines: isFollowing) }
        for _ in 0..<(isFollowing ? 20 : isTimely ? 5 : 0) where !isShown() {
            if isFollowing { try await machine.done("seek", "0:00") }
            result = try await outcome()
        }
        #expect(
            isShown(),
            "\(document): \(step)\nprints\n\(result.output)\nbut is documented as\n\(step.output.joined(separator: "\n"))"
        )
    }

    private static func transcript(in name: String) throws -> Transcript {
        Transcript(
            document: try String(contentsOf: URL(filePath: Products.source + "/Documentation/" + name), encoding: .utf8)
        )
    }

    /// What goes on until Ctrl-C gets it after its first line.
    private static func ending(_ command: String) -> String {
        command.hasSuffix(" --follow") ? "timeout --foreground --signal=INT 4 " + command : command
    }

    /// The server of the pages that a document reads.
    private static func site() throws -> HTTPServer {
        let sound = SoundFiles.silence(seconds: 60)
        return try HTTPServer { request in
            guard request.path == "/tour" else { return HTTPServer.file(sound, tag: "\"1\"", for: request) }
            return .text(FakePages.markup, [("Content-Type", "text/html; charset=utf-8")])
        }
    }

    /// The player that a document controls beside OnCue.
    private static func otherPlayer(_ bus: PrivateBus) async throws -> FakePlayer {
        try await FakePlayer(
            bus, "vlc.instance4711", identity: "VLC media player",
            [
                "Metadata": .dictionary([
                    "mpris:trackid": .objectPath("/org/videolan/vlc/playlist/7"), "xesam:title": .string("So What"),
                    "xesam:artist": .strings(["Miles Davis"]), "xesam:album": .string("Kind of Blue"),
                ])
            ])
    }

    /// A server with loudspeakers and headphones.
    private static func soundServer() async throws -> PulseServer {
        let server = try await PulseServer(description: "Speakers", formFactor: "speaker")
        _ = try await server.addSink("pods", ["device.description": "My Pods", "device.form_factor": "headphone"])
        // The server prefers what it takes for better.
        try await server.control(["set-default-sink", "oncue_test"])
        return server
    }
}
