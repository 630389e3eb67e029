// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import JSON
import OnCueTestSupport
import Testing

/// The real xdg-desktop-portal; what it asks of a desktop is in `portal-backend.py`.
// A portal has a second for each answer.
@Suite("Keys by the real desktop portal", .steadyMachine, .timeLimit(.minutes(10)))
struct RealPortalTests {
    @Test("A shortcut gets the key that the desktop gives, runs when it is pressed, and gives it back")
    func key() async throws {
        let machine = try await Machine(["XDG_CURRENT_DESKTOP": "test"])
        try machine.directory.write(
            "portals/test.portal",
            """
            [portal]
            DBusName=org.freedesktop.impl.portal.desktop.test
            Interfaces=org.freedesktop.impl.portal.GlobalShortcuts;
            UseIn=test

            """.utf8)
        var environment = machine.environment
        environment["XDG_DESKTOP_PORTAL_DIR"] = machine.directory.file("portals")
        let backend = try ChildProcess(
            "/usr/bin/python3", [Products.source + "/Tests/Programs/portal-backend.py"], environment: environment)
        _ = try await backend.output.waitForLine { $0 == "ready" }
        let portal = try ChildProcess("/usr/libexec/xdg-desktop-portal", ["-v"], environment: environment)
        _ = try await portal.errors.waitForLine { $0.contains("portal.GlobalShortcuts") }
        _ = try await machine.startDaemon()

        try await machine.done("shortcut", "add", "Morning", "volume level=30", "--key", "CTRL+ALT+m")
        _ = try await backend.output.waitForLine { $0 == "wish Morning CTRL+ALT+m" }
        try await waitUntil("the key is shown") {
            try await machine.json("shortcut", "list")["items"]?[0]?["boundKey"] == "Meta+m"
        }
        kill(backend.identifier, SIGUSR1)
        try await waitUntil("the shortcut has run") {
            try await machine.json("volume")["volume"] == 30
        }

        try await machine.done("shortcut", "add", "Morning", "volume level=30", "--no-key")
        _ = try await backend.output.waitForLine { $0 == "closed" }
    }
}
