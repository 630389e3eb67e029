// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

/// What begins without a press, as the person wants it, with the real programs and a real sound server.
@Suite("On cue, by itself", .timeLimit(.minutes(10)))
struct SelfStartTests {
    @Test("By the person's choice the first suggestion plays in the headphones, no louder than they want, and says why")
    func plays() async throws {
        let system = try await PrivateBus()
        let headset = try await FakeHeadset(on: system, called: "WH-1000XM5")
        let server = try await PulseServer(formFactor: "internal", bluetooth: system)
        let stage = try await StoryStage(["PULSE_SERVER": server.address], system: system)
        let machine = stage.machine
        try await wish(of: headset, stage)

        let daemon = try await machine.startDaemon("--output", "auto")
        try await stage.waitUntilListening()
        try await headset.connect()
        let recorder = try await headset.record()
        let now = try await machine.waitForNow("playing") { $0["status"] == "playing" }
        let position = now["position"]?.doubleValue ?? 0
        try await machine.waitUntilPlayed(from: position + 4)
        let volume = try await machine.json("now")["volume"]
        let heard = try await recorder.finish().sound()
        try await machine.done("stop")
        let history = try await machine.json("history", "--all", "--limit", "5")

        // A busy machine leaves holes in it.
        let parts = stride(from: 0, to: heard.seconds - 0.25, by: 0.25).map { heard.part($0, $0 + 0.25).frequency }
        #expect(parts.contains { abs($0 - 440) < 5 }, "it is heard in the headphones: \(parts)")
        #expect(volume == .int(40), "\(String(describing: volume))")
        #expect(try await machine.json("now")["volume"] == .int(90), "the person's own volume is as it was")
        let entries = history["items"]?.arrayValue ?? []
        #expect(entries.contains { $0["kind"] == "started" && $0["cause"] == "suggestion" }, "\(entries)")
        #expect(!(try await machine.done("suggestions", "export")).contains(#""kind":"accepted""#))
        daemon.send(SIGTERM)
        _ = try await daemon.ending()
    }

    /// Lets the headphones be met, has them play loudly, and says what is to happen with them from now on.
    private func wish(of headset: FakeHeadset, _ stage: StoryStage) async throws {
        let machine = stage.machine
        try await headset.connect()
        let daemon = try await machine.startDaemon("--output", "auto")
        _ = try await stage.library()
        try await machine.done("play", "Library/Tracks/Other")
        try await machine.waitUntilPlayed(from: 0.1)
        try await machine.done("volume", "90")
        try await machine.done("stop")
        try await machine.done("pin", "Library/Tracks/Other")
        try await machine.done("triggers", "device", "WH-1000XM5", "--policy", "play", "--volume-limit", "40%")
        try await headset.disconnect()
        daemon.send(SIGTERM)
        _ = try await daemon.ending()
    }

    @Test("On GNOME nothing is raised while its switch Do Not Disturb is on")
    func gnome() async throws {
        let system = try await PrivateBus()
        let schemas = try TemporaryDirectory()
        try schemas.write(
            "org.gnome.desktop.notifications.gschema.xml",
            """
            <schemalist>
              <schema id="org.gnome.desktop.notifications" path="/org/gnome/desktop/notifications/">
                <key name="show-banners" type="b"><default>true</default></key>
              </schema>
            </schemalist>
            """.utf8)
        #expect(try await ChildProcess.run("glib-compile-schemas", [schemas.path]).status == 0)
        let stage = try await StoryStage(
            [
                "GSETTINGS_SCHEMA_DIR": schemas.path, "GSETTINGS_BACKEND": "keyfile",
                "XDG_CURRENT_DESKTOP": "ubuntu:GNOME",
            ], system: system)
        _ = try await stage.machine.startDaemon()
        _ = try await stage.library()
        try await stage.machine.done("pin", "Library/Tracks/Other")

        try await set(false, stage)
        try await waitUntil("nothing is raised") { try await rules(stage) == ["do-not-disturb"] }
        try await set(true, stage)
        try await waitUntil("it is raised") { try await rules(stage).isEmpty }
    }

    /// Moves the switch as the settings of the desktop do.
    private func set(_ isShown: Bool, _ stage: StoryStage) async throws {
        let result = try await ChildProcess.run(
            "gsettings", ["set", "org.gnome.desktop.notifications", "show-banners", "\(isShown)"],
            environment: stage.machine.environment)
        #expect(result.status == 0, "\(result.errors)")
    }

    private func rules(_ stage: StoryStage) async throws -> [String] {
        let told = try await stage.machine.json("simulate", "headphones", "WH-1000XM5", "--dry-run")
        return told["objections"]?.arrayValue?.compactMap { $0["rule"]?.stringValue } ?? []
    }
}
