// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import BusValues
internal import GLib
internal import OnCueRuntime

/// The notification server of a desktop, in the test's hand.
package final class FakeNotificationServer: Sendable {
    package static let name = "org.freedesktop.Notifications"
    package static let path = "/org/freedesktop/Notifications"
    private static let test = "org.oncue.Test"

    /// The desktop whose server it behaves like.
    package enum Profile: String, Sendable, CaseIterable {
        /// Keeps three of a program, and speaks only to who has sent them.
        case gnome43
        /// Keeps ten of a program.
        case gnome48
        /// Keeps all, takes texts, and refuses twins within a second.
        case plasma
        /// Keeps what has expired in a history.
        case dunst

        /// How many of a program it keeps; `nil` for any number.
        package var cap: Int? { [.gnome43: 3, .gnome48: 10][self] }
    }

    /// How it fails.
    package enum Fault: String, Sendable {
        case none = ""
        /// It closes at once all that it shows.
        case closing
        /// It answers, and shows nothing.
        case dropping
        /// Its user presses the first button, or types into it, before its answer is read.
        case pressing
        /// It never answers.
        case silent
    }

    /// One that is on the screen.
    package struct Shown: Sendable, Equatable {
        package var number: UInt32
        package var title: String
        /// The keys of its buttons, by their labels.
        package var keys: [String: String]
    }

    /// The same as a service, with all that it was called for.
    package let service: MockedService

    /// Starts one that behaves like that of a desktop.
    package convenience init(_ profile: Profile, _ fault: Fault = .none, on bus: PrivateBus) async throws {
        try await self.init(
            "{\"profile\": \"\(profile.rawValue)\", \"fault\": \"\(fault.rawValue)\"}", startedOn: bus)
    }

    /// Starts one without whims.
    ///
    /// - Parameter capabilities: The words for what it can do, with spaces between them; `nil` for text only.
    package convenience init(capabilities: String? = nil, on bus: PrivateBus) async throws {
        try await self.init(capabilities.map { "{\"capabilities\": \"\($0)\"}" } ?? "{}", startedOn: bus)
    }

    private init(_ parameters: String, startedOn bus: PrivateBus) async throws {
        service = try await MockedService(
            Self.name, ["--template", Self.program, "--parameters", parameters], on: bus)
    }

    /// The path of what dbusmock runs.
    package static var program: String {
        "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Programs/fake-notifications.py"
    }

    // MARK: Looking

    /// What is on the screen, the oldest first.
    package func shown() async throws -> [Shown] {
        let answer = try await service.call("GetShown", of: Self.test, at: Self.path)
        return (answer.first?.arrayValue ?? []).compactMap { one in
            let parts = one.arrayValue ?? []
            guard parts.count == 3, let number = parts[0].intValue, let title = parts[1].stringValue else { return nil }
            let words = parts[2].stringsValue ?? []
            let pairs = stride(from: 0, to: words.count - 1, by: 2).map { (words[$0 + 1], words[$0]) }
            return Shown(
                number: UInt32(clamping: number), title: title, keys: Dictionary(pairs) { $1 })
        }
    }

    /// Waits until exactly these titles are on the screen, the oldest first.
    package func shows(_ titles: [String], file: String = #fileID, line: Int = #line) async throws {
        var last: [String] = []
        try await waitUntil("\(titles) are shown, not \(last)", file: file, line: line) {
            last = try await shown().map(\.title)
            return last == titles
        }
    }

    /// Waits until one with a title is on the screen, and gives it.
    package func one(
        _ title: String, file: String = #fileID, line: Int = #line
    ) async throws -> Shown {
        var last: [String] = []
        return try await waitFor("\"\(title)\" is shown; there was \(last)", file: file, line: line) {
            let all = try await shown()
            last = all.map(\.title)
            return all.last { $0.title == title }
        }
    }

    /// The arguments of all that it was to show so far.
    package func calls() async throws -> [[BusValue]] { try await service.calls(of: "Notify", at: Self.path) }

    /// Waits until it was to show something so often.
    @discardableResult
    package func wait(forCalls count: Int) async throws -> [[BusValue]] {
        try await service.wait(forCalls: count, of: "Notify", at: Self.path)
    }

    // MARK: Using

    /// Presses a button.
    ///
    /// - Parameter label: That of the button; empty for the notification itself.
    /// - Throws: ``SupportError`` if it has none like that.
    package func press(_ label: String, of one: Shown) async throws {
        guard let key = label.isEmpty ? "default" : one.keys[label] else {
            throw SupportError("\"\(one.title)\" has no button \(label): \(one.keys)")
        }
        try await service.call("Press", of: Self.test, at: Self.path, [.uint32(one.number), .string(key)])
    }

    /// Types a text into one.
    package func reply(_ text: String, to one: Shown) async throws {
        try await service.call("Reply", of: Self.test, at: Self.path, [.uint32(one.number), .string(text)])
    }

    /// Puts one away by hand.
    package func dismiss(_ one: Shown) async throws {
        try await service.call("Dismiss", of: Self.test, at: Self.path, [.uint32(one.number)])
    }

    /// Lets one expire.
    package func expire(_ one: Shown) async throws {
        try await service.call("Expire", of: Self.test, at: Self.path, [.uint32(one.number)])
    }

    package func setFault(_ fault: Fault) async throws {
        try await service.call("SetFault", of: Self.test, at: Self.path, [.string(fault.rawValue)])
    }
}
