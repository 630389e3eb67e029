// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import OnCueBus
import OnCueCore
import OnCueTestSupport

/// A program with a D-Bus service file that provides one item, and counts how often it was started.
struct StartedProvider {
    /// What a start of it does.
    enum Manner: String {
        case good
        /// Ends when it is asked for children.
        case crashing
        /// Ends so once, and is good from the next start on.
        case crashingOnce
        /// Ends before it has its name.
        case stillborn
    }

    let busName = "org.example.Started"
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write("program.py", Self.program.utf8)
        try directory.write("interface.xml", Introspection.contentProvider.utf8)
        try directory.write("starts", "".utf8)
        try directory.write(
            "services/\(busName).service",
            """
            [D-BUS Service]
            Name=\(busName)
            Exec=/usr/bin/python3 \(directory.file("program.py")) \(directory.path) \(busName) \(FakeProvider.path)

            """.utf8)
        try become(.good)
    }

    /// Where the bus looks for service files.
    var services: String { directory.file("services") }

    var root: ContentIdentifier { ContentIdentifier(kind: .provider, key: busName) }

    /// How often it was started so far.
    var starts: Int { (try? Data(contentsOf: URL(fileURLWithPath: directory.file("starts"))).count) ?? 0 }

    /// From the next start on.
    func become(_ manner: Manner) throws {
        try directory.write("manner", manner.rawValue.utf8)
    }

    private static let program = """
        import os, sys
        from gi.repository import Gio, GLib

        folder, name, path = sys.argv[1:]
        open(folder + "/starts", "a").write("x")
        manner = open(folder + "/manner").read()
        if manner == "stillborn":
            sys.exit(3)

        row = {"id": GLib.Variant("s", "one"), "title": GLib.Variant("s", "One"), "playable": GLib.Variant("b", True)}

        def called(bus, sender, path, interface, method, args, invocation):
            if method == "GetChildren" and manner != "good":
                if manner == "crashingOnce":
                    open(folder + "/manner", "w").write("good")
                os._exit(3)
            elif method == "GetChildren":
                invocation.return_value(GLib.Variant("(tuaa{sv})", (1, 1, [row])))
            elif method == "GetItem":
                invocation.return_value(GLib.Variant("(a{sv})", (row,)))
            else:
                invocation.return_value(GLib.Variant("(sx)", ("http://127.0.0.1:9/one.flac", 0)))

        def get(bus, sender, path, interface, name):
            return GLib.Variant("b", False) if name == "CanSearch" else GLib.Variant("s", "")

        interface = Gio.DBusNodeInfo.new_for_xml(open(folder + "/interface.xml").read()).interfaces[0]
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        bus.register_object(path, interface, called, get, None)
        Gio.bus_own_name_on_connection(bus, name, Gio.BusNameOwnerFlags.NONE, None, None)
        GLib.MainLoop().run()
        """
}
