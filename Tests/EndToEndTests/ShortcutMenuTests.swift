// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import FoundationEssentials
import GLib
import JSON
import OnCueTestSupport
import Testing

@Suite("Shortcuts in the menu and on keys", .timeLimit(.minutes(10)))
struct ShortcutMenuTests {
    /// Starts what is in the menu as desktops do, and waits for its end.
    private static let launching = """
        import os, sys
        from gi.repository import Gio, GLib
        pids = []
        Gio.DesktopAppInfo.new_from_filename(sys.argv[1]).launch_uris_as_manager(
            [], None, GLib.SpawnFlags.SEARCH_PATH | GLib.SpawnFlags.DO_NOT_REAP_CHILD, None, None,
            lambda info, pid, data: pids.append(pid), None)
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(pids[0], 0)[1]))
        """

    private func entries(_ machine: Machine) -> [String] {
        let folder = (machine.environment["XDG_DATA_HOME"] ?? "") + "/applications"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix("org.oncue.OnCue.shortcut-") }.sorted().map { folder + "/" + $0 }
    }

    @Test("One in the menu is a valid desktop file that runs it, and goes with it; names may have anything in them")
    func menu() async throws {
        let machine = try await Machine()
        _ = try await machine.startDaemon()
        let name = "50% \"off\" $HOME `x` \\ ;é"
        try await machine.done("shortcut", "add", "--menu", "--phrase", "half; price", "--", name, "volume level=50")
        try await machine.done("shortcut", "add", "Plain", "volume level=20")
        try await waitUntil("it is in the menu") { entries(machine).count == 1 }
        let file = try #require(entries(machine).first)
        let valid = try await ChildProcess.run("/usr/bin/desktop-file-validate", [file])
        #expect(valid.status == 0, "\(valid.output) \(valid.errors)")

        let launched = try await ChildProcess.run(
            "/usr/bin/python3", ["-c", Self.launching, file], environment: machine.environment)
        #expect(launched.status == 0 && launched.errors.isEmpty, "\(launched.errors)")
        try await waitUntil("it was run") { try await machine.json("now")["volume"]?.doubleValue == 50 }

        try await machine.done("shortcut", "add", "--menu", "Plain", "volume level=20")
        try await waitUntil("both are in the menu") { entries(machine).count == 2 }
        try await machine.done("shortcut", "remove", "-y", "--", name)
        try await machine.done("shortcut", "add", "--no-menu", "Plain", "volume level=20")
        try await waitUntil("none is") { entries(machine).isEmpty }
    }

    @Test("A key runs it, and what it has to ask is asked in a notification")
    func key() async throws {
        let machine = try await Machine()
        let bus = try #require(machine.bus)
        let folder = FakeNotificationServer.program.split(separator: "/").dropLast().joined(separator: "/")
        let portal = try await MockedService(
            "org.freedesktop.portal.Desktop", ["--template", "/\(folder)/fake-global-shortcuts.py"], on: bus)
        let server = try await FakeNotificationServer(.gnome48, on: bus)
        _ = try await machine.startDaemon()
        func press(_ name: String) async throws {
            try await portal.call(
                "Press", of: "org.oncue.Test", at: "/org/freedesktop/portal/desktop", [.string(name)])
        }
        try await machine.done("shortcut", "add", "--key", "ctrl+alt+q", "Quiet", "volume level=10")
        try await machine.done("shortcut", "add", "--key", "F9", "No alarms", "alarmsOff")
        func bound() async throws -> [String] {
            try await machine.json("shortcut")["items"]?.arrayValue?.compactMap { $0["boundKey"]?.stringValue } ?? []
        }
        try await waitUntil("both have keys") { try await bound() == ["F9", "CTRL+ALT+q"] }

        try await press("Quiet")
        try await waitUntil("it was run") { try await machine.json("now")["volume"]?.doubleValue == 10 }
        try await press("No alarms")
        let asked = try await server.one("No alarms?")
        try await server.press("Do it", of: asked)
        _ = try await server.one("No alarms")

        try await machine.done("shortcut", "add", "--no-key", "Quiet", "volume level=10")
        try await waitUntil("it has none") { try await bound() == ["F9"] }
    }
}
