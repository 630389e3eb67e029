// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
internal import GLib
internal import OnCueRuntime

/// A GeoClue in the test's hand.
package final class FakeLocation: Sendable {
    package static let name = "org.freedesktop.GeoClue2"
    private static let manager = "/org/freedesktop/GeoClue2/Manager"
    package static let client = "/org/freedesktop/GeoClue2/Client/1"
    package let service: MockedService

    /// Starts it.
    ///
    /// - Parameter refusal: What it answers to everybody who wants to start; empty for none.
    package init(on bus: PrivateBus, refusal: String = "") async throws {
        let folder = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Programs"
        service = try await MockedService(
            Self.name,
            ["--template", folder + "/fake-geoclue.py", "--parameters", "{\"refusal\": \"\(refusal)\"}"], on: bus)
    }

    /// The machine is somewhere else.
    ///
    /// - Parameter time: When that was seen, in seconds since 1970.
    package func move(_ latitude: Double, _ longitude: Double, accuracy: Double = 20, time: Int) async throws {
        try await service.call(
            "Move", of: "org.oncue.Test", at: Self.manager,
            [.double(latitude), .double(longitude), .double(accuracy), .uint64(UInt64(time))])
    }

    /// The last location is seen more exactly, within the distance that is of interest.
    package func refine(_ latitude: Double, _ longitude: Double, accuracy: Double) async throws {
        try await service.call(
            "Refine", of: "org.oncue.Test", at: Self.manager,
            [.double(latitude), .double(longitude), .double(accuracy)])
    }

    /// The person allows it from now on, and the manager says that something is other than before.
    package func allow() async throws {
        try await service.call("Allow", of: "org.oncue.Test", at: Self.manager)
    }
}
