// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueCore
import OnCueInterface
import OnCueTestSupport
import Testing

@testable import OnCueDoctor

@Suite("Checks of the files by which desktops know OnCue")
struct DesktopFileTests {
    private static let source = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    private static func packaged(_ file: String) throws -> String {
        let data = try #require(FileManager.default.contents(atPath: source + "/Packaging/desktop/" + file))
        return String(decoding: data, as: UTF8.self)
    }

    @Test(
        "What is packaged is right",
        arguments: [
            (DesktopFileChecks.menu, "org.oncue.OnCue.desktop.in"),
            (DesktopFileChecks.gnome, "org.oncue.OnCue.search-provider.ini"),
            (DesktopFileChecks.kde, "org.oncue.OnCue.krunner.desktop"),
        ])
    func packaged(_ wanted: DesktopFileChecks.Wanted, _ file: String) throws {
        let check = DesktopFileChecks.check(wanted, "/x", try Self.packaged(file))
        #expect(check == HealthCheck("desktop." + wanted.name, .ok, "/x"))
    }

    @Test("A value that a desktop ignores is named, and so is what hides the entry")
    func wrong() throws {
        let menu = try Self.packaged("org.oncue.OnCue.desktop.in")
        let hidden = DesktopFileChecks.check(
            DesktopFileChecks.menu, "/x", menu.replacing("Terminal=", with: "NoDisplay=true\nTerminal="))
        #expect(hidden.verdict == .warning && hidden.detail == "/x is hidden by NoDisplay=true")
        let provider = try Self.packaged("org.oncue.OnCue.search-provider.ini")
        let old = DesktopFileChecks.check(
            DesktopFileChecks.gnome, "/x", provider.replacing("Version=2", with: "Version=1"))
        #expect(old.verdict == .failed && old.detail == "/x is not used: Version is \"1\"")
        let empty = DesktopFileChecks.check(DesktopFileChecks.kde, "/x", "\u{0}\n[[[\n")
        #expect(empty.verdict == .failed && empty.detail == "/x is not used: X-Plasma-API is missing")
    }

    @Test("GNOME reads only the folders of the machine; the user's own file comes first elsewhere")
    func folders() throws {
        let directory = try TemporaryDirectory()
        let (own, shared) = (directory.file("own"), [directory.file("none"), directory.file("shared")])
        let missing = DesktopFileChecks.check(DesktopFileChecks.menu, own: own, shared: shared)
        #expect(missing.verdict == .warning && missing.detail == "the menu entry is not installed")
        for wanted in [DesktopFileChecks.menu, DesktopFileChecks.gnome] {
            let file = wanted.name == "menu" ? "org.oncue.OnCue.desktop.in" : "org.oncue.OnCue.search-provider.ini"
            try directory.write("own/" + wanted.path, Self.packaged(file).utf8)
        }
        #expect(DesktopFileChecks.check(DesktopFileChecks.menu, own: own, shared: shared).verdict == .ok)
        let elsewhere = DesktopFileChecks.check(DesktopFileChecks.gnome, own: own, shared: shared)
        #expect(elsewhere.verdict == .warning && elsewhere.detail.hasSuffix("where GNOME does not look"))
        try directory.write(
            "shared/" + DesktopFileChecks.gnome.path, Self.packaged("org.oncue.OnCue.search-provider.ini").utf8)
        #expect(DesktopFileChecks.check(DesktopFileChecks.gnome, own: own, shared: shared).verdict == .ok)
    }

    @Test("Only what the desktop of the session reads is checked")
    func desktops() {
        func names(_ desktop: String) -> [String] { DesktopFileChecks.wanted(in: desktop).map(\.name) }
        #expect(names("") == [] && names("sway") == ["menu"])
        #expect(names("ubuntu:GNOME") == ["menu", "gnome"] && names("KDE") == ["menu", "kde"])
    }
}
