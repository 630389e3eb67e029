// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueClient
import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("Following a container over the bus")
struct ContentFollowerTests {
    private func connection(_ bus: PrivateBus) -> OnCueConnection {
        let directories = UserDirectories(environment: [:], userID: 1, homeFallback: "/nonexistent")
        return OnCueConnection(
            environment: ClientEnvironment(directories: directories, busLocation: .session(address: bus.address)))
    }

    private func follow(_ bus: PrivateBus) -> EventLog<ContentUpdate> {
        let log = EventLog<ContentUpdate>()
        let updates = connection(bus).contentUpdates(of: "Albums")
        Task { for await update in updates { log.append(update) } }
        return log
    }

    private static func isChange(_ update: ContentUpdate, to revision: UInt64) -> Bool {
        if case .changed(let difference) = update { difference.revision.number == revision } else { false }
    }

    @Test("Changes come as they are told, each once, and none of another container")
    @MediaActor
    func changes() async throws {
        let bus = try await PrivateBus()
        let service = try await FakeContent(bus)
        let log = follow(bus)
        _ = try await log.wait { $0 == .subscribed(container: "section:albums", ContentTree.Revision(5)) }

        service.announce("section:other", 6)
        service.announce("section:albums", 7)
        service.announce("section:albums", 7)
        service.announce("section:albums", 8)
        _ = try await log.wait { Self.isChange($0, to: 8) }

        #expect(log.events.count == 3)
        #expect(
            log.events[1]
                == .changed(
                    ContainerDifference(
                        of: "section:albums", revision: ContentTree.Revision(7),
                        added: [.init(index: 2, identifier: "album:new")],
                        removed: ["album:old"], changed: ["album:other"])))
    }

    @Test("After a restart of the daemon the difference is asked for, or the list is to be read anew")
    @MediaActor
    func restart() async throws {
        let bus = try await PrivateBus()
        var service: FakeContent? = try await FakeContent(bus)
        let log = follow(bus)
        _ = try await log.wait { $0 == .subscribed(container: "section:albums", ContentTree.Revision(5)) }

        await service?.leave()
        service = nil
        _ = try await log.wait { $0 == .serviceLost }
        service = try await FakeContent(bus, revision: 9)
        _ = try await log.wait { Self.isChange($0, to: 9) }
        await service?.leave()
        service = try await FakeContent(bus, revision: 12, forgets: true)
        _ = try await log.wait { $0 == .reloaded }
        service?.announce("section:albums", 13)
        _ = try await log.wait { Self.isChange($0, to: 13) }
        #expect(service?.places == ["section:albums"])
    }

    @Test("A service that refuses ends it with the reason")
    @MediaActor
    func refusal() async throws {
        let bus = try await PrivateBus()
        let service = try await FakeContent(bus, revision: 0)
        let log = follow(bus)

        _ = try await log.wait { $0 == .failed(ClientError(.notContainer, "\"Albums\" has no children")) }
        #expect(service.places == ["Albums"])
    }
}

/// The part of `org.oncue.PlayableContent1` that followers use. Revision 0 refuses.
@MediaActor
private final class FakeContent: ExportedInterface {
    nonisolated let introspectionXML = """
        <node><interface name="org.oncue.PlayableContent1">
          <method name="Subscribe">
            <arg type="s" direction="in"/><arg type="s" direction="out"/><arg type="t" direction="out"/>
          </method>
          <method name="Unsubscribe"><arg type="s" direction="in"/></method>
          <method name="GetChanges">
            <arg type="s" direction="in"/><arg type="t" direction="in"/><arg type="t" direction="out"/>
            <arg type="b" direction="out"/><arg type="a(us)" direction="out"/><arg type="as" direction="out"/>
            <arg type="as" direction="out"/>
          </method>
          <signal name="ItemsChanged">
            <arg type="s"/><arg type="t"/><arg type="a(us)"/><arg type="as"/><arg type="as"/>
          </signal>
        </interface></node>
        """
    private let bus: MessageBus
    private let revision: UInt64
    private let forgets: Bool
    private var export: BusExport?
    private(set) var places: [String] = []

    init(_ bus: PrivateBus, revision: UInt64 = 5, forgets: Bool = false) async throws {
        self.bus = try await bus.connect()
        self.revision = revision
        self.forgets = forgets
        export = try self.bus.export(self, at: ServiceNames.objectPath)
        _ = try await self.bus.requestName(ServiceNames.busName)
    }

    func leave() async {
        _ = try? await bus.call(
            "ReleaseName", of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", on: "org.freedesktop.DBus",
            [.string(ServiceNames.busName)])
        export = nil
    }

    func announce(_ container: String, _ revision: UInt64) {
        export?.emit("ItemsChanged", [.string(container), .uint64(revision)] + Self.difference)
    }

    func properties() -> [String: BusValue] { [:] }

    func call(_ call: BusMethodCall, reply: BusReply) {
        switch call.member {
        case "Subscribe":
            places.append(call.arguments.first?.stringValue ?? "")
            guard revision > 0 else {
                return reply.fail(
                    BusError(name: "org.oncue.Error.NotContainer", message: "\"Albums\" has no children"))
            }
            reply.succeed([.string("section:albums"), .uint64(revision)])
        case "GetChanges": reply.succeed([.uint64(revision), .bool(forgets)] + Self.difference)
        default: reply.succeed()
        }
    }

    private static let difference: [BusValue] = [
        .array([.structure([.uint32(2), .string("album:new")])], of: "(us)"), .strings(["album:old"]),
        .strings(["album:other"]),
    ]
}
