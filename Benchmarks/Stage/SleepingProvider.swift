// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueClient
internal import OnCueInterface
internal import OnCueRuntime

/// A program that provides content and never answers a call.
@MediaActor
final class SleepingProvider {
    /// The place of its branch.
    static let branch = "provider:" + name
    private static let name = "org.example.Sleeper"
    private static let path = "/org/example/Sleeper"

    private let bus: MessageBus
    private let export: BusExport

    init(on bus: PrivateMessageBus) async throws {
        self.bus = try await MessageBus.connect(to: bus.address)
        export = try self.bus.export(Interface(), at: Self.path)
        _ = try await self.bus.requestName(Self.name)
    }

    /// Hangs the branch into the tree.
    func register(with client: OnCueConnection) async throws {
        try await client.addProvider(ProviderRegistration(busName: Self.name, objectPath: Self.path))
    }

    func remove(from client: OnCueConnection) async throws {
        try await client.removeProvider(Self.name)
    }

    private final class Interface: ExportedInterface {
        nonisolated let introspectionXML = """
            <node><interface name="org.oncue.ContentProvider1">
            <property name="Name" type="s" access="read"/><property name="Icon" type="s" access="read"/>
            <property name="CanSearch" type="b" access="read"/>
            <method name="GetItem"><arg type="s" direction="in"/><arg type="a{sv}" direction="out"/></method>
            <method name="GetChildren"><arg type="s" direction="in"/><arg type="u" direction="in"/>
            <arg type="u" direction="in"/><arg type="t" direction="out"/><arg type="u" direction="out"/>
            <arg type="aa{sv}" direction="out"/></method>
            </interface></node>
            """
        private var unanswered: [BusReply] = []

        func properties() -> [String: BusValue] {
            ["Name": .string("Sleeper"), "Icon": .string(""), "CanSearch": .bool(false)]
        }

        func call(_ call: BusMethodCall, reply: BusReply) { unanswered.append(reply) }
    }
}

/// A client that asks for a branch over and over, fifty times in a second where it is answered at once.
@MediaActor
final class EagerClient {
    private let task: Task<Void, Never>

    init(_ client: OnCueConnection, asking place: String) {
        task = Task { @MediaActor in
            while !Task.isCancelled {
                _ = try? await client.children(of: place, offset: 0, limit: 50)
                guard (try? await MediaActor.sleep(for: .milliseconds(20))) != nil else { return }
            }
        }
    }

    /// Returns when its last question has been answered.
    func stop() async {
        task.cancel()
        await task.value
    }
}
