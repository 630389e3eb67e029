// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore

/// Checks of the files through which desktops know OnCue: the menu entry, and those for the searches of GNOME and KDE.
enum DesktopFileChecks {
    /// A file to look for, with the values that a desktop requires in it.
    struct Wanted: Sendable {
        /// The last part of the name of the check.
        var name: String
        /// The name shown to people.
        var title: String
        /// The path below the data folders.
        var path: String
        var group: String
        var values: [(key: String, value: String)]
        /// Values that hide it.
        var hiding: [(key: String, value: String)] = []
        /// Whether a file in the user's own data folder counts.
        var mayBeOwn = true
    }

    static let menu = Wanted(
        name: "menu", title: "the menu entry", path: "applications/\(ServiceNames.desktopEntry).desktop",
        group: "Desktop Entry",
        values: [("Type", "Application"), ("DBusActivatable", "true"), ("Name", ""), ("Exec", "")],
        hiding: [("NoDisplay", "true"), ("Hidden", "true")])
    static let gnome = Wanted(
        name: "gnome", title: "the search provider of GNOME",
        path: "gnome-shell/search-providers/\(ServiceNames.desktopEntry).search-provider.ini",
        group: "Shell Search Provider",
        values: [
            ("DesktopId", ServiceNames.desktopEntry + ".desktop"), ("BusName", ServiceNames.busName),
            ("ObjectPath", ServiceNames.objectPath + "/Search"), ("Version", "2"),
        ], mayBeOwn: false)
    static let kde = Wanted(
        name: "kde", title: "the runner of KRunner",
        path: "krunner/dbusplugins/\(ServiceNames.desktopEntry).desktop", group: "Desktop Entry",
        values: [
            ("X-Plasma-API", "DBus"), ("X-Plasma-DBusRunner-Service", ServiceNames.busName),
            ("X-Plasma-DBusRunner-Path", ServiceNames.objectPath + "/KRunner"),
        ], hiding: [("Hidden", "true")])

    /// The largest file, in bytes, that can be one of ours.
    private static let largest = 65_536

    /// The files that matter in a desktop.
    ///
    /// - Parameter desktop: The names of the desktop, divided by colons (`XDG_CURRENT_DESKTOP`); empty without one.
    static func wanted(in desktop: String) -> [Wanted] {
        let names = desktop.split(separator: ":").map { $0.uppercased() }
        guard !names.isEmpty else { return [] }
        return [menu] + (names.contains("GNOME") ? [gnome] : []) + (names.contains("KDE") ? [kde] : [])
    }

    /// The check of a session without a desktop.
    static let none = HealthCheck("desktop", .ok, "this session has no desktop")

    /// Looks for a file in the data folders, the user's own first, as desktops do. Blocks.
    static func check(_ wanted: Wanted, own: String, shared: [String]) -> HealthCheck {
        for folder in (wanted.mayBeOwn ? [own] : []) + shared {
            let path = folder + "/" + wanted.path
            let bytes = FileQuestions.read(path, from: 0, limit: largest)
            guard !bytes.isEmpty else { continue }
            return check(wanted, path, String(decoding: bytes, as: UTF8.self))
        }
        let isOwn = !wanted.mayBeOwn && !FileQuestions.read(own + "/" + wanted.path, from: 0, limit: 1).isEmpty
        return HealthCheck(
            "desktop." + wanted.name, .warning,
            isOwn
                ? "\(wanted.title) is in \(own), where GNOME does not look" : "\(wanted.title) is not installed",
            advice: "install the package of OnCue, or run sudo make install in its source; then log in again")
    }

    static func check(_ wanted: Wanted, _ path: String, _ text: String) -> HealthCheck {
        let name = "desktop." + wanted.name
        let entries = KeyFile(text).entries.filter { $0.group == wanted.group }
        func value(_ key: String) -> String? { entries.first { $0.key == key }?.value }
        let wrong = wanted.values.first { key, needed in
            guard let value = value(key), !value.isEmpty else { return true }
            return !needed.isEmpty && value != needed
        }
        if let wrong {
            let what = value(wrong.key).map { "is \"\($0.prefix(100))\"" } ?? "is missing"
            return HealthCheck(
                name, .failed, "\(path) is not used: \(wrong.key) \(what)",
                advice: "reinstall OnCue, and remove \(ShellWord.quoted(path)) if it is left from another version")
        }
        if let hiding = wanted.hiding.first(where: { value($0.key) == $0.value }) {
            return HealthCheck(
                name, .warning, "\(path) is hidden by \(hiding.key)=\(hiding.value)",
                advice: "remove this line, or the file if you have changed it: \(ShellWord.quoted(path))")
        }
        return HealthCheck(name, .ok, path)
    }
}
