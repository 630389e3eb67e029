// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueClient
internal import OnCueRuntime

/// A program that provides content and never answers a call.
@MediaActor
final class SleepingProvider {
    private static let name = "org.example.Sleeper"
    private static let path = "/org/example/Sleeper"

    private let bus: MessageBus
    private let export: BusExport
    private var task: Task<Void, Never>?

    init(on bus: PrivateMessageBus) async throws {
        self.bus = try await MessageBus.connect(to: bus.address)
        export = try self.bus.export(Interface(), at: Self.path)
        _ = try await self.bus.requestName(Self.name)
    }

    /// Hangs the branch into the tree and asks for it over and over, as an eager client does.
    func register(with client: OnCueConnection) async throws {
        try await client.addProvider(Self.name, at: Self.path)
        task = Task { @MediaActor in
            while !Task.isCancelled {
                _ = try? await client.children(of: "provider:" + Self.name, offset: 0, limit: 50)
                guard (try? await MediaActor.sleep(for: .milliseconds(20))) != nil else { return }
            }
        }
    }

    func remove(from client: OnCueConnection) async throws {
        task?.cancel()
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
