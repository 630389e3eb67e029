// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
internal import GLib
internal import OnCueRuntime

/// What keeps notifications of a desktop while their program does not run, in the test's hand.
package final class FakeNotificationKeeper: Sendable {
    private static let test = "org.oncue.Test"

    package enum Kind: String, Sendable, CaseIterable {
        /// GNOME's own interface.
        case gnome
        case portal

        fileprivate var program: String {
            self == .gnome ? "fake-kept-notifications.py" : "fake-notification-portal.py"
        }
        fileprivate var name: String {
            self == .gnome ? "org.gtk.Notifications" : "org.freedesktop.portal.Desktop"
        }
        fileprivate var path: String {
            self == .gnome ? "/org/gtk/Notifications" : "/org/freedesktop/portal/desktop"
        }
    }

    /// One that it shows.
    package struct Shown: Sendable, Equatable {
        package var identifier: String
        package var title: String
        /// The labels of its buttons.
        package var labels: [String]
    }

    package let kind: Kind
    package let service: MockedService

    /// Starts it.
    ///
    /// - Parameter version: That of the portal.
    package init(_ kind: Kind, version: Int = 2, on bus: PrivateBus) async throws {
        self.kind = kind
        let folder = FakeNotificationServer.program.split(separator: "/").dropLast().joined(separator: "/")
        service = try await MockedService(
            kind.name,
            ["--template", "/" + folder + "/" + kind.program, "--parameters", "{\"version\": \(version)}"], on: bus)
    }

    /// What it shows, the oldest first.
    package func shown() async throws -> [Shown] {
        let answer = try await service.call("GetShown", of: Self.test, at: kind.path)
        return (answer.first?.arrayValue ?? []).compactMap { one in
            guard let parts = one.arrayValue, parts.count == 3, let identifier = parts[0].stringValue,
                let title = parts[1].stringValue
            else { return nil }
            return Shown(identifier: identifier, title: title, labels: parts[2].stringsValue ?? [])
        }
    }

    /// Waits until exactly these titles are shown, the oldest first.
    package func shows(_ titles: [String], file: String = #fileID, line: Int = #line) async throws {
        var last: [String] = []
        try await waitUntil("\(titles) are kept, not \(last)", file: file, line: line) {
            last = try await shown().map(\.title)
            return last == titles
        }
    }

    /// Presses a button of one, or with an empty label the notification itself.
    package func press(_ label: String, of one: Shown) async throws {
        try await service.call("Press", of: Self.test, at: kind.path, [.string(one.identifier), .string(label)])
    }

    /// The arguments of all calls of a method so far.
    package func calls(of member: String) async throws -> [[BusValue]] {
        try await service.calls(of: member, at: kind.path)
    }
}
