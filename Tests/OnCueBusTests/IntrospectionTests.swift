// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import FoundationEssentials
import GLib
import OnCueBus
import OnCueCore
import OnCueDesk
import OnCueInterface
import OnCuePlayers
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("What the bus serves is what Sources/OnCueBus/Introspection says")
struct IntrospectionTests {
    /// Those of the service: every file of ours that is not of other programs.
    static let own: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasPrefix("org.oncue.") && $0.hasSuffix(".xml") }
            .map { String($0.dropLast(4)) }.filter { !others.contains($0) }.sorted()
    }()
    /// Those of other programs, and those of desktops, which have tests of their own.
    static let others = [
        ServiceNames.contentProvider, ServiceNames.activityHandler, ServiceNames.intentHandler,
        ServiceNames.notificationHandler,
        ServiceNames.notificationExtension, "org.freedesktop.Application",
        "org.gnome.Shell.SearchProvider2",
        "org.gnome.UPnP.MediaContainer2", "org.gnome.UPnP.MediaItem2", "org.gnome.UPnP.MediaObject2",
        "org.kde.krunner1", "org.unifiedpush.Connector1", "org.unifiedpush.Connector2",
    ]
    static let mpris = ["", ".Player", ".Playlists", ".TrackList"].map { "org.mpris.MediaPlayer2" + $0 }

    @Test("Every interface is served as its file describes it", arguments: own + mpris)
    @MediaActor
    func interfacesMatch(name: String) async throws {
        let rig = try await ServiceRig()
        let path = Self.own.contains(name) ? ServiceNames.objectPath : MPRISObject.path
        let file = try String(contentsOfFile: Self.folder + "/" + name + ".xml", encoding: .utf8)

        let served = try await Self.served(rig, path).members(name)

        #expect(!served.isEmpty)
        #expect(served == IntrospectionXML(file).members(name))
    }

    @Test("The objects have these interfaces and no others but the standard ones")
    @MediaActor
    func interfaceLists() async throws {
        let rig = try await ServiceRig()
        let standard = ["Properties", "Introspectable", "Peer"].map { "org.freedesktop.DBus." + $0 }

        let own = try await Self.served(rig, ServiceNames.objectPath).interfaceNames
        let player = try await Self.served(rig, MPRISObject.path).interfaceNames

        #expect(Set(own) == Set(Self.own + standard))
        #expect(Set(player) == Set(Self.mpris + standard))
    }

    @Test("There is a file for every interface of others and none besides")
    func files() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".xml") }

        #expect(files.sorted() == (Self.own + Self.mpris + Self.others).map { $0 + ".xml" }.sorted())
    }

    @Test("The objects are gone when they are released")
    @MediaActor
    func objectsGo() async throws {
        let bus = try await PrivateBus()
        let server = try await bus.connect()
        let client = try await bus.connect()
        var exports: ServiceExports? = ServiceExports(on: server)
        try exports?.add(
            ServiceNames.service, Introspection.service,
            DaemonDesk(processIdentifier: 1, health: HealthCenter([])) {}, DaemonMethods.bindings())

        weak let released = exports
        _ = try await client.call(
            "GetHealth", of: ServiceNames.service, at: ServiceNames.objectPath, on: server.uniqueName)
        exports = nil
        #expect(released == nil)
        await #expect(throws: BusError.self) {
            try await client.call("Quit", of: ServiceNames.service, at: ServiceNames.objectPath, on: server.uniqueName)
        }
    }

    @MediaActor
    static func served(_ rig: ServiceRig, _ path: String) async throws -> IntrospectionXML {
        let answer = try await rig.client.call(
            "Introspect", of: "org.freedesktop.DBus.Introspectable", at: path, on: ServiceNames.busName)
        return IntrospectionXML(answer.first?.stringValue ?? "")
    }

    private static let folder: String = {
        let parts = #filePath.split(separator: "/").dropLast(3)
        return "/" + parts.joined(separator: "/") + "/Sources/OnCueBus/Introspection"
    }()
}
