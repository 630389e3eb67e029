// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import Glibc
internal import OnCueRuntime

/// GNOME Keyring itself (the Debian package `gnome-keyring`) on a bus and with a home of the test's, unlocked as a login
/// does it.
package final class GnomeKeyring: Sendable {
    private static let name = "org.freedesktop.secrets"
    private static let root = "/org/freedesktop/secrets"
    private static let password = "the password of the login"

    private let client: MessageBus
    private let directory: TemporaryDirectory
    private let process: ChildProcess

    package init(on bus: PrivateBus) async throws {
        let directory = try TemporaryDirectory()
        for name in ["home", "data", "run"] { try directory.makeDirectory(name) }
        chmod(directory.file("run"), 0o700)
        let client = try await bus.connect()
        // A copy has no capability to lock memory, with which a container might not start it.
        let program = directory.file("gnome-keyring")
        process = try ChildProcess(
            "/bin/sh",
            [
                "-c",
                "cp /usr/bin/gnome-keyring-daemon '\(program)' && printf '%s' '\(Self.password)' "
                    + "| exec '\(program)' --foreground --unlock --components=secrets",
            ],
            environment: [
                "HOME": directory.file("home"), "XDG_DATA_HOME": directory.file("data"),
                "XDG_RUNTIME_DIR": directory.file("run"), "DBUS_SESSION_BUS_ADDRESS": bus.address, "LC_ALL": "C.UTF-8",
            ])
        (self.client, self.directory) = (client, directory)
        try await waitUntil("the keyring is there, unlocked") {
            guard try await client.owner(of: Self.name) != nil else { return false }
            // It has its name before it answers.
            let path = try? await self.collection()
            return path != nil && path != "/"
        }
    }

    /// Ends it; returns when it has left the bus.
    package func end() async throws {
        try await process.end()
        try await waitUntil("the keyring has left the bus") { try await client.owner(of: Self.name) == nil }
    }

    package func lock() async throws {
        let collection = try await collection()
        _ = try await call("Lock", of: "org.freedesktop.Secret.Service", [.array([.objectPath(collection)], of: "o")])
    }

    /// Unlocks it with the password, as a later login does.
    package func unlock() async throws {
        let session = try await call(
            "OpenSession", of: "org.freedesktop.Secret.Service", [.string("plain"), .variant(.string(""))]
        ).last?.stringValue
        _ = try await call(
            "UnlockWithMasterPassword", of: "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface",
            [
                .objectPath(try await collection()),
                .structure([
                    .objectPath(session ?? "/"), .bytes([]), .bytes(Array(Self.password.utf8)), .string("text/plain"),
                ]),
            ])
    }

    /// The labels and attributes of what is in it.
    package func items() async throws -> [(label: String, attributes: [String: String])] {
        let paths = try await properties(of: try await collection(), "Collection")["Items"]?.arrayValue ?? []
        var items: [(String, [String: String])] = []
        for path in paths.compactMap(\.stringValue) {
            let properties = try await properties(of: path, "Item")
            let attributes = (properties["Attributes"]?.arrayValue ?? []).compactMap { entry -> (String, String)? in
                guard let members = entry.arrayValue, members.count == 2 else { return nil }
                return (members[0].stringValue ?? "", members[1].stringValue ?? "")
            }
            items.append(
                (
                    properties["Label"]?.stringValue ?? "",
                    Dictionary(attributes, uniquingKeysWith: { first, _ in first })
                ))
        }
        return items
    }

    private func properties(of path: String, _ interface: String) async throws -> [String: BusValue] {
        try await client.call(
            "GetAll", of: "org.freedesktop.DBus.Properties", at: path, on: Self.name,
            [.string("org.freedesktop.Secret." + interface)]
        ).first?.dictionaryValue ?? [:]
    }

    private func collection() async throws -> String {
        try await call("ReadAlias", of: "org.freedesktop.Secret.Service", [.string("default")]).first?.stringValue
            ?? "/"
    }

    private func call(_ member: String, of interface: String, _ arguments: [BusValue]) async throws -> [BusValue] {
        try await client.call(member, of: interface, at: Self.root, on: Self.name, arguments)
    }
}
