// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@testable import TelevisionExport

@Suite("Whether televisions see anything", .timeLimit(.minutes(5)))
@MediaActor
struct TelevisionHealthTests {
    private static let rygel = "org.gnome.Rygel1"

    private let bus: PrivateBus
    private let client: MessageBus

    init() async throws {
        bus = try await PrivateBus()
        client = try await bus.connect()
    }

    private func makeExport(patience: Duration = .seconds(600)) async throws -> TelevisionExport {
        TelevisionExport(
            bus: try await bus.connect(), source: FakeContentSource(), artwork: FakeArtwork(), patience: patience)
    }

    private func show(_ export: TelevisionExport) async throws {
        export.set(true)
        try await waitUntil("the name is there") { try await client.owner(of: MediaObjectPath.busName) != nil }
    }

    private func look() async throws {
        _ = try await client.call(
            "GetAll", of: "org.freedesktop.DBus.Properties", at: MediaObjectPath.root, on: MediaObjectPath.busName,
            [.string("org.gnome.UPnP.MediaContainer2")])
    }

    @Test("Nothing is said while it is off; else whether Rygel is there, runs and has asked")
    func checks() async throws {
        let export = try await makeExport()
        #expect(await export.checks().isEmpty)

        try await show(export)
        var absent = await export.checks()
        try await waitUntil("it knows that it has the name") {
            absent = await export.checks()
            return !absent.isEmpty
        }
        #expect(
            absent.map(\.verdict) == [.warning]
                && absent[0].detail == "Rygel is not installed, so televisions see nothing")
        _ = try await client.requestName(Self.rygel)
        let silent = await export.checks()
        #expect(silent.map(\.verdict) == [.warning] && silent[0].detail == "Rygel runs, but has not asked for OnCue")
        try await look()
        #expect(await export.checks().map(\.verdict) == [.ok])

        await export.close()
        #expect(await export.checks().isEmpty)
    }

    @Test("Another program with the name is a failure")
    func taken() async throws {
        _ = try await client.requestName(MediaObjectPath.busName)
        let export = try await makeExport()
        export.set(true)
        try await waitUntil("it is said") { await export.checks().map(\.verdict) == [.failed] }
    }

    @Test("A name that Rygel has missed while it began comes again, and one that it has seen does not")
    func again() async throws {
        var owners: [String] = []
        let watch = client.subscribe(
            sender: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "NameOwnerChanged", firstArgument: MediaObjectPath.busName
        ) { signal in owners.append(signal.arguments[2].stringValue == "" ? "gone" : "there") }
        _ = try await client.requestName(Self.rygel)
        let export = try await makeExport(patience: .milliseconds(50))

        try await show(export)
        try await waitUntil("the name has come again; there was \(owners)") { owners == ["there", "gone", "there"] }
        await export.close()
        try await waitUntil("the name is gone") { owners.last == "gone" }
        owners = []
        let seen = try await makeExport(patience: .seconds(3))
        try await show(seen)
        try await look()
        try await Task.sleep(for: .milliseconds(3_500))
        #expect(owners == ["there"])
        await seen.close()
        withExtendedLifetime(watch) {}
    }
}
